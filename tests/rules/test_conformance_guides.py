"""Conformance of every game's teaching material: figures, exercises, lesson and example."""

import re

from rules import CHANCE, AnyPosition, Game, RulesError, play
from rules.game import ENGLISH, guides
from rules.teaching.exercises import exercises
from rules.teaching.figures import figures, shown, with_text_boards
from rules.teaching.lessons import steps_of, stops
from tests.rules.cases import run

LONGEST_LESSON = 5


def test_every_guide_has_figures_and_each_replays(game: Game) -> None:
    assert figures(game, game.guide)
    for prose in guides(game.package, game.id).values():
        for figure in figures(game, prose):
            run(figure)


def test_the_caption_of_a_figure_is_a_sentence(game: Game) -> None:
    assert all(figure.name.endswith(".") for figure in figures(game, game.guide))


def test_a_guide_without_pictures_has_its_figures_as_boards_in_text(game: Game) -> None:
    prose = with_text_boards(game, game.guide)
    assert "```figure" not in prose
    for figure in figures(game, game.guide):
        assert f"{figure.name}\n\n```\n{game.picture.text(*shown(figure))}\n```" in prose


def test_every_game_asks_about_its_cases_and_knows_why(game: Game) -> None:
    assert exercises(game.id)
    for exercise in exercises(game.id):
        assert exercise.position.current_player() not in (CHANCE, None)
        assert exercise.reached() if exercise.is_legal else str(exercise.why())


def test_a_lesson_is_short_and_ends_with_a_move_that_it_names(game: Game) -> None:
    for lesson in guides(game.package, game.id, "lesson").values():
        steps = steps_of(game, lesson)
        assert 1 < len(steps) <= LONGEST_LESSON
        for step in steps:
            run(step.board)
        position, _ = shown(steps[-1].board)
        assert any(can_be_played(position, move) for move in re.findall(r"`([^`]+)`", steps[-1].prose))


def test_every_step_of_a_lesson_ends_with_something_to_press_the_same_in_every_language(game: Game) -> None:
    lessons = [steps_of(game, lesson) for lesson in guides(game.package, game.id, "lesson").values()]
    asked = [[(list(step.places), shown(step.board)) for step in steps] for steps in lessons]
    assert all(each == asked[0] for each in asked)
    for steps in lessons:
        assert not steps[-1].places
        for step in steps:
            assert step.answer or shown(step.board)[0].current_player() not in (CHANCE, None), step.title


def test_an_example_is_one_game_and_says_something_about_each_move(game: Game) -> None:
    for example in guides(game.package, game.id, "example").values():
        [played] = figures(game, example)
        reached = stops(played)
        assert len(reached) > 1
        assert reached[-1].position == played.positions()[-1]
        assert all(stop.comment.endswith(".") for stop in reached[1:])


def test_there_is_no_prose_where_there_is_no_file(game: Game) -> None:
    assert bool(game.guide_in(ENGLISH, "lesson")) == bool(guides(game.package, game.id, "lesson"))
    assert bool(game.guide_in("el", "example")) == bool(guides(game.package, game.id, "example"))


def can_be_played(position: AnyPosition, move: str) -> bool:
    try:
        return play(position, move) is not None
    except RulesError:
        return False
