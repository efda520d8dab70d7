"""The directory of what Sundial makes for itself: the signing key, the database, the settings of its Redis."""

import fcntl
import os
from pathlib import Path
from typing import TextIO

LOCK_FILE = "running.lock"


class HomeInUse(OSError):
    """Another Sundial runs in this directory."""


def make_home(path: Path) -> Path:
    """The directory, absolute, made if it is missing and then readable by its owner alone."""
    path = path.resolve()
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


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
