"""The wheel of this tree, built as for a release."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules", "service", "workers")
BESIDE = ("pyproject.toml", "README.md", "LICENSE", "Procfile")
NOT_KEPT = ("__pycache__", "*.pyc", "*.pot")
"""What running and translating leave behind."""
PIP_WHEEL = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps"]


def built(directory: Path, site: Path | None = None) -> Path:
    """Build the wheel in that directory from a copy, without remains of earlier builds.

    `site` is a documentation to include, in place of the checkout's.
    """
    source = directory / "source"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, symlinks=True, ignore=shutil.ignore_patterns(*NOT_KEPT))
    if site:
        shutil.copy(site, source / "service" / "web")
    for name in BESIDE:
        shutil.copy(ROOT / name, source)
    subprocess.run([*PIP_WHEEL, "--no-build-isolation", "--wheel-dir", directory, source], check=True)
    [wheel] = directory.glob("*.whl")
    return wheel
