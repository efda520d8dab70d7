"""The heuristics of Tribes, compared with slow counting."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.games.tribes import tactics
from rules.games.tribes.actions import COINS
from rules.games.tribes.gains import PASSING, Foothold, Ground, foreign_coins, permanence
from rules.games.tribes.layout import BOARD, FOUR
from rules.games.tribes.position import TribesPosition
from rules.games.tribes.scoring import tribe_scores
from tests.rules.games.tribes_games import TABLES, random_game


def counted(position: TribesPosition) -> list[float]:
    """Return points by seat, with those that depend on Shamans weighted by how likely they stay."""
    stay = [permanence(position, tribe, foreign_coins(position, tribe)) for tribe in FOUR]
    points = _standing(position, [each > 0 for each in stay])
    lasting = _standing(position, [each == 1 for each in stay])
    return [PASSING * points[tribe] + (1 - PASSING) * lasting[tribe] for tribe in position.chosen]


def _standing(position: TribesPosition, stands: Sequence[bool]) -> list[int]:
    shamans = [shaman if here else 0 for shaman, here in zip(position.shamans, stands, strict=True)]
    return tribe_scores(position.land, position.markers, shamans)


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_the_gain_of_a_turn_is_the_difference_of_what_is_counted(players: int, coins: str) -> None:
    positions = [p for p in random_game(players, coins, seed=50 + players) if not p.choosing and not p.mid_turn]
    for position in positions[:-1:5]:
        seat, rivals = position.current_player() or 0, players - 1
        before = counted(position)
        for shaman, _ in [pair for pair in tactics.candidates(position) if pair[0].square >= 0][:3]:
            foothold = Foothold(Ground(position, shaman.tribe), shaman.square)
            middle = position.apply(shaman)
            assert [COINS[each] for each in foothold.coin_squares()] == middle.legal_actions()
            coin = middle.legal_actions()[0]
            after = counted(middle.apply(coin))
            change = [now - then for now, then in zip(after, before, strict=True)]
            gained = change[seat] - (sum(change) - change[seat]) / rivals
            assert foothold.gain(coin.square) == pytest.approx(gained)


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_the_best_coin_is_that_of_all_that_gains_most(players: int, coins: str) -> None:
    for position in list(random_game(players, coins, seed=40 + players))[8:-1:7]:
        for tribe in () if position.choosing or position.mid_turn else FOUR:
            ground = Ground(position, tribe)
            for square in BOARD.squares(position.shaman_squares(tribe)):
                foothold = Foothold(ground, square)
                assert foothold.best() == pytest.approx(max(map(foothold.gain, foothold.coin_squares())))


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_what_is_expected_where_a_coin_is_due_is_what_is_expected_after_the_best_one_at_sight(
    players: int, coins: str
) -> None:
    due = [p for p in random_game(players, coins, seed=60 + players) if p.mid_turn]
    for position in due:
        best, _ = tactics.candidates(position)[0]
        assert tactics.estimate(position) == tactics.estimate(position.apply(best))
    assert due


@pytest.mark.parametrize(
    ("players", "coins", "seed"),
    [(2, "standard", 102), (2, "advanced", 120), (3, "standard", 159), (3, "advanced", 141)],
    ids=str,
)
def test_whoever_has_to_discard_keeps_the_own_coins_rather(players: int, coins: str, seed: int) -> None:
    """Games in which a seat with coins of its own tribe and of another one is stuck, which is rare."""
    game = [p for p in random_game(players, coins, seed) if not p.choosing and p.seat is not None]
    stuck = [p for p in game if p.legal_actions()[0].verb == "discard"]
    mixed = [p for p in stuck if 0 < p.hands[p.seat or 0][p.chosen[p.seat or 0]] < sum(p.hands[p.seat or 0])]
    assert mixed
    for position in mixed:
        *_, (last, weight) = candidates = tactics.candidates(position)
        assert last.tribe == position.chosen[position.seat or 0]
        assert weight < candidates[0][1]
