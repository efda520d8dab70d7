"""Lessons on a board: exercises, a first lesson, and a game with comments. Nothing here is stored."""

from __future__ import annotations

from dataclasses import replace

from flask import render_template, request

from rules import AnyPosition
from rules import Game as Ruleset
from rules.canvas import SEATS
from rules.teaching.exercises import Exercise, exercises
from rules.teaching.figures import FIGURE, figures, shown
from rules.teaching.lessons import steps_of, stops
from service.language.catalogue import gettext, language
from service.language.errors import NotFound
from service.play.games import ruleset_named
from service.play.moves import legal_from
from service.presentation.points import points_at
from service.presentation.story import effects
from service.web.boards import board_between
from service.web.choices import Choice, Ground, choose_on
from service.web.frame.blueprints import pages
from service.web.guides import as_html, without_title

YES, NO = "yes", "no"


@pages.get("/rules/<name>/try/<int:number>")
def try_case(name: str, number: int) -> str:
    """Show an exercise about a move, its answer, and a board to try other moves."""
    ruleset = ruleset_named(name)
    asked = exercises(ruleset.id)
    if not 1 <= number <= len(asked):
        raise NotFound
    exercise, answer = asked[number - 1], request.args.get("answer")
    choice = _tried(ruleset, exercise.position)
    is_answered = answer in (YES, NO) and not choice.chosen and not choice.form_error
    if is_answered and exercise.is_legal:
        choice = replace(choice, drawn=board_between(ruleset, exercise.reached(), exercise.position))
    return render_template(
        "try.html",
        ruleset=ruleset,
        exercise=exercise,
        choice=choice,
        number=number,
        last=len(asked),
        is_right=(answer == YES) == exercise.is_legal if is_answered else None,
        why=_why(ruleset, exercise),
    )


@pages.get("/rules/<name>/lesson")
@pages.get("/rules/<name>/lesson/<int:number>")
def lesson(name: str, number: int = 1) -> str:
    """Show a step of the first lesson; on the last one a move is chosen as in a game."""
    ruleset = ruleset_named(name)
    steps = steps_of(ruleset, ruleset.guide_in(language(), "lesson"))
    if not 1 <= number <= len(steps):
        raise NotFound
    step, is_last = steps[number - 1], number == len(steps)
    position, before = shown(step.board)
    return render_template(
        "lesson.html",
        ruleset=ruleset,
        step=step,
        prose=as_html(step.prose),
        number=number,
        last=len(steps),
        board=board_between(ruleset, position, before),
        choice=_tried(ruleset, position) if is_last else None,
    )


@pages.get("/rules/<name>/example")
def example(name: str) -> str:
    """Show a commented game, move by move."""
    ruleset = ruleset_named(name)
    text = ruleset.guide_in(language(), "example")
    if not text:
        raise NotFound
    [game], at = figures(ruleset, text), request.args.get("at", 0, type=int)
    reached = stops(game)
    if not 0 <= at < len(reached):
        raise NotFound
    stop = reached[at]
    return render_template(
        "example.html",
        ruleset=ruleset,
        title=game.name,
        prose=as_html(FIGURE.sub("", without_title(text))),
        stop=stop,
        board=board_between(ruleset, stop.position, stop.before),
        at=at,
        last=len(reached) - 1,
        scores=list(zip(SEATS, points_at(ruleset, stop.position) or (), strict=False)),
    )


@pages.app_template_global()
def exercises_of(ruleset: Ruleset) -> int:
    """Count the exercises of a game."""
    return len(exercises(ruleset.id))


@pages.app_template_global()
def letter_of(seat: int) -> str:
    """Return the label of a seat in pictures, or of the dice."""
    return SEATS[seat].letter if seat >= 0 else gettext("Dice:")


def _tried(ruleset: Ruleset, position: AnyPosition) -> Choice:
    """Read the state of choosing a move in an exercise's position from the request."""
    seat = position.current_player()
    if seat is None:
        raise NotFound
    ground = Ground(
        ruleset,
        position=lambda: position,
        board=lambda: board_between(ruleset, position, position),
        legal=lambda after: legal_from(ruleset, position, seat, after),
    )
    return choose_on(ground, request.args)


def _why(ruleset: Ruleset, exercise: Exercise) -> list[str]:
    """Describe what the move would do, or why it is illegal."""
    if not exercise.is_legal:
        return [exercise.why().translated(gettext)]
    actions = map(ruleset.parse_action, exercise.move.split(", "))
    return [told.translated(gettext) for told in effects(ruleset, exercise.position, actions)]
