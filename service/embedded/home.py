"""The directory of what Sundial makes for itself: the signing key, the database, the settings of its Redis."""

import fcntl
import logging
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TextIO

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
    "sandbox-*",
    "redis.*",
    "beat-*",
    LOCK_FILE,
)
"""What we keep there. Whatever else is there is somebody else's, and left as it is."""

log = logging.getLogger(__name__)


class HomeInUse(OSError):
    """Another Sundial runs in this directory."""


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
    outcomes = {_made_private(path) for path in _kept(home) if _is_shared(path)}
    if True in outcomes:
        log.warning("%s could be looked into by others; now it is for its owner alone.", home)
    if False in outcomes:
        log.warning("%s can be looked into by others, and is not ours to change: make it private.", home)


def _kept(home: Path) -> Iterator[Path]:
    if home.is_dir():
        yield home
        for pattern in KEPT:
            yield from home.glob(pattern)


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


def hold(home: Path) -> TextIO:
    """The lock of the home, held until the file is closed or the process ends; HomeInUse if somebody holds it."""
    lock = (home / LOCK_FILE).open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise HomeInUse(str(home)) from None
    return lock


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, from its first moment on."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
