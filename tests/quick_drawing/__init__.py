"""Libraries that draw, as `tests.quick_pictures` does: what a Sundial of processes finds before the real ones.

It has this folder in its PYTHONPATH then. All else about a picture is as for people: the child that draws it, what that
makes of it, and how large it is.
"""

from __future__ import annotations

import os
from pathlib import Path


def python_path(*others: str) -> str:
    """As PYTHONPATH, before `others` and what is there already."""
    inherited = os.environ.get("PYTHONPATH", "")
    return os.pathsep.join(filter(None, [*others, str(Path(__file__).parent), inherited]))
