"""Conditional moves in positions of the games: whether they are legal, and what they play."""

from __future__ import annotations

from random import Random

import pytest

import rules
from rules import AnyPosition
from service.play.planning.branches import Step, Unforeseen, after, follow, joined
from service.play.planning.grammar import read_plan, written
from service.play.planning.trial import Unplayable, tried
from service.play.planning.turns_taken import only_turn, samples, turns_taken


def begun(ruleset: str, *moves: str, players: int = 2) -> AnyPosition:
    """Return the position after those moves."""
    game = rules.game(ruleset)
    position = game.initial_position(game.new_setup(players, {}, Random(1)))
    for move in moves:
        position = rules.play(position, move)
    return position


def step(ruleset: str, text: str, played: str) -> Step | Unforeseen:
    """Return the reply of seat 0's conditional moves after its first move e5 and the others' moves."""
    base = begun(ruleset, "e5")
    plan = tried(read_plan(text), base, 0)
    turns = turns_taken(base, played.split(", "))
    return follow(plan, turns, turns[-1].after)


@pytest.mark.parametrize(
    ("text", "played", "answer"),
    [
        ("if e7 then g7", "e7", "g7"),
        ("if e7 then g7", "e8", None),
        ("if e8 or e7 then g8 or g7", "e7", "g7"),
        ("if anything but e8 then g7 or g5", "e7", "g7"),
        ("if anything but e7 then g8 or g7", "e7", None),
        ("if e7 then g7; if anything then g5 or g8", "e8", "g8"),
        ("if anything then g1 or g7", "e7", "g7"),
    ],
)
def test_the_first_branch_that_fits_plays_its_first_legal_move(text: str, played: str, answer: str | None) -> None:
    found = step("springtime", text, played)
    assert (found.move if isinstance(found, Step) else None) == answer


@pytest.mark.parametrize(
    ("plan", "more", "whole"),
    [
        ("if e7 then g7", "if e8 then g5", "if e8 then g5; if e7 then g7"),
        ("if e7 then g7", "if e7 then g5", "if e7 then g5"),
        ("if anything then g7", "if e7 then g5", "if e7 then g5; if anything then g7"),
        (
            "if e7 then g7 (if a1 then a3)",
            "if e7 then g7 (if a5 then a7)",
            "if e7 then g7 (if a5 then a7; if a1 then a3)",
        ),
        ("if e7 then g7 (if a1 then a3)", "if e7 then g7", "if e7 then g7 (if a1 then a3)"),
    ],
)
def test_a_branch_is_added_where_the_plan_has_no_other_answer_yet(plan: str, more: str, whole: str) -> None:
    assert written(joined(read_plan(plan), read_plan(more))) == whole


def test_of_a_plan_those_branches_are_left_that_fit_the_first_turns_of_the_others() -> None:
    first = next(iter(samples(begun("springtime-puzzle", "e5", players=3), 1)))
    plan = read_plan(f"if {first.move} / a1 then a3; if a9 / a1 then a3; if anything then b2")
    assert written(after(plan, [first])) == "if a1 then a3; if anything then b2"


def test_of_several_others_each_has_exactly_one_reply_before_ones_turn() -> None:
    base = begun("springtime-puzzle", "e5", players=3)
    first = next(iter(samples(base, 1)))
    second = next(iter(samples(first.after, 1)))
    answer = next(iter(samples(second.after, 1))).move
    for when in (f"{first.move} / {second.move}", f"anything / {second.move}", f"{first.move} / anything", "anything"):
        found = follow(tried(read_plan(f"if {when} then {answer}"), base, 0), [first, second], second.after)
        assert isinstance(found, Step)
        assert found.move == answer
    for when, code in (
        (first.move, "plan-not-your-turn"),
        (f"{first.move} / {second.move} / a1", "plan-too-many-replies"),
    ):
        with pytest.raises(Unplayable, match=code):
            tried(read_plan(f"if {when} then {answer}"), base, 0)


@pytest.mark.parametrize("ruleset", list(rules.games()))
def test_in_every_game_what_comes_after_a_known_reply_can_be_planned_and_is_played(ruleset: str) -> None:
    game, rng = rules.games()[ruleset], Random(3)
    position = game.initial_position(game.new_setup(2, {}, rng))
    for _ in range(12):
        position = _played_on(position, rng)
        mover = position.current_player()
        assert mover is not None
        reply = next(iter(samples(position, 1)))
        if reply.after.current_player() == 1 - mover:
            answer = next(iter(samples(reply.after, 1)))
            plan = tried(read_plan(f"if {reply.move} then {answer.move}"), position, 1 - mover)
            assert written(plan) == f"if {reply.move} then {answer.move}"
            found = follow(plan, [reply], reply.after)
            assert isinstance(found, Step)
            assert found.move == answer.move
        position = reply.after
        if position.current_player() is None:
            break


def _played_on(position: AnyPosition, rng: Random) -> AnyPosition:
    """Play chance outcomes."""
    while position.current_player() == rules.CHANCE:
        position = position.apply(rng.choice([outcome for outcome, _ in position.chance_outcomes()]))
    return position


def test_where_there_is_one_move_only_it_is_known() -> None:
    position = begun("springtime")
    assert only_turn(position) is None
