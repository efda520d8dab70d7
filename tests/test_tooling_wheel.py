"""The wheel contains everything of a checkout."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.releases.wheel import NOT_KEPT, PACKAGES, ROOT, built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"))


def files_of_the_checkout() -> set[str]:
    """Return the files of our packages, except those created by running them."""
    found = (path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file())
    return {
        str(path.relative_to(ROOT))
        for path in found
        if not any(path.match(pattern) or path.parent.match(pattern) for pattern in NOT_KEPT)
    }


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as files:
        return {name for name in files.namelist() if ".dist-info/" not in name}


def test_the_wheel_holds_every_file_of_our_packages_and_nothing_else(wheel: Path) -> None:
    assert {"workers/Procfile", "service/web/static/page.css", "rules/games/dawn/guide.md"} <= names(wheel)
    assert names(wheel) == files_of_the_checkout()


def test_the_procfile_in_the_wheel_is_that_of_the_checkout(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        assert files.read("workers/Procfile") == (ROOT / "Procfile").read_bytes()
