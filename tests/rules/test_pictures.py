"""Every game looks as it is kept."""

from pathlib import Path

import pytest

import rules
from rules import Game
from tests.rules.pictures import GOLDENS, SHOWN_LINES, difference, drawn, lined


def test_the_pictures_of_a_game_are_drawn_as_they_are_kept(game: Game) -> None:
    if wrong := list(filter(None, (difference(GOLDENS / name, wanted) for name, wanted in drawn(game)))):
        pytest.fail("\n\n".join(wrong), pytrace=False)


def test_no_picture_is_kept_that_nothing_draws() -> None:
    names = {name for game in rules.games().values() for name, _ in drawn(game)}

    assert {path.name for path in GOLDENS.iterdir()} == names


def test_a_picture_in_lines_is_the_picture_again(game: Game) -> None:
    position = game.initial_position(game.new_setup(game.players[0]))
    picture = game.picture.svg(position)

    assert lined(picture).removesuffix("\n").replace(">\n<", "><") == picture


def test_a_file_that_differs_is_named_with_a_short_diff_and_the_command_that_renews_it(tmp_path: Path) -> None:
    path = tmp_path / "dawn-end.svg"
    path.write_text("<svg>\n<circle/>\n</svg>\n")

    said = difference(path, "<svg>\n<rect/>\n</svg>\n")

    assert said.startswith("dawn-end.svg is not what is drawn.")
    assert said.splitlines()[4:-1] == ["-<circle/>", "+<rect/>"]
    assert "tests.rules.pictures" in said


def test_of_a_file_that_differs_everywhere_only_the_beginning_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "dawn-end.txt"
    path.write_text("x" * 500 + "\n" * 500)

    said = difference(path, "y" * 500)

    assert len(said.splitlines()) == SHOWN_LINES + 3
    assert max(map(len, said.splitlines())) < 200


def test_a_file_that_agrees_or_is_missing_is_known(tmp_path: Path) -> None:
    path = tmp_path / "dawn-end.txt"
    path.write_text("board\n")

    assert not difference(path, "board\n")
    assert difference(path, "board")
    assert difference(tmp_path / "other.txt", "board\n")
