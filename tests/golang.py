"""Programs in Go, where there is a Go: only what its standard library has, and nothing is fetched."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest


def built(source: Path, folder: Path) -> Path:
    """The program of a source file, built in a folder with a cache of its own."""
    compiler = shutil.which("go")
    if compiler is None:
        pytest.skip("there is no go: apt-get install golang-go")
    program = folder / source.stem
    env = os.environ | {"GOCACHE": str(folder / "cache"), "GOPROXY": "off", "GOTOOLCHAIN": "local"}
    subprocess.run([compiler, "build", "-o", program, source], env=env, check=True)
    return program
