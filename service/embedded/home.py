"""The home directory: the secret key, the SQLite database, and the embedded Redis's settings."""

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
"""Permissions of everybody but the owner."""
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
    "metrics",
    "metrics/*",
    LOCK_FILE,
)
"""Our files there. All others are left alone."""

ENDING = 15.0
"""Seconds for the remaining processes of an earlier Sundial to end."""
PAUSE = 0.1
"""Seconds between two checks."""

log = logging.getLogger(__name__)


class HomeInUse(OSError):
    """Another Sundial runs in this directory, or `is_ending`: its supervisor has ended, its processes have not."""

    def __init__(self, home: Path, process: str, *, is_ending: bool) -> None:
        super().__init__(str(home))
        self.process, self.is_ending = process, is_ending


def be_private() -> None:
    """Set the umask so that new files are private to their owner."""
    os.umask(OTHERS)


def make_home(path: Path) -> Path:
    """Create the home directory, private to its owner, and return its absolute path."""
    path = path.resolve()
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    keep_private(path)
    return path


def keep_private(home: Path) -> None:
    """Remove other users' permissions from the home and our files in it, and log that."""
    paths = [home, *(path for pattern in KEPT for path in home.glob(pattern))] if home.is_dir() else []
    outcomes = {_made_private(path) for path in paths if _is_shared(path)}
    if True in outcomes:
        log.warning("%s could be looked into by others; now it is for its owner alone.", home)
    if False in outcomes:
        log.warning("%s can be looked into by others, and is not ours to change: make it private.", home)


def _is_shared(path: Path) -> bool:
    """Check whether a path is open to others by mistake: neither a link, nor a public directory such as /tmp."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    return bool(mode & OTHERS) and not stat.S_ISLNK(mode) and not mode & stat.S_ISVTX


def _made_private(path: Path) -> bool:
    """Make a path private; True on success, or if it is gone."""
    with suppress(FileNotFoundError):
        try:
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OTHERS)
        except PermissionError:
            return False
    return True


class Hold:
    """The locks of a home: one on a file, for all processes in it; one on the directory, for the supervisor."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._directory = os.open(home, os.O_RDONLY)
        self._file = os.open(home / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def fileno(self) -> int:
        """Return the file's descriptor: a process that inherits it also holds its lock."""
        return self._file

    def close(self) -> None:
        """Release both locks; processes that inherited the file keep its lock."""
        os.close(self._file)
        os.close(self._directory)

    def take(self, patience: float) -> None:
        """Take both locks and record our process id; HomeInUse, at once if a supervisor runs."""
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
    """Lock the home until closed, or until this process and its heirs end; HomeInUse if it is locked.

    If a supervisor has ended and its processes remain, these have `patience` seconds to end.
    """
    held = Hold(home)
    try:
        held.take(patience)
    except HomeInUse:
        held.close()
        raise
    return held


def _is_locked(file: int) -> bool:
    """Try to lock an open file."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def write_private(path: Path, text: str, *, is_first: bool = False) -> None:
    """Write a file that only its owner can read, whole or not at all, even if the machine dies.

    If it has to be the first one, a file that another process has written meanwhile stays.
    """
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    flush(new)
    if is_first:
        with suppress(FileExistsError):
            path.hardlink_to(new)
        new.unlink()
    else:
        new.replace(path)
    flush(path.parent)


def flush(path: Path) -> None:
    """Sync a file or directory to disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
