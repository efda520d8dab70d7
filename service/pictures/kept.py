"""A disk cache of pictures, so that each position is rendered once for all readers and processes.

A file's name is a hash of the drawing and the renderer, and its first bytes are a hash of the rest. So a damaged file
counts as missing.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from itertools import count
from pathlib import Path

MOST_BYTES = 32 << 20
"""The limit of all files, about a thousand; the least recently used go first."""
BETWEEN_LOOKS = 200
"""Writes of a process between two checks of the size."""
DIGEST = hashlib.sha256().digest_size
_HERE = Path(__file__).parent


class Pictures:
    """The pictures in a folder, created on demand and shared by any number of processes.

    Pictures rendered `by` another version are ignored.
    """

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES, by: str | None = None) -> None:
        self._folder, self._most_bytes = folder, most_bytes
        self._by = drawn_by() if by is None else by
        self._written = count()

    def find(self, svg: str) -> bytes | None:
        """Return the picture of an SVG document and mark it as used; None if it is missing or damaged."""
        file = self._file(svg)
        try:
            kept = file.read_bytes()
            os.utime(file)
        except OSError:
            return None
        png = kept[DIGEST:]
        return png if hashlib.sha256(png).digest() == kept[:DIGEST] else None

    def keep(self, svg: str, png: bytes) -> None:
        """Store the picture of an SVG document; write errors are ignored."""
        with suppress(OSError):
            self._write(self._file(svg), png)

    def _file(self, svg: str) -> Path:
        return self._folder / hashlib.sha256(f"{self._by} {svg}".encode()).hexdigest()

    def _write(self, file: Path, png: bytes) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        with open(fresh, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as written:
            written.write(hashlib.sha256(png).digest() + png)
        fresh.replace(file)
        if next(self._written) % BETWEEN_LOOKS == 0:
            self._make_room()

    def _make_room(self) -> None:
        found = sorted(self._files(), reverse=True)
        room = self._most_bytes
        for _, size, path in found:
            room -= size
            if room < 0:
                Path(path).unlink(missing_ok=True)

    def _files(self) -> list[tuple[float, int, str]]:
        """List the last use, size and path of each file, skipping those just deleted."""
        files: list[tuple[float, int, str]] = []
        for entry in os.scandir(self._folder):
            with suppress(FileNotFoundError):
                told = entry.stat()
                files.append((told.st_mtime, told.st_size, entry.path))
        return files


@cache
def drawn_by() -> str:
    """Hash the renderer: its code, fonts and libraries."""
    files = [_HERE / "renderer.py", *sorted((_HERE / "fonts").glob("*.ttf"))]
    code = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    return f"{code} lunasvg {version('pillow-lunasvg')} pillow {version('pillow')}"
