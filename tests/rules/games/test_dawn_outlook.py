"""The search's expectations for positions of DAWN 11/15, compared with a slow computation."""

from itertools import accumulate, pairwise
from math import exp, tanh

import pytest

from rules.games.dawn.actions import LENGTHS
from rules.games.dawn.outlook import HIDDEN, networks, outlook
from rules.games.dawn.position import ROUNDS, DawnPosition
from rules.games.dawn.room import RINGS, ripples
from tests.rules.games.dawn_games import free_places, place, random_game, slow_lengths, within


@pytest.mark.parametrize("seed", range(6))
def test_ripples_count_the_squares_that_a_slow_walk_finds_at_each_distance(seed: int) -> None:
    for position in random_game(seed):
        if position.ceres is None or position.vesta is None:
            continue
        for steps in (0, 3):
            counts, apart = ripples(position.ceres, position.free, steps, position.vesta)
            free, start = free_places(position), place(position.ceres)
            within_each = [len(within(start, free, steps + ring)) - 1 for ring in range(RINGS)]
            assert list(accumulate(counts)) == within_each
            vesta = place(position.vesta)
            reaching = [vesta in within(start, free | {vesta}, steps + ring) for ring in range(RINGS)]
            assert apart == (reaching.index(True) if True in reaching else RINGS)


def test_there_is_a_network_for_phase_1_and_for_each_number_of_bars_to_come_in_phase_2() -> None:
    kept = networks()
    assert len(kept) == 1 + ROUNDS
    assert {len(row) for network in kept for row in network.squares} == {2 * RINGS - 1}
    assert {len(row) for network in kept for row in network.facts} == {3 * len(LENGTHS) + RINGS}
    assert {len(network.output) for network in kept} == {len(network.squares) for network in kept} == {HIDDEN}


def test_what_is_expected_is_what_a_network_written_out_in_full_says() -> None:
    for position in random_game(3):
        if position.vesta is not None and len(position.bars) < 2 * ROUNDS:
            assert outlook(position) == pytest.approx(slow_outlook(position))


def slow_outlook(position: DawnPosition) -> float:
    """Compute the outlook term by term from the slow implementation."""
    rests = position.ceres is not None
    mover, used = (position.ceres if rests else position.vesta) or 0, position.bars[ROUNDS * rests :]
    free, start, vesta = free_places(position), place(mover), place(position.vesta or 0)
    reached = [len(within(start, free, position.steps + ring)) for ring in range(RINGS)]
    resting = [len(within(vesta, free, ring)) if rests else 0 for ring in range(RINGS)]
    seen: list[float] = [reached[0] - 1, *(far - near for near, far in pairwise(reached))]
    seen += [far - near for near, far in pairwise(resting)]
    left = set(LENGTHS) - {bar.length for bar in used}
    allowed = slow_lengths(left, position.shown) if position.shown else set()
    seen += [length not in left for length in LENGTHS]
    seen += [length in allowed for length in LENGTHS]
    seen += [length == position.steps for length in LENGTHS]
    touching = [rests and vesta in within(start, free | {vesta}, position.steps + ring) for ring in range(RINGS)]
    seen += [touching[ring] and not any(touching[:ring]) for ring in range(RINGS)]
    network = networks()[2 * ROUNDS - len(position.bars) if rests else 0]
    total = network.start
    for first, squares, facts, out in zip(network.starts, network.squares, network.facts, network.output, strict=True):
        total += out * tanh(first + sum(w * x for w, x in zip((*squares, *facts), seen, strict=True)))
    return 1 / (1 + exp(-total))
