"""Tests write into memory where there is room for it: nothing of theirs has to survive, so no disk is waited for."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")  # noqa: S108  # Linux keeps it in memory; below it every run has a directory of its own
ROOM = 3 * 1024**3
"""Bytes; a whole run fills about a fifth of it."""


def write_into_memory() -> None:
    """Create temporary files in memory, unless a directory is configured."""
    if "TMPDIR" not in os.environ and _is_fit(MEMORY):
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None


def _is_fit(place: Path) -> bool:
    """Whether there is room, and programs made there can be run."""
    if not (place.is_dir() and os.access(place, os.W_OK)):
        return False
    return shutil.disk_usage(place).free >= ROOM and not os.statvfs(place).f_flag & os.ST_NOEXEC
