"""Clocks of programs that jump, by libfaketime: the wheel's, or another that is named in LIBFAKETIME."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

WITHIN = "vendor/libfaketime/src/libfaketime.so.1"
KNOB = "LIBFAKETIME"
"""In the environment: where else the library is."""
PROBE = "import time; time.sleep(0.01); print(time.time())"
FAR = 100_000
"""Seconds that the probe's clock is put ahead."""


@cache
def library() -> Path | None:
    """One that works here, or None: Debian's of 2022 lets no program of Python 3.11 sleep."""
    return next((path for path in _found() if path.is_file() and _works(path)), None)


def environment(offset: Path) -> dict[str, str]:
    """Return the environment of a program with its clock off by the seconds in the file; empty without one."""
    found = library()
    return _environment(found, offset) if found else {}


def jump(offset: Path, seconds: int) -> None:
    """Move the clock of programs that read the file by so many seconds."""
    new = offset.with_suffix(".new")
    new.write_text(f"{seconds:+d}s")
    new.rename(offset)


def _found() -> Iterator[Path]:
    if given := os.environ.get(KNOB):
        yield Path(given)
    wheel = find_spec("libfaketime")
    if wheel is not None and wheel.origin:
        yield Path(wheel.origin).parent / WITHIN


def _works(path: Path) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | _environment(path, Path(folder) / "offset")
        jump(Path(folder) / "offset", FAR)
        command = [sys.executable, "-c", PROBE]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode == 0 and float(done.stdout) > time.time() + FAR / 2


def _environment(path: Path, offset: Path) -> dict[str, str]:
    jump(offset, 0)
    return {
        "LD_PRELOAD": str(path),
        "FAKETIME_TIMESTAMP_FILE": str(offset),
        "FAKETIME_CACHE_DURATION": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }
