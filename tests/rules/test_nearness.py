"""Suggestions for illegal input: legal, complete, nearest first; exactly one if it is unambiguous."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import rules
from rules import AnyPosition, RulesError
from rules.nearness import MOST, near_moves, only_near
from rules.teaching.cases import Case
from tests.rules.cases import STEPS
from tests.rules.tables import Table, chosen
from tests.rules.test_cases import CASES

GAMES = sorted(rules.games())


def refused(case: Case) -> Iterator[tuple[AnyPosition, str]]:
    """Yield the refused moves of a case with their positions."""
    position = case.first_position()
    for step in case.steps:
        if step.keyword == "refuse" and isinstance(position.current_player(), int) and position.legal_actions():
            yield position, step.text.rpartition("=")[0].strip()
        position = STEPS[step.keyword](case.game, position, step.text)


def whole_move(position: AnyPosition, rng: Random) -> str:
    actions = [rng.choice(position.legal_actions())]
    after = position.apply(actions[0])
    while after.mid_turn:
        actions.append(rng.choice(after.legal_actions()))
        after = after.apply(actions[-1])
    return ", ".join(map(str, actions))


def positions(game: str, rng: Random, count: int) -> Iterator[AnyPosition]:
    """Yield some positions of a random game at the start of a turn."""
    ruleset = rules.game(game)
    table = Table(game, ruleset.players[0], ())
    position = ruleset.initial_position(table.setup(3))
    while count and position.current_player() is not None:
        if position.current_player() != rules.CHANCE and not position.mid_turn and rng.random() < 0.5:
            yield position
            count -= 1
        position = position.apply(chosen(position, rng))


@pytest.mark.parametrize("case", CASES)
def test_in_place_of_what_is_refused_come_whole_moves_that_can_be_played(case: Case) -> None:
    for position, move in refused(case):
        found = near_moves(position, move)
        assert len({near.move for near in found}) == len(found) <= MOST
        assert [near.distance for near in found] == sorted(near.distance for near in found)
        for near in found:
            rules.play(position, near.move)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_with_a_slip_of_the_pen_is_taken_for_no_other(game: str) -> None:
    rng = Random(11)
    for position in positions(game, rng, 6):
        move = whole_move(position, rng)
        assert only_near(near_moves(position, move)) == move
        for written in (f"I'd like {move} please", move.replace(", ", " and "), move.replace("a", "", 1)):
            assert only_near(near_moves(position, written)) in (move, None)


def first_turn(game: str, *log: str) -> AnyPosition:
    ruleset = rules.game(game)
    return rules.replay(ruleset.new_setup(ruleset.players[0], rng=Random(7)), log)


@pytest.mark.parametrize(
    ("position", "written", "meant"),
    [
        (first_turn("seasons", "roll 1 1 1"), "max-10", "place max-10"),
        (first_turn("seasons", "roll 1 1 1"), "place 10 on max-10", "place max-10"),
        (first_turn("seasons", "roll 1 1 1"), "places 10 on max-10", "place max-10"),
        (first_turn("seasons", "roll 1 1 1"), "places 3 on max-15", "place max-15"),
        (first_turn("seasons", "roll 1 1 1"), "lege 3 auf max-8", "place max-8"),
        (first_turn("seasons", "roll 1 1 1"), "metti 3 su min-9", "place min-9"),
        (first_turn("seasons", "roll 1 1 1"), "place 15 max", "place max-15"),
        (first_turn("seasons", "roll 1 1 1"), "I think I will plce it on max-15", "place max-15"),
        (first_turn("siesta", "sun g6", "roof f6", "shadow e6"), "rof e5 / sun e4 / sun e3", "roof e5, sun e4, sun e3"),
        (first_turn("springtime", "e1", "e5"), "put a token on i1", "i1"),
        (first_turn("dawn", "vesta a5", "roll 3"), "upright g5", "bar 3 upright g5"),
        (first_turn("tribes", "choose winter", "choose autumn"), "autumn a1, coin b1", "shaman autumn a1, coin b1"),
        (first_turn("seasons", "roll 1 1 1"), "place max-15 or max-16", None),
        (first_turn("seasons", "roll 1 1 1"), "max 99", None),
        (first_turn("seasons", "roll 1 1 1"), "draw?", None),
        (first_turn("seasons", "roll 1 1 1"), "place", None),
        (first_turn("springtime", "e1", "e5"), "a2", None),
        (first_turn("tribes", "choose winter", "choose autumn"), "shaman sprng f3", None),
        (first_turn("tribes", "choose winter", "choose autumn"), "", None),
    ],
)
def test_one_move_is_meant_where_it_is_clearly_nearer_than_every_other(
    position: AnyPosition, written: str, meant: str | None
) -> None:
    assert only_near(near_moves(position, written)) == meant


def test_what_shares_nothing_with_any_move_has_none_near() -> None:
    for text in ("draw?", "Hello, how is the weather?", "word " * 30, "", "42"):
        assert near_moves(first_turn("springtime", "e1", "e5"), text) == []


def test_nothing_is_near_while_dice_are_to_be_rolled_or_once_the_game_is_over() -> None:
    assert near_moves(first_turn("seasons"), "place max-10") == []
    position = first_turn("springtime-puzzle")
    while position.current_player() is not None:
        position = position.apply(position.legal_actions()[0])
    assert near_moves(position, "e1") == []
    with pytest.raises(RulesError):
        rules.play(position, "e1")
