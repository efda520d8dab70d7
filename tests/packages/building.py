"""Builds of the separate distributions, as sdist and as the wheel built from it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.releases.wheel import NOT_KEPT, PIP_WHEEL, ROOT

DISTRIBUTIONS = {
    "sundial-rules": ROOT / "packages" / "sundial-rules",
    "sundial-client": ROOT / "clients" / "python",
    "sundial-bot-check": ROOT / "packages" / "sundial-bot-check",
}
LEFT = (*NOT_KEPT, "build", "*.egg-info", "tests")
SDIST = "import sys; from setuptools import build_meta; print(build_meta.build_sdist(sys.argv[1]))"


def build(name: str, directory: Path) -> Path:
    """Build a distribution's wheel from its sdist in that directory, and keep both."""
    with tempfile.TemporaryDirectory(prefix="sundial-build-") as scratch:
        source = Path(scratch, name)
        shutil.copytree(DISTRIBUTIONS[name], source, ignore=shutil.ignore_patterns(*LEFT))
        command = [sys.executable, "-c", SDIST, str(directory)]
        done = subprocess.run(command, cwd=source, check=True, capture_output=True, text=True)
    sdist = directory / done.stdout.split()[-1]
    subprocess.run([*PIP_WHEEL, "--no-build-isolation", "--no-index", "--wheel-dir", directory, sdist], check=True)
    [wheel] = directory.glob(f"{name.replace('-', '_')}-*.whl")
    return wheel


def main() -> None:
    """Build all of them into `dist/`."""
    target = ROOT / "dist"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    for name in DISTRIBUTIONS:
        build(name, target)
    print(*sorted(path.name for path in target.iterdir()), sep="\n")  # noqa: T201  # it says what there is


if __name__ == "__main__":
    main()
