"""What something costs in this process: CPU, by library if wanted, statements, and waits for the database."""

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
"""PEP 3333."""
Where = tuple[str, int, str]
"""A function as the profiler knows it: file, line, name."""
Profiled = dict[Where, tuple[int, int, float, float, dict[Where, tuple[int, int, float, float]]]]
"""By function two numbers of calls, the seconds of its own and those of all below it, and as much by caller."""

ROOT = Path(__file__).parents[2]
BUILT_IN = "~"
STANDARD = "Python's own"


@dataclass
class Costs:
    """Seconds of CPU, by what they were used for."""

    by_what: dict[str, list[float]] = field(default_factory=dict)

    def of(self, what: str, do: Callable[[], T]) -> T:
        """Do it, and note what it cost."""
        gc.disable()
        begun = process_time()
        done = do()
        self.by_what.setdefault(what, []).append(process_time() - begun)
        gc.enable()
        return done

    def median(self, *what: str) -> float:
        """What these cost as a rule; nan if they were never done."""
        found = [seconds for each in what for seconds in self.by_what.get(each, ())]
        return median(found) if found else float("nan")


@dataclass
class Talk:
    """What was said to PostgreSQL: statements, but those round transactions; and how often it was waited for."""

    statements: int = 0
    waits: int = 0


@contextmanager
def listening() -> Iterator[Talk]:
    """Count what is said to PostgreSQL meanwhile, by whichever way of psycopg."""
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
    """The share of the CPU that each library took itself, the largest first; built-ins count for who called them."""
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
    """Whose file that is."""
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
    """What asks an app for that address once, as a server would; it says the headers, or fails at another status."""
    given = {"Authorization": token and f"Bearer {token}", "Cookie": cookie, "If-None-Match": etag}
    headers = {name: value for name, value in given.items() if value}
    # A context of its own: a request within the app's would have the session of the app's, and all that it has read.
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
    """Body, status and headers of an answer; Werkzeug's way to them takes a tenth of a 304."""
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
