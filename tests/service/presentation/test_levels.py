"""How strong the computer is said to be."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

import rules
from service.language.catalogue import in_language
from service.presentation.levels import how_strong


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    """Return fixed figures, independent of new measurements."""
    path = tmp_path / "strengths.txt"
    path.write_text("dawn 1 1000\ndawn 2 1191 0.750\ndawn 3 1279 0.624\ndawn 4 1900 0.970 +\n", encoding="utf-8")
    return path


def test_each_level_is_told_with_its_points_and_what_it_wins_against_the_one_below(app: Flask, measured: Path) -> None:
    with app.test_request_context():
        assert how_strong("dawn", measured) == (
            "Strength of the computer, in points: level 1 about 1000; level 2 about 1200, wins 3 of 4 games "
            "against level 1; level 3 about 1300, wins 3 of 5 games against level 2; level 4 at least 1900, wins "
            "at least 9 of 10 games against level 3."
        )


def test_where_all_win_together_it_is_told_how_far_each_level_comes_alone_and_of_no_win(
    app: Flask, tmp_path: Path
) -> None:
    path = tmp_path / "strengths.txt"
    path.write_text("springtime-puzzle 1 alone 17.58\nspringtime-puzzle 2 alone 26.71 +\n", encoding="utf-8")
    with app.test_request_context():
        assert how_strong("springtime-puzzle", path) == (
            "Average points of the computer alone: level 1 about 17.6; level 2 at least 26.7."
        )
    with app.test_request_context(), in_language("de"):
        assert "17,6" in how_strong("springtime-puzzle", path)


def test_nothing_is_told_of_wins_against_anybody_where_all_win_together(app: Flask) -> None:
    with app.test_request_context():
        together = {ruleset: how_strong(ruleset) for ruleset, game in rules.games().items() if game.cooperative}
    assert together
    assert not [told for told in together.values() if "against" in told]


def test_of_a_game_that_nobody_has_measured_nothing_is_told(app: Flask, measured: Path) -> None:
    with app.test_request_context():
        assert how_strong("siesta", measured) == ""


def test_every_game_has_been_measured(app: Flask) -> None:
    with app.test_request_context():
        assert all("level 5" in how_strong(ruleset) for ruleset in rules.games())
