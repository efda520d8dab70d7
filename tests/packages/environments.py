"""Empty environments for tests."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement


def empty(home: Path) -> Path:
    """Create an environment and return its Python."""
    venv.create(home, with_pip=False)
    return home / "bin" / "python"


def install(python: Path, *wheels: Path) -> None:
    """Install wheels there; it fails if anything that they need is not there, for nothing is fetched."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    subprocess.run([*pip, "install", "--quiet", "--no-index", *wheels], check=True)


def lend(python: Path, *names: str) -> None:
    """Copy installed distributions and their dependencies there, without an index."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    there = Path(subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip())
    for found in _with_what_they_need(names, set()):
        for file in found.files or ():
            if ".." not in file.parts:
                target = there / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(found.locate_file(file), target)  # type: ignore[arg-type]  # it is a path on disk


def _with_what_they_need(names: Iterable[str], seen: set[str]) -> Iterator[Distribution]:
    for name in names:
        if name not in seen:
            seen.add(name)
            found = distribution(name)
            yield found
            needed = map(Requirement, found.requires or ())
            yield from _with_what_they_need(
                [each.name for each in needed if each.marker is None or each.marker.evaluate({"extra": ""})], seen
            )
