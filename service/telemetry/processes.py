"""Metrics of all processes that share a `SUNDIAL_HOME`, as containers may do, in a file for each process.

A process holds a lock on its file while it runs; its number says nothing in another container. When it has ended, its
counts are added to one common file: a counter that falls looks like a reset to Prometheus.

The file format is that of `prometheus_client`, which maps its files into memory. A write to a full disk then raises
SIGBUS. These files are written without mmap: a full disk costs metrics, but never the process.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import secrets
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import ClassVar

from prometheus_client import CollectorRegistry, values
from prometheus_client.mmap_dict import MmapedDict, mmap_key
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.values import MutexValue

from service.telemetry.meters import REGISTRY

FOLDER = "metrics"
ENDED = "0"
"""In a file name: all ended processes."""

_USED = struct.Struct("i4x")
"""The file header: the number of used bytes."""
_VALUE = struct.Struct("dd")
"""A value and a timestamp, which is unused."""
_LOCK = Lock()

log = logging.getLogger(__name__)


def figures_in(path: Path) -> dict[str, tuple[float, int]]:
    """Read the values of a file by key, each with its offset; empty if it is unreadable."""
    try:
        return {key: (value, place) for key, value, _, place in MmapedDict.read_all_values_from_file(str(path))}
    except (ValueError, RuntimeError, struct.error):
        log.warning("the figures in %s cannot be read, and are left out", path.name)
        return {}


class FigureFile:
    """Values by key, and their file, created with the first value. If the disk is full, values stay in memory."""

    def __init__(self, path: str) -> None:
        self.values: dict[str, float] = {}
        self._path, self._opened = Path(path), 0
        self._used, self._places = _USED.size, dict[str, int]()
        with suppress(OSError):
            self._open()

    def set(self, key: str, value: float) -> None:
        """Store a value."""
        self.values[key] = value
        with suppress(OSError):
            os.pwrite(self._open(), _VALUE.pack(value, 0.0), self.place(key))

    def place(self, key: str) -> int:
        """Return the offset of a value and reserve its space; OSError if there is none."""
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
        """Close the file."""
        if self._opened:
            os.close(self._opened)

    def _open(self) -> int:
        if not self._opened and self._path.exists():
            for key, (value, place) in figures_in(self._path).items():
                self.values.setdefault(key, value)
                self._places[key], self._used = place, place + _VALUE.size
            self._opened = os.open(self._path, os.O_RDWR)
        elif not self._opened:
            self._opened = _created(self._path)
        return self._opened


def _created(path: Path) -> int:
    """Create a file without values, locked until this process ends; no other process sees it before."""
    new = path.with_suffix(".new")
    new.write_bytes(_USED.pack(_USED.size))
    opened = os.open(new, os.O_RDWR)
    with suppress(OSError):  # not every file system has locks
        fcntl.flock(opened, fcntl.LOCK_EX)
    new.rename(path)
    return opened


_file = cache(FigureFile)


@cache
def _name(process: int) -> str:
    """Return a random name: in two containers, processes may have the same number."""
    return secrets.token_hex(8)


class SharedValue(MutexValue):
    """A metric value for `prometheus_client.values`: starts at 0 in each forked process, in a file of its own."""

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
        """Add an amount."""
        with _LOCK:
            self._file.set(self._key, self._file.values.get(self._key, 0.0) + amount)

    def set(self, value: float, timestamp: float | None = None) -> None:
        """Set the value."""
        with _LOCK:
            self._file.set(self._key, value)

    def get(self) -> float:
        """Return the value in this process."""
        return self._file.values.get(self._key, 0.0)

    @property
    def _file(self) -> FigureFile:
        return _file(f"{self._prefix}_{_name(os.getpid())}.db")


def share(home: Path) -> None:
    """Share the metrics of this process and its forks with others of the home; call it before anything is counted.

    If the disk of the home is full, they keep their metrics to themselves.
    """
    folder = home / FOLDER
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / "lock").touch()
    except OSError as error:
        log.warning("figures of other processes are not in /metrics: %s", error)
        return
    SharedValue.folder, values.ValueClass = folder, SharedValue


@contextmanager
def figures() -> Iterator[CollectorRegistry]:
    """Open the metrics of this process, or of all processes that share the home."""
    if values.ValueClass is not SharedValue:
        yield REGISTRY
        return
    folder, registry = SharedValue.folder, CollectorRegistry()
    MultiProcessCollector(registry, str(folder))
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        gather(folder)
        yield registry


def gather(folder: Path) -> None:
    """Merge the files of ended processes; their gauges are dropped."""
    for path in folder.glob("*_*.db"):
        kind, _, process = path.stem.rpartition("_")
        if process == ENDED or _is_alive(path):
            continue
        with suppress(OSError):  # no room on the disk: try again later
            if not kind.startswith("gauge"):
                _add(path, folder / f"{kind}_{ENDED}.db")
            path.unlink()


def _add(path: Path, total: Path) -> None:
    """Merge the metrics of a file into others: all of them or, with an OSError, none."""
    found = figures_in(path)
    with closing(FigureFile(str(total))) as added:
        for key in found:
            added.place(key)
        for key, (value, _) in found.items():
            added.set(key, added.values.get(key, 0.0) + value)


def _is_alive(path: Path) -> bool:
    """Check whether a process holds the lock on its file."""
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False
