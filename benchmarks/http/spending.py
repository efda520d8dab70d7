"""Cost measurements in this process: CPU, also by library, statements, and waits for the database."""

from __future__ import annotations

import cProfile
import gc
import pstats
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from contextvars import Context
from dataclasses import dataclass, field
from io import BytesIO
from json import dumps
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, TypeVar, cast
from unittest.mock import patch

import psycopg
import psycopg.waiting
from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder

T = TypeVar("T")
Wsgi = Callable[[dict[str, Any], Callable[..., Callable[[bytes], None]]], Iterable[bytes]]
"""A WSGI app (PEP 3333)."""
Where = tuple[str, int, str]
"""A function's key in the profiler: file, line, name."""
Profiled = dict[Where, tuple[int, int, float, float, dict[Where, tuple[int, int, float, float]]]]
"""By function: two counts of calls, its own and its cumulative seconds, and the same numbers by caller."""

ROOT = Path(__file__).parents[2]
BUILT_IN = "~"
STANDARD = "Python's own"


@dataclass
class Costs:
    """CPU seconds by purpose."""

    by_what: dict[str, list[float]] = field(default_factory=dict)

    def of(self, what: str, do: Callable[[], T]) -> T:
        """Call a function, and record its CPU time."""
        gc.disable()
        begun = process_time()
        done = do()
        self.by_what.setdefault(what, []).append(process_time() - begun)
        gc.enable()
        return done

    def median(self, *what: str) -> float:
        """Return the median cost of these purposes; nan if there are no measurements."""
        found = [seconds for each in what for seconds in self.by_what.get(each, ())]
        return median(found) if found else float("nan")


@dataclass
class Talk:
    """Traffic with PostgreSQL: statements, without those of transactions, and waits."""

    statements: int = 0
    waits: int = 0


@contextmanager
def listening() -> Iterator[Talk]:
    """Count the statements and waits of psycopg meanwhile."""
    talk = Talk()
    execute, execute_many, wait = psycopg.Cursor.execute, psycopg.Cursor.executemany, psycopg.waiting.wait

    def counted(do: Callable[..., Any]) -> Callable[..., Any]:
        def count(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # psycopg's own
            talk.statements += 1
            return do(*args, **kwargs)

        return count

    def count_waits(waiting: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        try:
            wanted = next(waiting)
            while True:
                talk.waits += 1
                wanted = waiting.send((yield wanted))
        except StopIteration as over:
            return cast("T", over.value)

    def wait_and_count(waiting: Generator[Any, Any, T], *args: Any, **kwargs: Any) -> T:  # noqa: ANN401  # psycopg's own
        return wait(count_waits(waiting), *args, **kwargs)

    with (
        patch.object(psycopg.Cursor, "execute", counted(execute)),
        patch.object(psycopg.Cursor, "executemany", counted(execute_many)),
        patch.object(psycopg.waiting, "wait", wait_and_count),
    ):
        yield talk


def by_library(do: Callable[[], object]) -> dict[str, float]:
    """Profile the share of CPU of each library itself, largest first; built-ins count for their callers."""
    found = defaultdict[str, float](float)
    for (file, _, _), (_, _, own, _, callers) in _profiled(do).items():
        if file != BUILT_IN:
            found[library(file)] += own
        else:
            for (caller, _, _), (_, _, spent, _) in callers.items():
                found[library(caller)] += spent
    whole = sum(found.values())
    return {name: spent / whole for name, spent in sorted(found.items(), key=lambda each: -each[1])}


def _profiled(do: Callable[[], object]) -> Profiled:
    profile = cProfile.Profile(process_time)
    profile.runcall(do)
    found: Profiled = pstats.Stats(profile).stats  # type: ignore[attr-defined]  # typeshed does not know it
    return found


def library(file: str) -> str:
    """Return the library of a file."""
    path = Path(file)
    if "site-packages" in path.parts:
        return path.parts[path.parts.index("site-packages") + 1].removesuffix(".py")
    if path.is_relative_to(ROOT):
        return path.relative_to(ROOT).parts[0]
    return STANDARD


def asking(
    app: Flask,
    path: str,
    *,
    json: object = None,
    status: int = 200,
    token: str = "",
    cookie: str = "",
    etag: str = "",
) -> Callable[[], dict[str, str]]:
    """Return a function that sends one WSGI request and returns the headers; it raises for another status."""
    given = {"Authorization": token and f"Bearer {token}", "Cookie": cookie, "If-None-Match": etag}
    headers = {name: value for name, value in given.items() if value}
    # A context of its own: within the app's, a request would share its database session and all loaded rows.
    body = b"" if json is None else dumps(json).encode()
    method, kind = ("POST", "application/json") if body else ("GET", None)
    builder = EnvironBuilder(
        path, "http://127.0.0.1", method=method, data=body, content_type=kind, headers=Headers(headers)
    )
    environ = builder.get_environ() | {"REMOTE_ADDR": "127.0.0.1"}

    def ask() -> dict[str, str]:
        sent = environ | {"wsgi.input": BytesIO(body)}
        answer, answered, found = Context().run(_answered, app.wsgi_app, sent)
        if not answered.startswith(str(status)):
            raise RuntimeError(f"{path} was answered with {answered}: {answer[:500]!r}")
        return found

    return ask


def _answered(app: Wsgi, environ: dict[str, Any]) -> tuple[bytes, str, dict[str, str]]:
    """Return body, status and headers of an answer, without Werkzeug's client, which takes a tenth of a 304."""
    told = list[tuple[str, dict[str, str]]]()

    def start(status: str, headers: list[tuple[str, str]], *_: object) -> Callable[[bytes], None]:
        told.append((status, dict(headers)))
        return lambda _: None

    parts = app(environ, start)
    try:
        body = b"".join(parts)
    finally:
        getattr(parts, "close", lambda: None)()
    return body, *told[-1]
