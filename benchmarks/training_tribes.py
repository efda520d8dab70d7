"""Train the networks that evaluate Tribes, on games against themselves.

Each game begins with some turns drawn from the candidates; then each turn is the networks' best one, except for one in
twenty. Learning goes from the last position to the first. The output for each position moves towards that of the next
ones and, with a weight that falls with the distance, towards the winner (TD(lambda)).
"""

from __future__ import annotations

import argparse
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from multiprocessing import Pool
from random import Random
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

import rules
from benchmarks.weights import written_weights
from rules.games.tribes import tactics
from rules.games.tribes.actions import Action
from rules.games.tribes.network import LEAK, SIGHTS, STAGES, Network, file_of, network_of, told, views
from rules.games.tribes.position import TribesPosition, start
from workers.search.levels import Instinct
from workers.search.limit import Budget

Array: TypeAlias = NDArray[Any]
TRIBES = rules.game("tribes")
WIDE, NARROW, SURE = Instinct(1.25), Instinct(0.6), Instinct(0.125)
"""Instincts for the first turns, for later random ones, and for all of the first games, before any training."""
OPENING = 6
"""Exclusive upper bound of the number of drawn turns at the beginning of a game."""
DRAWN = 0.05
"""Share of the other turns that are drawn, and of the games in which all are."""
LOOKS = 8
"""Number of a Shaman's places, and then of its coin's, among which the networks choose."""
HIDDEN = 16
LAMBDA = 0.8
RATE, SLOWING = 0.02, 0.97
"""Learning rate at the beginning, and its share lost by the end."""
ROUND = 200
"""Games between two updates of the playing networks."""


class Weights(NamedTuple):
    """Weights of all stages: rows by stage, neuron and input, then starts and outs by stage and neuron."""

    rows: Array
    starts: Array
    outs: Array

    def networks(self) -> list[Network]:
        """Return the networks in the game's format."""
        return [network_of(self.flat(stage)) for stage in range(len(STAGES))]

    def flat(self, stage: int) -> Sequence[float]:
        """Return the weights of one stage in the file's order."""
        parts: list[float] = np.concatenate([np.ravel(part[stage]) for part in self]).tolist()
        return parts

    def learn(self, stage: int, seen: Array, aims: Array, rate: float) -> Array:
        """Do one gradient step towards chances of winning by seat; return the output before it."""
        sums = seen @ self.rows[stage].T + self.starts[stage]
        bent = np.where(sums > 0, 1.0, LEAK)
        odds = np.exp((sums * bent) @ self.outs[stage])
        told: Array = odds / odds.sum()
        error = (aims - told) * rate
        back = np.outer(error, self.outs[stage]) * bent
        self.outs[stage] += error @ (sums * bent)
        self.starts[stage] += back.sum(0)
        self.rows[stage] += back.T @ seen
        return told


class Played(NamedTuple):
    """A game: the stage and views of each position, and the share of the win by seat."""

    positions: Sequence[tuple[int, Sequence[Sequence[float]]]]
    shares: Sequence[float]


def played(number: int, networks: Sequence[Network] | None, players: int, coins: str, seed: int) -> Played:
    """Play a game between the networks, or drawn from the candidates if there are none yet."""
    rng, passed = Random(f"{seed} {number}"), list[TribesPosition]()
    position, opening = start(TRIBES.new_setup(players, {"coins": coins}, rng)), rng.randrange(OPENING)
    choose: Callable[[TribesPosition], Action]
    while position.current_player() is not None:
        if position.hands:
            opening -= 1
        if opening < 0 and networks and rng.random() >= DRAWN:
            choose = partial(_liked, networks=networks)
        else:
            choose = partial(_drawn, rng=rng, hand=WIDE if opening >= 0 else NARROW if networks else SURE)
        position = _after_turn(position, choose)
        if position.hands and position.seat is not None:
            passed.append(position)
    seen = [(bisect_left(STAGES, sum(map(sum, each.hands))), views(each)) for each in passed]
    return Played(seen, tactics.estimate(position))


def _after_turn(position: TribesPosition, choose: Callable[[TribesPosition], Action]) -> TribesPosition:
    position = position.apply(choose(position))
    return position.apply(choose(position)) if position.mid_turn else position


def _drawn(position: TribesPosition, rng: Random, hand: Instinct) -> Action:
    return hand.find(position, tactics, rng, Budget(inf, 1).start(lambda: 0.0))[0]


def _liked(position: TribesPosition, networks: Sequence[Network]) -> Action:
    """Choose the action with the networks' largest expectation for the seat to act."""
    seat = position.seat or 0
    actions = [action for action, _ in tactics.candidates(position)[:LOOKS]]
    return max(actions, key=lambda action: _expected(position.apply(action), networks)[seat])


def _expected(position: TribesPosition, networks: Sequence[Network]) -> Sequence[float]:
    if position.mid_turn:
        return _expected(position.apply(tactics.candidates(position)[0][0]), networks)
    if position.seat is None or position.choosing:
        return tactics.estimate(position)
    return told(position, networks)


def learn(weights: Weights, game: Played, rate: float) -> float:
    """Learn from a game, from its end to its beginning; return the mean square error of the outputs."""
    aims = shares = np.array(game.shares)
    error = 0.0
    for stage, seen in reversed(game.positions):
        told = weights.learn(stage, np.array(seen), aims, rate)
        error += float(((shares - told) ** 2).mean())
        aims = LAMBDA * aims + (1 - LAMBDA) * told
    return error / len(game.positions)


def fresh(random: np.random.Generator) -> Weights:
    """Draw initial weights."""
    shapes = (((len(STAGES), HIDDEN, SIGHTS), 0.5), ((len(STAGES), HIDDEN), 0.5), ((len(STAGES), HIDDEN), 0.2))
    return Weights(*((random.random(shape) - 0.5) * width for shape, width in shapes))


def main() -> None:
    """Train the networks for one number of seats from scratch, and write them into the game's folder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training_tribes")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--coins", default="standard")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    weights = fresh(np.random.default_rng(chosen.seed))
    with Pool(chosen.processes) as pool:
        for first in range(0, chosen.games, ROUND):
            networks = weights.networks() if first >= DRAWN * chosen.games else None
            play = partial(played, networks=networks, players=chosen.players, coins=chosen.coins, seed=chosen.seed)
            rate = RATE * (1 - SLOWING * first / chosen.games)
            errors = [learn(weights, game, rate) for game in pool.imap(play, range(first, first + ROUND), chunksize=5)]
            print(f"{first + ROUND} games, mean square error {sum(errors) / len(errors):.4f}", flush=True)
    flat = [weight for stage in range(len(STAGES)) for weight in weights.flat(stage)]
    file_of(chosen.players, advanced=chosen.coins == "advanced").write_text(written_weights(flat), encoding="ascii")


if __name__ == "__main__":
    main()
