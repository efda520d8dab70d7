"""The guides for beginners of each game."""

import pytest

import rules
from rules.teaching.exercises import exercises
from rules.teaching.figures import figures

GAMES = [*rules.games().values()]


@pytest.mark.parametrize("ours", GAMES, ids=lambda game: game.id)
def test_each_of_our_games_has_four_figures_six_exercises_and_a_lesson(ours: rules.Game) -> None:
    assert len(figures(ours, ours.guide)) >= 4
    assert len(exercises(ours.id)) >= 6
    assert ours.guide_in("en", "lesson")


@pytest.mark.parametrize("ours", GAMES, ids=lambda game: game.id)
def test_exercises_are_legal_about_as_often_as_not(ours: rules.Game) -> None:
    asked = exercises(ours.id)
    legal = sum(exercise.is_legal for exercise in asked)
    assert len(asked) / 3 <= legal <= len(asked) * 2 / 3


@pytest.mark.parametrize("name", ["seasons", "dawn"])
def test_there_is_a_game_with_comments(name: str) -> None:
    assert rules.game(name).guide_in("en", "example")


def test_a_lesson_falls_back_on_english() -> None:
    siesta = rules.game("siesta")
    assert siesta.guide_in("el-GR", "lesson") == siesta.guide_in("en", "lesson")
