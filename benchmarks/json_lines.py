"""Append-only file of JSON lines, for runs that can resume."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from json import dumps, loads
from pathlib import Path
from typing import Any


class JsonLines:
    """A file of JSON lines. An incomplete last line is ignored, and removed at the next write."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[Any]:
        content = self._path.read_bytes() if self._path.exists() else b""
        return map(loads, content[: content.rfind(b"\n") + 1].splitlines())

    def write(self, line: Mapping[str, object]) -> None:
        """Append a line."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab") as file:
            if not _ends_whole(self._path):
                os.truncate(self._path, self._path.read_bytes().rfind(b"\n") + 1)
            file.write(dumps(line).encode() + b"\n")


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 1))
        return file.read() in (b"", b"\n")
