"""The network that evaluates Seasons of the Sun: its inputs, and its outputs for every position."""

from collections.abc import Iterator
from itertools import product
from math import exp
from random import Random

import pytest

import rules
from rules import CHANCE
from rules.games.seasons.actions import PLACES_BY_FREE
from rules.games.seasons.diagram import read
from rules.games.seasons.network import Network, network, turned, views
from rules.games.seasons.outlook import Outlook
from rules.games.seasons.position import Seasons, start
from rules.games.seasons.sectors import SECTORS, Area

SEASONS = rules.game("seasons")
TABLES = [(2, "full"), (2, "basic"), (3, "full"), (3, "basic")]


def begun(players: int, version: str) -> Seasons:
    return start(SEASONS.new_setup(players, {"version": version}))


def turns(players: int, version: str, seed: int) -> Iterator[Seasons]:
    """Yield the positions before each roll of a random game."""
    random = Random(seed)
    position = begun(players, version)
    while (seat := position.current_player()) is not None:
        if seat != CHANCE:
            position = position.apply(random.choice(position.legal_actions()))
            continue
        if not position.dice:
            yield position
        position = position.apply(random.choice([outcome for outcome, _ in position.chance_outcomes()]))


@pytest.mark.parametrize(("players", "count"), [(2, 35), (3, 190)])
def test_two_rows_are_one_view_where_whatever_is_placed_makes_the_same_of_both(players: int, count: int) -> None:
    seen = views(players)[Area.MAX]
    pairs = {(view, what_may_come(row)) for row, view in seen.items()}
    assert len(pairs) == len(set(seen.values())) == len({futures for _, futures in pairs}) == count


def what_may_come(row: tuple[int, ...]) -> tuple[object, ...]:
    """Return the free discs, and the sector's owner by what is placed there: the complete outlook of the max area."""
    free = [seat for seat, eye_sum in enumerate(row) if not eye_sum]
    owned = []
    for eye_sums in product(range(3, 19), repeat=len(free)):
        placed = dict(zip(free, eye_sums, strict=True))
        owned.append(SECTORS[0].owner(tuple(placed.get(seat, eye_sum) for seat, eye_sum in enumerate(row))))
    return (*free, *owned)


@pytest.mark.parametrize("players", [2, 3])
def test_the_min_area_is_seen_as_the_max_area_mirrored(players: int) -> None:
    seen = views(players)
    for row, view in seen[Area.MAX].items():
        assert seen[Area.MIN][tuple(eye_sum and 21 - eye_sum for eye_sum in row)] == view


@pytest.mark.parametrize(("players", "version"), TABLES)
def test_after_each_placement_it_says_what_it_says_of_the_position_that_this_leads_to(
    players: int, version: str
) -> None:
    random, extra, cleared, over = Random(5), 0, 0, 0
    for seed in range(3):
        for position in turns(players, version, seed):
            outlook = Outlook(position)
            for place in PLACES_BY_FREE[position.free[position.seat]]:
                eye_sum = random.randint(3, 18)
                following = position.placed(place, eye_sum)
                said = outlook.after(place, eye_sum)
                assert sum(said) == pytest.approx(1)
                if any(following.free):
                    assert said == pytest.approx(Outlook(following).chances())
                else:
                    assert said == SEASONS.tactics.estimate(following)
                    over += 1
                extra += following.seat == position.seat
                cleared += following.discs[place.index] == (0,) * players
    assert extra > 9
    assert cleared > 3
    assert over > 2


def plainly(net: Network, seen: list[int]) -> list[float]:
    """Compute a network with one hidden layer number by number."""
    hidden = [
        bias + sum(rows[view][h] for rows, view in zip(net.rows, seen, strict=True)) for h, bias in enumerate(net.bias)
    ]
    said = [0.0]
    for out, bias in zip(net.outs, net.out_bias, strict=True):
        said.append(bias + sum(weight * max(0.0, x) for weight, x in zip(out, hidden, strict=True)))
    return [exp(each) / sum(map(exp, said)) for each in said]


@pytest.mark.parametrize(("players", "version"), TABLES)
def test_what_it_says_is_what_a_layer_of_neurons_makes_of_the_views(players: int, version: str) -> None:
    for position in turns(players, version, 1):
        eye = position.seat
        seen = [
            views(players)[sector.area][turned(row, eye)] for sector, row in zip(SECTORS, position.discs, strict=True)
        ]
        said = plainly(network(players, position.rerolls_a_turn), seen)
        assert Outlook(position).chances() == pytest.approx([said[(seat - eye) % players] for seat in range(players)])


@pytest.mark.parametrize(("players", "version"), TABLES)
def test_it_knows_what_is_good_in_each_area(players: int, version: str) -> None:
    """Check on an empty board: 17 is good in the max area, 4 in the min area, and not what anybody will beat."""
    position = begun(players, version)
    outlook = Outlook(position)
    for place in PLACES_BY_FREE[position.free[0]]:
        good, bad = (17, 10) if place.sector.area is Area.MAX else (4, 11)
        assert outlook.after(place, good)[0] > outlook.after(place, bad)[0] + 0.04, place


@pytest.mark.parametrize("version", ["full", "basic"])
def test_before_the_last_throw_the_chances_are_those_of_the_dice(version: str) -> None:
    """B holds `max-15` with a 17, whose owner wins: A needs an 18, or a 17 to try again."""
    ours, theirs = ("min-17", "min-13", "min-11", "min-10"), ("max-8", "max-10", "max-13", "max-9", "max-5", "min-9")
    taken = [*(f"{name}: A 10, B 11" for name in ours), *(f"{name}: A 11, B 12" for name in theirs[:-1])]
    board = "\n".join([*taken, "min-9: A 12, B 11", "max-15: B 17"])
    position = read(SEASONS.new_setup(2, {"version": version}), board)
    eighteen = 1 / 216 if version == "basic" else (11 / 36) ** 3

    chances = SEASONS.tactics.estimate(position)

    assert sum(chances) == pytest.approx(1)
    assert eighteen < chances[0] < eighteen + 0.07
