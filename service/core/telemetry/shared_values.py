"""Multiprocess metrics in files, written without mmap. A full disk costs metrics, but never the process.

`prometheus_client` maps such files into memory, where a write to a full disk raises SIGBUS. Writing to the file fails
with an error instead. The format is that of `prometheus_client`, so it can read the files.
"""

from __future__ import annotations

import errno
import logging
import os
import struct
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import ClassVar

from prometheus_client.mmap_dict import MmapedDict, mmap_key
from prometheus_client.values import MutexValue

_USED = struct.Struct("i4x")
"""What a file begins with: how many of its bytes are used."""
_VALUE = struct.Struct("dd")
"""A value and a time, which is not used here."""
_LOCK = Lock()

log = logging.getLogger(__name__)


def figures_in(path: Path) -> dict[str, tuple[float, int]]:
    """The values in a file by key, each with its place; none if it cannot be read."""
    try:
        return {key: (value, place) for key, value, _, place in MmapedDict.read_all_values_from_file(str(path))}
    except (ValueError, RuntimeError, struct.error):
        log.warning("the figures in %s cannot be read, and are left out", path.name)
        return {}


class FigureFile:
    """Values by key, and a file of them, which is made with the first; where there is no room, the values alone."""

    def __init__(self, path: str) -> None:
        self.values: dict[str, float] = {}
        self._path, self._opened = Path(path), 0
        self._used, self._places = _USED.size, dict[str, int]()
        with suppress(OSError):
            self._open()

    def set(self, key: str, value: float) -> None:
        """Let that be the value."""
        self.values[key] = value
        with suppress(OSError):
            os.pwrite(self._open(), _VALUE.pack(value, 0.0), self.place(key))

    def place(self, key: str) -> int:
        """Where the value stands, with room for it; OSError if there is none."""
        if key not in self._places:
            text = key.encode()
            padded = text + b" " * (8 - (len(text) + 4) % 8)
            entry = struct.pack(f"i{len(padded)}sdd", len(text), padded, 0.0, 0.0)
            if os.pwrite(self._open(), entry, self._used) < len(entry):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.pwrite(self._open(), _USED.pack(self._used + len(entry)), 0)
            self._used += len(entry)
            self._places[key] = self._used - _VALUE.size
        return self._places[key]

    def close(self) -> None:
        """Leave the file."""
        if self._opened:
            os.close(self._opened)

    def _open(self) -> int:
        """The file, which is there already if a process had the same number: what it counted is kept."""
        if not self._opened:
            if not self._path.exists():
                empty = self._path.with_suffix(".new")
                empty.write_bytes(_USED.pack(_USED.size))
                empty.rename(self._path)
            for key, (value, place) in figures_in(self._path).items():
                self.values.setdefault(key, value)
                self._places[key], self._used = place, place + _VALUE.size
            self._opened = os.open(self._path, os.O_RDWR)
        return self._opened


_file = cache(FigureFile)


class SharedValue(MutexValue):
    """A figure as `prometheus_client.values` has them: from 0 on in each process that is forked, in a file of its."""

    folder: ClassVar[Path]

    def __init__(
        self,
        kind: str,
        metric: str,
        name: str,
        labels: list[str],
        label_values: list[str],
        help_text: str,
        multiprocess_mode: str = "",
    ) -> None:
        super().__init__(kind, metric, name, labels, label_values, help_text)  # type: ignore[no-untyped-call]
        self._prefix = self.folder / "_".join(filter(None, [kind, multiprocess_mode]))
        self._key = mmap_key(metric, name, labels, label_values, help_text)
        self.inc(0.0)

    def inc(self, amount: float) -> None:
        """Add to it."""
        with _LOCK:
            self._file.set(self._key, self._file.values.get(self._key, 0.0) + amount)

    def set(self, value: float, timestamp: float | None = None) -> None:
        """Let it be that."""
        with _LOCK:
            self._file.set(self._key, value)

    def get(self) -> float:
        """What it is in this process."""
        return self._file.values.get(self._key, 0.0)

    @property
    def _file(self) -> FigureFile:
        return _file(f"{self._prefix}_{os.getpid()}.db")
