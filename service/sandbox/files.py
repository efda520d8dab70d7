"""Files shared by a sandbox's processes: a JSON object with locked updates, and an append-only journal."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from rules.json_types import Json


@dataclass(frozen=True)
class Kept:
    """A JSON object in a file; empty while there is no file."""

    path: Path

    def read(self) -> dict[str, Any]:
        """Read the current object, consistent despite concurrent changes."""
        try:
            found: dict[str, Any] = json.loads(self.path.read_bytes())
        except FileNotFoundError:
            return {}
        return found

    @contextmanager
    def changing(self) -> Iterator[dict[str, Any]]:
        """Lock and yield the object for changes in place; saved unless an exception is raised."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self.path.with_suffix(".lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            kept = self.read()
            yield kept
            fresh = self.path.with_suffix(".new")
            fresh.write_text(json.dumps(kept), encoding="utf-8")
            os.replace(fresh, self.path)  # noqa: PTH105  # atomic


@dataclass(frozen=True)
class Journal:
    """A journal of the sandbox's requests, one line each, to see what a client does."""

    path: Path

    def note(self, **entry: Json) -> None:
        """Append a line; a short one is written whole or not at all."""
        line = f"{json.dumps(entry)}\n".encode()
        with open(self.path, "ab", buffering=0, opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(line)

    def after(self, number: int, limit: int) -> Iterator[dict[str, Json]]:
        """Iterate over entries after the first `number`, in order, with their number as `id`."""
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            for found, line in enumerate(islice(file, number, number + limit), number + 1):
                yield {"id": found, **json.loads(line)}
