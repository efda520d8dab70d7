"""The figures of all processes of one machine, which keep them in files of `SUNDIAL_HOME`, one for each process.

A home may be shared by machines, as containers are: each has a folder of its own, for they number processes alike.

When a process has ended, what it counted is added to one file for all that have: a total that fell would look to
Prometheus as if everything had happened anew.

The files are of the format of `prometheus_client`, which maps its own into memory, where a write to a full disk raises
SIGBUS. These are written without mmap: a full disk costs metrics, but never the process.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import shutil
import struct
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from functools import cache
from pathlib import Path
from socket import gethostname
from threading import Lock
from typing import ClassVar

from prometheus_client import CollectorRegistry, values
from prometheus_client.mmap_dict import MmapedDict, mmap_key
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.values import MutexValue

from service.core.telemetry.meters import REGISTRY

FOLDER = "metrics"
ENDED = "0"
"""In the name of a file it stands for all processes that have ended; no process has this number."""
KEPT = timedelta(days=7)
"""For how long the figures stay of a machine that counts nothing any more."""

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


def share(home: Path) -> None:
    """Share the metrics of this process and its forks with others of the home; call it before anything is counted.

    If the disk of the home is full, they keep their metrics to themselves.
    """
    folder = home / FOLDER / gethostname()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / "lock").touch()
    except OSError as error:
        log.warning("figures of other processes are not in /metrics: %s", error)
        return
    SharedValue.folder, values.ValueClass = folder, SharedValue
    _forget_others(folder)


def _forget_others(folder: Path) -> None:
    """Remove what machines have counted that are no more: each container that is made has a name of its own."""
    for other in folder.parent.iterdir():
        with suppress(FileNotFoundError):  # another process does the same
            changed = max(path.stat().st_mtime for path in (other, *other.iterdir()))
            if other != folder and time.time() - changed > KEPT.total_seconds():
                shutil.rmtree(other)


@contextmanager
def figures() -> Iterator[CollectorRegistry]:
    """What this process, or if it shares them all of the home, have counted."""
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
    """Add up the files of processes that have ended; what was in use by them is not in use any more."""
    for path in folder.glob("*_*.db"):
        kind, _, process = path.stem.rpartition("_")
        if process == ENDED or _is_alive(int(process)):
            continue
        with suppress(OSError):  # there is no room for it: another time
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


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
