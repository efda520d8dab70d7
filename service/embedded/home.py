"""The directory of what Sundial makes for itself: the signing key, the database, the settings of its Redis."""

from __future__ import annotations

import fcntl
import logging
import os
import stat
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Self

LOCK_FILE = "running.lock"
OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""What anybody but the owner may do with a file."""
KEPT = (
    "secret-key",
    "deletions",
    "sundial.sqlite*",
    "backups",
    "backups/*",
    "mailbox",
    "mailbox/*",
    "pictures",
    "pictures/*",
    "sandbox-*",
    "redis.*",
    "beat-*",
    "metrics",
    "metrics/*",
    LOCK_FILE,
)
"""What we keep there. Whatever else is there is somebody else's, and left as it is."""

ENDING = 15.0
"""Seconds that what is left of a Sundial has to end, when the next one wants its home."""
PAUSE = 0.1
"""Seconds between two looks."""

log = logging.getLogger(__name__)


class HomeInUse(OSError):
    """Another Sundial runs in this directory, or `is_ending`: what its supervisor has started outlives it."""

    def __init__(self, home: Path, process: str, *, is_ending: bool) -> None:
        super().__init__(str(home))
        self.process, self.is_ending = process, is_ending


def be_private() -> None:
    """Let what this process and its children make from now on be for its owner alone."""
    os.umask(OTHERS)


def make_home(path: Path) -> Path:
    """The directory, absolute, made if it is missing; for its owner alone, as all that is kept there."""
    path = path.resolve()
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    keep_private(path)
    return path


def keep_private(home: Path) -> None:
    """Take from everybody but the owner what they may do with the home and what is kept there; the log tells of it."""
    paths = [home, *(path for pattern in KEPT for path in home.glob(pattern))] if home.is_dir() else []
    outcomes = {_made_private(path) for path in paths if _is_shared(path)}
    if True in outcomes:
        log.warning("%s could be looked into by others; now it is for its owner alone.", home)
    if False in outcomes:
        log.warning("%s can be looked into by others, and is not ours to change: make it private.", home)


def _is_shared(path: Path) -> bool:
    """Whether it is open to others and not meant to be: neither a link, nor a place for everybody such as /tmp."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    return bool(mode & OTHERS) and not stat.S_ISLNK(mode) and not mode & stat.S_ISVTX


def _made_private(path: Path) -> bool:
    """Whether it could be done; what is not there any more is as private as can be."""
    with suppress(FileNotFoundError):
        try:
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OTHERS)
        except PermissionError:
            return False
    return True


class Hold:
    """The locks of a home: that of its file is for whatever runs in it, that of the directory for the supervisor."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._directory = os.open(home, os.O_RDONLY)
        self._file = os.open(home / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def fileno(self) -> int:
        """The descriptor of the file: who has inherited it holds its lock, too."""
        return self._file

    def close(self) -> None:
        """Let go of both; whoever has inherited the file holds it on."""
        os.close(self._file)
        os.close(self._directory)

    def take(self, patience: float) -> None:
        """Lock both, and note whose they are; or HomeInUse, at once if there is a supervisor."""
        until = monotonic() + patience
        if not _is_locked(self._directory):
            raise HomeInUse(self._home, self._holder(), is_ending=False)
        while not _is_locked(self._file):
            if monotonic() > until:
                raise HomeInUse(self._home, self._holder(), is_ending=True)
            sleep(PAUSE)
        os.truncate(self._file, 0)
        os.pwrite(self._file, str(os.getpid()).encode(), 0)

    def _holder(self) -> str:
        return os.pread(self._file, 20, 0).decode("ascii", "replace") or "?"


def hold(home: Path, patience: float = ENDING) -> Hold:
    """The home, held until it is closed or the process and all that inherited it end; HomeInUse if somebody holds it.

    Where only what a supervisor has started is left, without itself, that has some seconds of patience to end.
    """
    held = Hold(home)
    try:
        held.take(patience)
    except HomeInUse:
        held.close()
        raise
    return held


def _is_locked(file: int) -> bool:
    """Whether the lock of an open file is ours now."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, from its first moment on."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)


def flush(path: Path) -> None:
    """Let a file, or what a directory says of its files, be on the disk when this returns."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
