"""What a good player of Tribes looks at, held against what is counted slowly."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import pytest

from rules.games.tribes import tactics
from rules.games.tribes.actions import COINS
from rules.games.tribes.gains import PASSING, Foothold, Ground, foreign_coins, permanence
from rules.games.tribes.layout import BOARD, FOUR
from rules.games.tribes.outlook import NO_SHAMANS, expected, outlook_of, stays
from rules.games.tribes.position import TribesPosition
from rules.games.tribes.scoring import tribe_scores
from tests.rules.games.tribes_games import TABLES, random_game


def counted(position: TribesPosition) -> list[float]:
    """Points by seat, with what hangs on Shamans counted by how likely they stay."""
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
def test_a_site_brings_what_a_shaman_there_would_score(players: int, coins: str) -> None:
    position = [p for p in random_game(players, coins, seed=70 + players) if not p.choosing][20]
    outlook = outlook_of(position.land, position.markers)
    assert outlook.lasting == tribe_scores(position.land, position.markers, NO_SHAMANS)
    for tribe in FOUR:
        gains = [site.gains[tribe] for site in outlook.best(tribe)]
        assert gains == sorted(gains, reverse=True)
        for site in outlook.best(tribe):
            for square in BOARD.squares(site.quadrants):
                alone = [BOARD.bits[square] if each == tribe else 0 for each in FOUR]
                scores = tribe_scores(position.land, position.markers, alone)
                assert site.gains[tribe] == scores[tribe] - outlook.lasting[tribe]


def test_every_open_square_beside_a_marker_lies_in_one_site() -> None:
    position = list(random_game(3, "advanced", seed=80))[20]
    sites = outlook_of(position.land, position.markers).best(0)
    assert sum(site.quadrants for site in sites) == BOARD.spread(position.marked) & ~position.marked


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_at_the_end_the_scores_are_what_is_expected(players: int, coins: str) -> None:
    end = list(random_game(players, coins, seed=90 + players))[-1]
    assert expected(end) == pytest.approx(list(end.scores()))


def test_a_shaman_stays_until_ones_last_turn_if_no_other_seat_has_to_move_it_before() -> None:
    position = next(p for p in random_game(4, "advanced", seed=4) if not p.choosing)
    own = position.chosen[3]
    assert stays(position, own, 3) == 0  # three seats that act before the last one hold a coin of it
    standard = next(p for p in random_game(4, "standard", seed=4) if not p.choosing)
    assert stays(standard, standard.chosen[3], 3) == 1


def test_a_good_player_counts_on_the_best_place_for_its_shaman() -> None:
    position = next(p for p in random_game(4, "standard", seed=5) if not p.choosing)
    outlook = outlook_of(position.land, position.markers)
    for tribe, points in zip(position.chosen, expected(position), strict=True):
        assert outlook.lasting[tribe] < points < outlook.lasting[tribe] + outlook.best(tribe)[0].gains[tribe]


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_where_others_can_take_apart_what_one_builds_the_search_looks_wider(players: int, coins: str) -> None:
    for position in random_game(players, coins, seed=5):
        if position.current_player() is None:
            continue
        weights = [weight for _, weight in tactics.candidates(position)]
        looked_at = [weight for _, weight in tactics.prospects(position)]
        strangers = sum(map(sum, position.hands)) - sum(
            hand[own] for hand, own in zip(position.hands, position.chosen, strict=False)
        )
        wider = [sqrt(weight) for weight in weights] if players > 2 and strangers else weights
        assert looked_at == pytest.approx(wider)
