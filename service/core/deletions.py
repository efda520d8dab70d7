"""The file of deletions: which accounts were deleted, kept where setting the database back does not lose it.

A line is a day and the mark of an account (see `keys.account_mark`); it tells nothing of a person. It is only ever
appended to, and whoever reads it takes no notice of a line that was cut short.
"""

from __future__ import annotations

import os
import re
from datetime import datetime
from pathlib import Path

_LINE = re.compile(r"\d{4}-\d\d-\d\d ([0-9a-f]{64})")


def note(path: Path, mark: str, at: datetime) -> None:
    """Write that the account with that mark was deleted then; it is on the disk when this returns, or OSError."""
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "r+b", buffering=0) as file:
        file.write(f"{_end_of_what_was_cut(path)}{at:%Y-%m-%d} {mark}\n".encode())
        os.fsync(file.fileno())


def marks(path: Path) -> set[str]:
    """The marks of all accounts that were deleted; none if there is no such file."""
    try:
        lines = path.read_text(encoding="ascii", errors="replace").splitlines()
    except FileNotFoundError:
        return set()
    return {found[1] for line in lines if (found := _LINE.fullmatch(line))}


def _end_of_what_was_cut(path: Path) -> str:
    """What a line has to begin with so that it is one."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 1))
        written = file.read()
    return "\n" if written not in (b"", b"\n") else ""
