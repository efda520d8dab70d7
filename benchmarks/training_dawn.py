"""Train the networks that evaluate DAWN 11/15, on games of the search against itself.

Each game begins with some actions without a search and one drawn from the candidates; then the search plays it to its
end. A network's output for a position is fitted to the result (cross-entropy, by Adam). One game in twenty is held out,
and the weights with the least error on these are kept. Games are stored as they end, so the same command resumes an
interrupted run.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import inf
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

import rules
from benchmarks.json_lines import JsonLines
from rules import CHANCE
from rules.games.dawn import tactics
from rules.games.dawn.actions import Action
from rules.games.dawn.outlook import FILE, HIDDEN, SQUARES, Facts, inputs, seen
from rules.games.dawn.position import ROUNDS, DawnPosition, start
from workers.search.levels import Instinct
from workers.search.limit import Budget
from workers.search.tree import TreeSearch

Array: TypeAlias = NDArray[Any]
DAWN = rules.game("dawn")
AT_SIGHT = Instinct(temperature=0.3)
FACTS = len(list(inputs(Facts(0, frozenset(), 0, 0, 0))))
OPENING = 24
"""Most actions without a search at the beginning of a game."""
HELD_BACK = 20
"""One game in this many is held out."""
SPREAD = 0.1
"""Scale of squares during training, so that all inputs have similar sizes."""
BATCH = 32
RATES = (0.004,) * 6 + (0.0016,) * 3 + (0.0006,) * 3 + (0.0002,) * 3
"""Learning rate by epoch."""


class Example(NamedTuple):
    """A position as a network sees it, and Nature's final share."""

    network: int
    seen: Sequence[float]
    share: float


def played(number: int, walks: int, seed: int) -> list[Example]:
    """Play one game, and return its examples."""
    rng, passed = Random(f"{seed} {number}"), list[DawnPosition]()
    position, opening = start(DAWN.new_setup(2, {}, rng)), rng.randrange(OPENING)
    while (seat := position.current_player()) is not None:
        if seat == CHANCE:
            outcomes, chances = zip(*position.chance_outcomes(), strict=True)
            position = position.apply(rng.choices(outcomes, [float(chance) for chance in chances])[0])
            continue
        if opening < 0 and position.vesta is not None and len(position.bars) < 2 * ROUNDS:
            passed.append(position)
        position = position.apply(_chosen(position, opening, walks, rng))
        opening -= 1
    share = tactics.estimate(position)[0]
    return [Example(facts.bars, [*squares, *inputs(facts)], share) for squares, facts in map(seen, passed)]


def _chosen(position: DawnPosition, opening: int, walks: int, rng: Random) -> Action:
    limit = Budget(inf, walks).start(lambda: 0.0)
    if opening > 0:
        return AT_SIGHT.find(position, tactics, rng, limit)[0]
    if opening == 0:
        return rng.choice(tactics.candidates(position))[0]
    return TreeSearch().find(position, tactics, rng, limit)[0]


SCALE = np.array([SPREAD] * SQUARES + [1.0] * FACTS)
"""Scale by input."""


class Weights:
    """Weights of one network, flattened: biases and weights of the hidden layer, then of the output."""

    def __init__(self, mean: float, random: np.random.Generator) -> None:
        spreads = [*[0.1] * HIDDEN, *[0.15] * (HIDDEN * len(SCALE)), *[0.15] * HIDDEN]
        self.flat: Array = np.append((random.random(len(spreads)) * 2 - 1) * spreads, np.log(mean / (1 - mean)))
        self._first, self._second = np.zeros_like(self.flat), np.zeros_like(self.flat)
        self._steps = 0

    def parts(self, flat: Array) -> tuple[Array, Array, Array, Array]:
        """Return biases, weights by hidden sum and input, output weights, and the output bias, as views."""
        starts, rest = flat[:HIDDEN], flat[HIDDEN:]
        size = HIDDEN * len(SCALE)
        return starts, rest[:size].reshape(HIDDEN, len(SCALE)), rest[size:-1], rest[-1:]

    def shares(self, given: Array) -> tuple[Array, Array]:
        """Compute the hidden layer's activations for each position, and its estimated share."""
        starts, weights, output, start = self.parts(self.flat)
        hidden = np.tanh(given @ weights.T + starts)
        return hidden, 1 / (1 + np.exp(-(hidden @ output + start)))

    def learn(self, given: Array, shares: Array, rate: float) -> None:
        """Do one step of Adam (Kingma & Ba, 2014) for a batch of positions."""
        hidden, found = self.shares(given)
        error = (found - shares) / len(shares)
        gradient = np.zeros_like(self.flat)
        starts, weights, output, start = self.parts(gradient)
        back = np.outer(error, self.parts(self.flat)[2]) * (1 - hidden**2)
        starts[:], weights[:], output[:], start[:] = back.sum(0), back.T @ given, error @ hidden, error.sum()
        self._steps += 1
        self._first += 0.1 * (gradient - self._first)
        self._second += 0.001 * (gradient**2 - self._second)
        first, second = self._first / (1 - 0.9**self._steps), self._second / (1 - 0.999**self._steps)
        self.flat -= rate * first / (np.sqrt(second) + 1e-8)

    def lines(self) -> Iterator[str]:
        """Yield the weights in the format of the game."""
        starts, weights, output, start = self.parts(self.flat)
        for row in (*np.column_stack([starts, weights * SCALE]), [*start, *output]):
            yield " ".join(f"{weight:.4f}" for weight in row)


def fitted(games: Sequence[Sequence[Example]], network: int) -> Weights:
    """Fit one network to its positions, and print the error."""
    given, shares = _arrays([game for number, game in enumerate(games) if number % HELD_BACK], network)
    others, told = _arrays(games[::HELD_BACK], network)
    random = np.random.default_rng(network)
    weights, best, least = Weights(float(shares.mean()), random), None, inf
    for rate in RATES:
        for batch in np.array_split(random.permutation(len(shares)), max(1, len(shares) // BATCH)):
            weights.learn(given[batch], shares[batch], rate)
        error = float(((weights.shares(others)[1] - told) ** 2).mean())
        if error < least:
            best, least = weights.flat.copy(), error
    weights.flat = weights.flat if best is None else best
    print(f"network {network}: {len(shares)} positions, mean square error {least:.5f} of {told.var():.5f}", flush=True)
    return weights


def _arrays(games: Iterable[Sequence[Example]], network: int) -> tuple[Array, Array]:
    ours = [each for game in games for each in game if each.network == network]
    return np.array([each.seen for each in ours], float) * SCALE, np.array([each.share for each in ours])


def main() -> None:
    """Play, fit, and write the weights into the game's folder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training_dawn")
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--walks", type=int, default=150, help="walks of the search for each action (default: 150)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("var/training/dawn.jsonl"), help="file that keeps the games")
    chosen = parser.parse_args()
    kept = JsonLines(chosen.keep)
    games = [[Example(*each) for each in line["game"]] for line in kept]
    with Pool(chosen.processes) as pool:
        play = partial(played, walks=chosen.walks, seed=chosen.seed)
        for game in pool.imap(play, range(len(games), chosen.games)):
            kept.write({"game": game})
            games.append(game)
    weights = [fitted(games, network) for network in range(ROUNDS + 1)]
    head = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    rows = [*head, *(line for each in weights for line in each.lines())]
    FILE.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
