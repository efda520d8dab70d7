"""The inputs of Tribes' networks, compared with slow counting, and their outputs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rules.games.tribes import tactics
from rules.games.tribes.layout import BOARD, FOUR, TILES, tiles_of
from rules.games.tribes.network import NOWHERE, POINTS, SIGHTS, STAGES, chances, networks, views
from rules.games.tribes.outlook import NOBODY, Outlook, Part, outlook_of, part_of
from rules.games.tribes.position import TribesPosition, changed_at
from rules.games.tribes.scoring import tribe_scores, within
from tests.rules.games.tribes_games import TABLES, first_position, random_game

ALL_DUE = (1, 1, 1, 1)


def between_turns(players: int, coins: str, seed: int) -> list[TribesPosition]:
    return [p for p in random_game(players, coins, seed) if not p.choosing and not p.mid_turn and p.seat is not None]


def alone(tribe: int, square: int) -> tuple[int, ...]:
    """Place a tribe's Shaman on a square, all others off the board."""
    return changed_at(NOBODY, tribe, BOARD.bits[square])


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_a_site_brings_what_a_shaman_there_would_score(players: int, coins: str) -> None:
    position = between_turns(players, coins, 70 + players)[8]
    outlook = outlook_of(position.land, position.markers, ALL_DUE)
    assert outlook.lasting == tribe_scores(position.land, position.markers, NOBODY)
    around = BOARD.spread(position.marked) & ~position.marked
    for tribe in FOUR:
        gains = [gain for gain, _ in outlook.sites(tribe)]
        counted = {
            tribe_scores(position.land, position.markers, alone(tribe, square))[tribe] - outlook.lasting[tribe]
            for square in BOARD.squares(around)
        }
        assert set(gains) == counted
        assert gains == sorted(gains, reverse=True)


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_stakes_are_what_one_coin_more_could_change(players: int, coins: str) -> None:
    position = between_turns(players, coins, 20 + players)[5]
    lasting = tribe_scores(position.land, position.markers, NOBODY)
    parts, compared = list[Part](), 0
    for settlement in BOARD.components(position.marked):
        part = part_of(position.land, within(settlement, position.markers), ALL_DUE)
        parts.append(part)
        if not (room := _room_in(position, settlement)):
            continue
        grown = [_with_a_coin(position, room, rival) for rival in FOUR]
        changes = [[grown[rival][tribe] - lasting[tribe] for rival in FOUR] for tribe in FOUR]
        assert part.rise == [max(0, changes[tribe][tribe]) for tribe in FOUR]
        assert part.fall == [max(0, *[-change for change in _but(changes[tribe], tribe)]) for tribe in FOUR]
        compared += 1
    assert compared > 3
    outlook = Outlook(position.land, position.markers, ALL_DUE)
    for tribe in FOUR:
        falls, rises = [part.fall[tribe] for part in parts], [part.rise[tribe] for part in parts]
        assert outlook.stakes(tribe) == (sum(falls), max(falls), sum(rises), max(rises))


def _room_in(position: TribesPosition, settlement: int) -> int:
    """Return an open quadrant next to a settlement, on a tile of it, and next to no other; 0 if there is none."""
    tiles = tiles_of(settlement)
    for square in BOARD.squares(BOARD.spread(settlement) & ~position.marked):
        if TILES[square] & tiles and not BOARD.neighbours[square] & position.marked & ~settlement:
            return BOARD.bits[square]
    return 0


def _with_a_coin(position: TribesPosition, room: int, tribe: int) -> list[int]:
    markers = changed_at(position.markers, tribe, position.markers[tribe] | room)
    return tribe_scores(position.land, markers, NOBODY)


def _but(values: list[int], index: int) -> list[int]:
    return values[:index] + values[index + 1 :]


def test_only_coins_that_are_still_to_come_can_take_anything() -> None:
    position = between_turns(2, "standard", 4)[6]
    nobody = Outlook(position.land, position.markers, NOBODY)
    assert [nobody.stakes(tribe)[:2] for tribe in FOUR] == [(0, 0)] * 4


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_a_view_has_the_points_that_stand_and_that_the_next_turn_may_bring(players: int, coins: str) -> None:
    for position in between_turns(players, coins, 30 + players):
        lasting = tribe_scores(position.land, position.markers, NOBODY)
        for seat, (tribe, view) in enumerate(zip(position.chosen, views(position), strict=True)):
            assert len(view) == SIGHTS
            assert view[0] * POINTS == pytest.approx(position.scores()[seat])
            assert view[1] * POINTS == pytest.approx(lasting[tribe])
            gains = [
                tribe_scores(position.land, position.markers, alone(tribe, square))[tribe] - lasting[tribe]
                for square in BOARD.squares(position.shaman_squares(tribe))
            ]
            assert view[3] * POINTS >= max(gains, default=NOWHERE) - 1e-9
            assert view[4] >= view[3]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_says_how_many_turns_come_before_ones_own(players: int) -> None:
    for position in between_turns(players, "standard", 1):
        turns = [view[22:26].index(1) for view in views(position)]
        assert [turns[((position.seat or 0) + each) % players] for each in range(players)] == list(range(players))


def test_seats_are_seen_alike_whoever_they_are() -> None:
    """A seat's view does not change where the others change places behind it."""
    position = between_turns(3, "standard", 9)[7]
    first, second, third = position.chosen
    hands = position.hands
    turned = TribesPosition(
        position.land, position.advanced, (first, third, second), (hands[0], hands[2], hands[1]), position.markers,
        position.shamans, position.homes, position.marked, 0, position.moved, position.passes,
    )  # fmt: skip
    here = TribesPosition(
        position.land, position.advanced, position.chosen, hands, position.markers,
        position.shamans, position.homes, position.marked, 0, position.moved, position.passes,
    )  # fmt: skip
    assert views(turned)[0] == views(here)[0]
    assert views(turned)[1][:20] == views(here)[2][:20]


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_there_is_a_network_for_each_stage_and_it_shares_one_among_the_seats(players: int, coins: str) -> None:
    assert len(networks(players, advanced=coins == "advanced")) == len(STAGES)
    for position in between_turns(players, coins, 2):
        assert sum(chances(position)) == pytest.approx(1)
        assert min(chances(position)) > 0


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_what_is_told_of_games_played_at_sight_comes_true(players: int, coins: str) -> None:
    """Check that the mean square error in the last quarter of games is under three quarters of an uninformed guess."""
    errors, blind = list[float](), list[float]()
    for seed in range(20):
        *passed, end = _at_sight(first_position(players, Random(seed), coins))
        shares = tactics.estimate(end)
        for position in passed[-len(passed) // 4 :]:
            told = tactics.estimate(position)
            errors.append(sum((said - came) ** 2 for said, came in zip(told, shares, strict=True)))
            blind.append(sum((1 / players - came) ** 2 for came in shares))
    assert sum(errors) < 0.75 * sum(blind)


def _at_sight(position: TribesPosition) -> Iterator[TribesPosition]:
    while position.current_player() is not None:
        position = position.apply(tactics.candidates(position)[0][0])
        if not position.choosing and not position.mid_turn:
            yield position
