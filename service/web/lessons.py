"""Lessons on a board: exercises, a first lesson, and a game with comments. Nothing here is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask import render_template, request

from rules import AnyPosition
from rules import Game as Ruleset
from rules.canvas import SEATS
from rules.teaching.exercises import Exercise, exercises
from rules.teaching.figures import FIGURE, figures, shown
from rules.teaching.lessons import LessonStep, steps_of, stops
from service.language.catalogue import gettext, language
from service.language.errors import NotFound
from service.play.games import ruleset_named
from service.play.moves import LegalActions, legal_from
from service.presentation.points import points_at
from service.presentation.story import effects
from service.web.boards import board_between
from service.web.choices import Choice, Ground, choose_on
from service.web.clickable_board import TARGET
from service.web.frame.blueprints import pages
from service.web.guides import as_html, without_title

YES, NO = "yes", "no"


class Pointing(Choice):
    """A board whose places are all pressed alike, to answer a question."""

    @cached_property
    def tells(self) -> tuple[str, ...]:
        return (gettext("answer with this"),) * len(self.actions)


@dataclass(frozen=True)
class Gain:
    """What a move has changed: the points of each seat before and after it, and the reasons that went and came."""

    points: Sequence[tuple[str, int, int]]
    gone: Sequence[str]
    new: Sequence[str]


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
    """Show a step of the first lesson: something to point at, or a move to choose as in a game."""
    ruleset = ruleset_named(name)
    steps = steps_of(ruleset, ruleset.guide_in(language(), "lesson"))
    if not 1 <= number <= len(steps):
        raise NotFound
    step, pointed = steps[number - 1], request.args.get("pick", "").strip().lower()
    position, _ = shown(step.board)
    choice = _pointing(ruleset, step) if step.places else _tried(ruleset, position)
    return render_template(
        "lesson.html",
        ruleset=ruleset,
        step=step,
        prose=as_html(step.prose),
        number=number,
        last=len(steps),
        choice=choice,
        is_right=pointed in step.places if step.places and pointed else None,
        gain=_gain(ruleset, position, choice.legal.position) if choice.is_whole else None,
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


def _pointing(ruleset: Ruleset, step: LessonStep) -> Pointing:
    """Offer every place on the board of a step."""
    position, before = shown(step.board)
    drawn = board_between(ruleset, position, before)
    words = list(dict.fromkeys(TARGET.findall(drawn.svg)))
    return Pointing(ruleset, drawn, LegalActions(0, 0, words, complete=False, played=[], position=position), [])


def _gain(ruleset: Ruleset, before: AnyPosition, after: AnyPosition) -> Gain:
    """Compare the points of two positions, and the reasons for them."""
    points = zip(SEATS, points_at(ruleset, before) or (), points_at(ruleset, after) or (), strict=False)
    then, now = (
        [each.told.translated(gettext) for each in ruleset.explained(position) if each.places]
        for position in (before, after)
    )
    return Gain(
        [(look.letter, old, new) for look, old, new in points],
        [told for told in then if told not in now],
        [told for told in now if told not in then],
    )


def _why(ruleset: Ruleset, exercise: Exercise) -> list[str]:
    """Describe what the move would do, or why it is illegal."""
    if not exercise.is_legal:
        return [exercise.why().translated(gettext)]
    actions = map(ruleset.parse_action, exercise.move.split(", "))
    return [told.translated(gettext) for told in effects(ruleset, exercise.position, actions)]
