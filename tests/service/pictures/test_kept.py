"""Pictures in files: drawn once, and read only as they were written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from service.pictures.kept import BETWEEN_LOOKS, Pictures

PNG = b"\x89PNG a picture"


def test_a_picture_is_found_by_whoever_shares_the_folder(tmp_path: Path) -> None:
    Pictures(tmp_path / "pictures").keep("<svg/>", PNG)
    assert Pictures(tmp_path / "pictures").find("<svg/>") == PNG
    assert Pictures(tmp_path / "pictures").find("<svg />") is None


def test_it_is_for_its_owner_alone(tmp_path: Path) -> None:
    Pictures(tmp_path / "pictures").keep("<svg/>", PNG)
    [file] = (tmp_path / "pictures").iterdir()
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)


@pytest.mark.parametrize(
    "damage", [lambda there: there[:-1], lambda there: there[:40] + b"x" + there[41:], lambda _: b""]
)
def test_a_damaged_file_is_none_and_is_written_anew(tmp_path: Path, damage: object) -> None:
    assert callable(damage)
    pictures = Pictures(tmp_path)
    pictures.keep("<svg/>", PNG)
    [file] = tmp_path.iterdir()
    file.write_bytes(damage(file.read_bytes()))
    assert pictures.find("<svg/>") is None
    pictures.keep("<svg/>", PNG)
    assert pictures.find("<svg/>") == PNG


def test_what_another_renderer_has_drawn_is_not_taken(tmp_path: Path) -> None:
    Pictures(tmp_path).keep("<svg/>", PNG)
    assert Pictures(tmp_path, by="a later version").find("<svg/>") is None


def test_what_was_not_asked_for_the_longest_goes_first(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path, most_bytes=10 * 1032)
    for number in range(BETWEEN_LOOKS):
        pictures.keep(f"<svg>{number}</svg>", bytes(1000))
    for age, file in enumerate(tmp_path.iterdir()):
        os.utime(file, (1e9 - age, 1e9 - age))
    assert pictures.find("<svg>7</svg>")
    pictures.keep("<svg/>", bytes(1000))
    assert len(list(tmp_path.iterdir())) == 10
    assert pictures.find("<svg>7</svg>")
    assert pictures.find("<svg/>")


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("a file where the folder would be")
    pictures = Pictures(tmp_path / "pictures")
    pictures.keep("<svg/>", PNG)
    assert pictures.find("<svg/>") is None
