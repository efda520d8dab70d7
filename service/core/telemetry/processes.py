"""The figures of all processes of one machine, which keep them in files of `SUNDIAL_HOME`, one for each process.

A home may be shared by machines, as containers are: each has a folder of its own, for they number processes alike.

When a process has ended, what it counted is added to one file for all that have: a total that fell would look to
Prometheus as if everything had happened anew.
"""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from socket import gethostname

from prometheus_client import CollectorRegistry, values
from prometheus_client.multiprocess import MultiProcessCollector

from service.core.telemetry.meters import REGISTRY
from service.core.telemetry.shared_values import FigureFile, SharedValue, figures_in

FOLDER = "metrics"
ENDED = "0"
"""In the name of a file it stands for all processes that have ended; no process has this number."""
KEPT = timedelta(days=7)
"""For how long the figures stay of a machine that counts nothing any more."""

log = logging.getLogger(__name__)


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
            if other != folder and time.time() - _last_change(other) > KEPT.total_seconds():
                shutil.rmtree(other)


def _last_change(folder: Path) -> float:
    return max(path.stat().st_mtime for path in (folder, *folder.iterdir()))


@contextmanager
def figures() -> Iterator[CollectorRegistry]:
    """What this process, or if it shares them all of the home, have counted."""
    if values.ValueClass is not SharedValue:
        yield REGISTRY
        return
    folder, registry = SharedValue.folder, CollectorRegistry()
    MultiProcessCollector(registry, str(folder))
    with _locked(folder):
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


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
