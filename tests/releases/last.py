"""The last release: the content of the newest version tag."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from packaging.requirements import Requirement

from tests.releases.wheel import BESIDE, PACKAGES, ROOT

NONE = "no version is tagged yet, so there is no last release"


def last_release() -> str | None:
    """Its tag, or None before the first release."""
    found = _git("tag", "--list", "v[0-9]*", "--sort=-version:refname", "--merged", "HEAD").decode().split()
    return found[0] if found else None


def file_of(tag: str, name: str) -> bytes:
    """Read a file of the release."""
    return _git("show", f"{tag}:{name}")


def unpack(tag: str, directory: Path) -> Path:
    """Unpack the release's packages into the directory, and return it."""
    with tarfile.open(fileobj=io.BytesIO(_git("archive", tag, "--", *PACKAGES, *BESIDE))) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # the first Pythons 3.11 know of none
        archive.extractall(directory)  # noqa: S202  # it is ours
    return directory


def missing(directory: Path) -> Iterator[Requirement]:
    """Yield the release's requirements that the tests' environment does not fulfil."""
    for line in tomllib.loads((directory / "pyproject.toml").read_text())["project"]["dependencies"]:
        needed = Requirement(line)
        if needed.marker is None or needed.marker.evaluate({"extra": ""}):
            try:
                if not needed.specifier.contains(version(needed.name), prereleases=True):
                    yield needed
            except PackageNotFoundError:
                yield needed


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
