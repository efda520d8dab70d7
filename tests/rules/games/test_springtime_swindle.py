"""Springtime as seat 1 plays on where only mistakes of seat 0 can let it win."""

from __future__ import annotations

from random import Random

import pytest

from rules import CHANCE
from rules.game import Tactics
from rules.games.springtime import tactics
from rules.games.springtime.placements import SEARCHED_TO_THE_END
from rules.games.springtime.position import Springtime
from rules.games.springtime.rollouts import SOLVED
from rules.games.springtime.swindle import is_wanted, sample, settled, sketch
from rules.searching import to_play
from tests.rules.games.springtime_games import SCORINGS, against_random, best_end, random_game
from workers.search import Budget
from workers.search.tree import TreeSearch

WALKS = Budget(1.0, 300)


def lost_ends(room: int) -> list[Springtime]:
    """Positions of seat 1, with a choice on so little room, in which seat 0 wins by its best play."""
    positions = [each for seed in range(120) for each in random_game(seed)]
    asked = [each for each in positions if each.seat and len(each.legal_actions()) > 1]
    return [each for each in asked if each.room.bit_count() <= room and best_end(each)]


def test_a_game_seen_so_keeps_to_the_rules_and_chance_places_for_the_other_seat() -> None:
    for seed in range(20):
        _, position, *rest = random_game(seed)
        seen = sketch(position)
        for after in [*rest, None]:
            by_seat = {0: CHANCE, 1: 1, None: None}
            assert (seen.legal, seen.room) == (position.legal, position.room)
            assert seen.current_player() == by_seat[position.current_player()]
            if after:
                token = next(each for each in position.legal_actions() if position.apply(each) == after)
                position, seen = after, seen.apply(token)


def test_each_token_of_the_other_seat_is_as_likely_as_the_others() -> None:
    _, position, second, *_ = random_game(3)
    outcomes = sketch(second).chance_outcomes()
    assert position.seat == 1
    assert [token for token, _ in outcomes] == second.legal_actions()
    assert {odds for _, odds in outcomes} == {1 / len(outcomes)}


def test_near_the_end_the_chance_is_exact() -> None:
    asked = 0
    for seed in range(100):
        for position in [each for each in list(random_game(seed))[1:] if each.room.bit_count() <= 8]:
            chances = [1 - against_random(position, 1), against_random(position, 1)]
            assert sample(sketch(position), Random(seed)) == pytest.approx(chances)
            asked += 0 < chances[1] < 1
    assert asked >= 20


def test_it_is_known_when_the_chance_is_exact() -> None:
    for seed in range(10):
        for position in list(random_game(seed))[1:]:
            seen = sketch(position)
            if settled(seen):
                assert len({sample(seen, Random(number))[1] for number in range(3)}) == 1
            else:
                assert position.room.bit_count() > SEARCHED_TO_THE_END


def tactics_to_play(position: Springtime) -> Tactics:
    return to_play(tactics, position)


def test_seat_1_plays_for_mistakes_unless_it_knows_to_win() -> None:
    known = {True: 0, False: 0}
    for seed in range(60):
        for position in [each for each in list(random_game(seed))[1:] if each.seat and each.legal]:
            room = position.room.bit_count()
            if room > SOLVED:
                assert is_wanted(position)
            elif room <= 8:
                lost = best_end(position) == 1
                assert is_wanted(position) == lost
                assert (tactics_to_play(position) is not tactics) == lost
                known[lost] += 1
    assert min(known.values()) >= 5


@pytest.mark.parametrize("scoring", SCORINGS)
def test_seat_0_plays_for_no_mistakes_and_nobody_does_where_majorities_count(scoring: str) -> None:
    for position in random_game(1, scoring):
        if position.seat == 0 or scoring == "majority":
            assert tactics_to_play(position) is tactics


def test_where_it_is_lost_the_search_finds_the_token_with_most_hope() -> None:
    chosen = 0
    for number, position in enumerate(lost_ends(9)):
        hopes = {token: against_random(position.apply(token), 1) for token in position.legal_actions()}
        [found] = TreeSearch().find(position, tactics, Random(number), WALKS.start(lambda: 0.0))
        assert hopes[found] == pytest.approx(max(hopes.values()))
        chosen += min(hopes.values()) < max(hopes.values())
    assert chosen >= 10


def test_in_a_match_nobody_plays_for_mistakes() -> None:
    _, position, *_ = random_game(2)
    in_match = tactics.in_match(None)
    assert to_play(in_match, position) is in_match, "no placement is free there, so seat 1 has as good a game"
