"""What is to outlive the machine has to be on the disk before it is relied on."""

from __future__ import annotations

import os
from pathlib import Path


def flush(path: Path) -> None:
    """Let a file, or what a directory says of its files, be on the disk when this returns."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
