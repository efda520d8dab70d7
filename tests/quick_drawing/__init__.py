"""Fake drawing libraries (see `tests.quick_pictures`) that Sundial processes import instead of the real ones.

This folder is then in their PYTHONPATH. Everything else about a picture is real: the child that renders it, its
post-processing, and its size.
"""

from __future__ import annotations

import os
from pathlib import Path


def python_path(*others: str) -> str:
    """Return a PYTHONPATH with this folder before `others` and the current one."""
    inherited = os.environ.get("PYTHONPATH", "")
    return os.pathsep.join(filter(None, [*others, str(Path(__file__).parent), inherited]))
