"""What is kept of a release: its wheel's files in an archive, without the fonts, which are larger than all the rest."""

from __future__ import annotations

import shutil
import tarfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, PathDistribution, version
from pathlib import Path

from packaging.requirements import Requirement

from tests.releases.wheel import ROOT

PLACE = Path(__file__).parent
FONTS = Path("service", "pictures", "fonts")


def last_release() -> Path:
    """The archive of the last release, `sundial-<version>.tar.xz`; there is one at a time."""
    [archive] = PLACE.glob("sundial-*.tar.xz")
    return archive


def keep(wheel: Path, place: Path) -> Path:
    """Write what a wheel holds into an archive, the only one of its place from now on."""
    archive = place / f"{'-'.join(wheel.name.split('-')[:2])}.tar.xz"
    for older in place.glob("sundial-*.tar.xz"):
        older.unlink()
    with zipfile.ZipFile(wheel) as files, tarfile.open(archive, "w:xz") as kept:
        for info in sorted(files.infolist(), key=lambda info: info.filename):
            if not info.filename.endswith((".ttf", "RECORD")):
                member = tarfile.TarInfo(info.filename)  # of no owner and no time: the same files, the same archive
                member.size = info.file_size
                with files.open(info) as file:
                    kept.addfile(member, file)
    return archive


def unpack(archive: Path, directory: Path) -> Path:
    """The directory, in which the release lies now, with today's fonts."""
    with tarfile.open(archive) as kept:
        kept.extraction_filter = getattr(tarfile, "data_filter", None)  # the first Pythons 3.11 know of none
        kept.extractall(directory)  # noqa: S202  # it is ours
    for font in (ROOT / FONTS).glob("*.ttf"):
        shutil.copy(font, directory / FONTS)
    return directory


def missing(directory: Path) -> Iterator[Requirement]:
    """What the release that lies there needs, and the environment of the tests, in which it runs, does not have."""
    [described] = directory.glob("sundial-*.dist-info")
    for line in PathDistribution(described).requires or ():
        needed = Requirement(line)
        if needed.marker is None or needed.marker.evaluate({"extra": ""}):
            try:
                if not needed.specifier.contains(version(needed.name), prereleases=True):
                    yield needed
            except PackageNotFoundError:
                yield needed
