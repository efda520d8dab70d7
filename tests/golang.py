"""Go programs, if Go is installed: only with its standard library, and without downloads."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest


def built(source: Path, folder: Path) -> Path:
    """Build the program of a source file, with a cache of its own."""
    compiler = shutil.which("go")
    if compiler is None:
        pytest.skip("there is no go: apt-get install golang-go")
    program = folder / source.stem
    env = os.environ | {"GOCACHE": str(folder / "cache"), "GOPROXY": "off", "GOTOOLCHAIN": "local"}
    subprocess.run([compiler, "build", "-o", program, source], env=env, check=True)
    return program
