"""Moves whose actions stand in lines of their own, and how they are told from second thoughts."""

from __future__ import annotations

import pytest

from service.mail.commands import Move
from service.mail.intents import One, Talk
from tests.service.mail.positions import TWO_MOVES, VESTA_THEN_CERES, Standing, at, in_doubt, standing

SEASONS, SIESTA, TRIBES = (standing(ruleset).grammar for ruleset in ("seasons", "siesta", "tribes"))


@pytest.mark.parametrize("ruleset", ["siesta", "tribes"])
def test_one_action_a_line_is_one_move(ruleset: str) -> None:
    grammar = standing(ruleset).grammar
    for move in TWO_MOVES[ruleset]:
        lines = move.split(", ")
        for written in (lines, [f"{line}," for line in lines], [*lines, "Thanks!"], ["Hi Bob,", *lines]):
            meaning = at(grammar, *written)
            assert isinstance(meaning, One), written
            assert meaning.intent == Move(move)


def test_actions_can_be_written_as_they_come() -> None:
    whole = Move("roof e5, sun e4, sun e3")
    for lines in (
        ["roof e5, sun e4", "sun e3"],
        ["Roof E5.", "sun  e4;", "Move: sun e3"],
        ["roof e5", "sun e4", "sun e3", "roof e5", "sun e4", "sun e3"],
        ["roof e5", "sun e4", "sun e3", "That is:", "roof e5, sun e4, sun e3"],
        ["roof e5", "say Your turn!", "sun e4", "sun e3"],
    ):
        meaning = at(SIESTA, *lines)
        assert isinstance(meaning, One), lines
        assert meaning.intent == whole


def test_a_second_thought_after_one_action_a_line_is_one() -> None:
    first, second = (move.split(", ") for move in TWO_MOVES["siesta"])
    assert in_doubt(at(SIESTA, *first, *second)) == list(TWO_MOVES["siesta"])
    assert in_doubt(at(SIESTA, *first, "no, rather", *second)) == list(TWO_MOVES["siesta"])


def test_a_last_action_that_is_written_twice_stands_for_another_move() -> None:
    assert in_doubt(at(TRIBES, "shaman autumn a1", "coin b1", "coin b2")) == [
        "shaman autumn a1, coin b1",
        "shaman autumn a1, coin b2",
    ]
    assert in_doubt(at(TRIBES, "shaman autumn a1, coin b1", "no", "coin b2"))[0] == "shaman autumn a1, coin b1"


def test_actions_with_talk_between_them_are_asked_about_as_one() -> None:
    assert in_doubt(at(SIESTA, "roof e5", "and then", "sun e4", "sun e3")) == ["roof e5, sun e4, sun e3"]


def test_actions_that_make_no_move_are_left_to_the_rules_to_refuse() -> None:
    assert at(SIESTA, "roof e5", "sun e4") == One(Move("roof e5, sun e4"), ("roof e5", "sun e4"))
    assert at(SIESTA, "roof e5", "sun a1", "sun a2") == One(
        Move("roof e5, sun a1, sun a2"), ("roof e5", "sun a1", "sun a2")
    )
    assert at(SEASONS, "place max-99") == Talk("place max-99")


def test_two_turns_of_one_seat_in_two_lines_are_one_move_where_the_second_could_not_be_played_first() -> None:
    grammar = Standing("dawn", tuple(VESTA_THEN_CERES)).grammar
    meaning = at(grammar, "vesta f5", "ceres a1")
    assert isinstance(meaning, One)
    assert meaning.intent == Move("vesta f5, ceres a1")
    assert in_doubt(at(grammar, "vesta f5", "vesta a1")) == ["vesta f5", "vesta a1"]


def test_two_turns_of_one_seat_that_could_be_played_in_any_order_are_asked_about() -> None:
    solo = standing("springtime-puzzle").grammar
    assert at(solo, "a2, i9") == One(Move("a2, i9"), ("a2, i9",))
    assert in_doubt(at(solo, "a2", "i9")) == ["a2", "i9"]
    assert in_doubt(at(solo, "a2", "no wait", "i9")) == ["a2", "i9"]
