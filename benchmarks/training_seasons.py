"""Train the network that evaluates Seasons of the Sun, on games against itself.

At each turn the network's output moves towards its own value of the best action for each of the 56 throws. So results
spread from the end of a game to its beginning (TD(0), with an exact expectation over the dice). Numba compiles the
loops; it is in an environment of its own.
"""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

import numpy as np
from numba import njit

from benchmarks.seasons_tables import CHOICES, SUMS, Array, Board, board
from benchmarks.weights import written_weights
from rules.games.seasons.network import count_of_views, file_of
from rules.games.seasons.position import REROLLS_A_TURN
from rules.games.seasons.sectors import SECTORS

HASTE = 0.03
"""Share of fully random placements, so that the network also learns of moves that good players avoid."""
FADING, FADES = 0.9, 2000
"""Decay of the squared gradients that divide steps (as in RMSProp), and its interval in games."""
TINY = 1e-3
"""Added to the divisor of a step."""


class Weights(NamedTuple):
    """Weights of the network, or arrays of the same shapes."""

    rows: Array
    bias: Array
    outs: Array
    out_bias: Array


def fresh(players: int, size: int, random: np.random.Generator) -> Weights:
    """Draw initial weights."""
    parts = (
        ((len(SECTORS), count_of_views(players), size), 0.3),
        (size, 0.2),
        ((players - 1, size), 0.5),
        (players - 1, 0.0),
    )
    return Weights(*((random.random(shape) - 0.5) * width for shape, width in parts))


@njit(fastmath=True)
def hidden(board: Board, net: Weights, codes: Array, eye: int, found: Array) -> None:
    """Compute the hidden layer for a seat from the mover on."""
    found[:] = net.bias
    for i in range(len(codes)):
        row = net.rows[i, board.seen[board.areas[i], eye, codes[i]]]
        for h in range(len(found)):
            found[h] += row[h]


@njit(fastmath=True)
def chances(net: Weights, sums: Array, found: Array) -> None:
    """Compute each seat's chances from the hidden layer of one seat, from that one on."""
    found[0] = total = 1.0
    for k in range(len(net.outs)):
        z = net.out_bias[k]
        for h in range(len(sums)):
            z += net.outs[k, h] * max(sums[h], 0.0)
        found[k + 1] = np.exp(z)
        total += found[k + 1]
    for k in range(len(found)):
        found[k] /= total


@njit
def following(free: Array, first: int) -> int:
    """Return the first seat from `first` on that has a free disc, -1 for none."""
    for step in range(len(free)):
        if free[(first + step) % len(free)]:
            return (first + step) % len(free)
    return -1


@njit
def result(board: Board, codes: Array, found: Array) -> None:
    """Compute the shares of the win, from the mover on."""
    points = np.zeros(len(found))
    for i in range(len(codes)):
        points[board.owners[board.areas[i], codes[i]]] += board.values[i]
    best = points.max()
    winners = (points == best).sum()
    for k in range(len(found)):
        found[k] = 1 / winners if points[k] == best else 0.0


@njit(fastmath=True)
def weigh(board: Board, net: Weights, codes: Array, free: Array, best: Array, where: Array) -> None:
    """Find the mover's best placement by eye-sum, and each seat's chances after it, from the mover on."""
    seats, size = len(free), len(net.bias)
    sums = np.empty((seats, size))
    for eye in range(seats):
        hidden(board, net, codes, eye, sums[eye])
    changed, found, left = np.empty(size), np.empty(seats), np.empty(seats, np.int64)
    best[:, 0] = -1.0
    for i in range(len(codes)):
        area, old = board.areas[i], codes[i]
        if not board.open[old]:
            continue
        for s in range(SUMS):
            new = board.after[area, old, s]
            left[:] = free
            left[0] -= 1
            if board.cleared[area, old, s]:
                left += 1
            eye = following(left, 0 if board.again[area, old, s] else 1)
            if eye < 0:
                codes[i] = new
                result(board, codes, found)
                codes[i] = old
                eye = 0
            else:
                was, comes = net.rows[i, board.seen[area, eye, old]], net.rows[i, board.seen[area, eye, new]]
                for h in range(size):
                    changed[h] = sums[eye, h] + comes[h] - was[h]
                chances(net, changed, found)
            mine = found[(seats - eye) % seats]
            if mine > best[s, 0]:
                where[s] = i
                for k in range(seats):
                    best[s, k] = found[(k - eye) % seats]


@njit(fastmath=True)
def thrown(board: Board, best: Array, throw: int) -> int:
    """Return the best choice of a reroll after a throw, -1 for none."""
    most, choice = best[board.sums[throw], 0], -1
    for r in range(CHOICES):
        mean = 0.0
        for s in range(SUMS):
            mean += board.rerolls[throw, r, s] * best[s, 0]
        if mean > most + 1e-12:
            most, choice = mean, r
    return choice


@njit(fastmath=True)
def expected(board: Board, best: Array, found: Array) -> None:
    """Compute each seat's chances before the mover throws, from the mover on."""
    found[:] = 0.0
    for throw in range(len(board.throws)):
        choice = thrown(board, best, throw)
        for k in range(len(found)):
            if choice < 0:
                found[k] += board.throws[throw] * best[board.sums[throw], k]
            else:
                for s in range(SUMS):
                    found[k] += board.throws[throw] * board.rerolls[throw, choice, s] * best[s, k]


@njit(fastmath=True)
def learn(board: Board, net: Weights, squares: Weights, codes: Array, target: Array, rate: float) -> float:
    """Move the network's output for the mover towards a target; return its squared error before."""
    size = len(net.bias)
    sums, found, back = np.empty(size), np.empty(len(target)), np.zeros(size)
    hidden(board, net, codes, 0, sums)
    chances(net, sums, found)
    for k in range(len(net.outs)):
        error = found[k + 1] - target[k + 1]
        for h in range(size):
            if sums[h] > 0:
                back[h] += error * net.outs[k, h]
                step = error * sums[h]
                squares.outs[k, h] += step * step
                net.outs[k, h] -= rate * step / (np.sqrt(squares.outs[k, h]) + TINY)
        squares.out_bias[k] += error * error
        net.out_bias[k] -= rate * error / (np.sqrt(squares.out_bias[k]) + TINY)
    for h in range(size):
        if sums[h] > 0:
            square = back[h] * back[h]
            squares.bias[h] += square
            net.bias[h] -= rate * back[h] / (np.sqrt(squares.bias[h]) + TINY)
            for i in range(len(codes)):
                view = board.seen[board.areas[i], 0, codes[i]]
                squares.rows[i, view, h] += square
                net.rows[i, view, h] -= rate * back[h] / (np.sqrt(squares.rows[i, view, h]) + TINY)
    return float((found[0] - target[0]) ** 2)


@njit
def drawn(probabilities: Array, dice: np.random.Generator) -> int:
    """Draw an index with these probabilities."""
    rest = dice.random()
    for index in range(len(probabilities)):
        rest -= probabilities[index]
        if rest < 0:
            return index
    return int(np.argmax(probabilities))


@njit
def play(board: Board, net: Weights, squares: Weights, rate: float, dice: np.random.Generator) -> tuple[float, int]:
    """Play and learn from one game; return the sum of squared errors, and the number of turns."""
    seats = len(net.outs) + 1
    codes, free = np.zeros(len(board.areas), np.int64), np.full(seats, len(board.areas))
    best, where, target = np.empty((SUMS, seats)), np.zeros(SUMS, np.int64), np.empty(seats)
    error, turns = 0.0, 0
    while free.any():
        weigh(board, net, codes, free, best, where)
        expected(board, best, target)
        error += learn(board, net, squares, codes, target, rate)
        turns += 1
        throw = drawn(board.throws, dice)
        choice = thrown(board, best, throw)
        s = board.sums[throw] if choice < 0 else drawn(board.rerolls[throw, choice], dice)
        i = where[s]
        if dice.random() < HASTE:
            s, i = dice.integers(0, SUMS), dice.integers(0, len(codes))
            while not board.open[codes[i]]:
                i = dice.integers(0, len(codes))
        area, old = board.areas[i], codes[i]
        codes[i] = board.after[area, old, s]
        free[0] -= 1
        if board.cleared[area, old, s]:
            free += 1
        eye = following(free, 0 if board.again[area, old, s] else 1)
        if eye > 0:
            for index in range(len(codes)):
                codes[index] = board.turned[codes[index], eye]
            free = np.roll(free, -eye)
    return error, turns


def save(net: Weights, players: int, version: str) -> None:
    """Write the weights to the game's file."""
    flat = np.concatenate([np.ravel(part) for part in net])
    file_of(players, version).write_text(written_weights(flat.tolist()), encoding="ascii")


def main() -> None:
    """Train a network from scratch, and write it into the game's folder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training_seasons")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--version", choices=sorted(REROLLS_A_TURN), default="full")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--size", type=int, default=32, help="neurons of the hidden layer (default: 32)")
    parser.add_argument("--rate", type=float, default=0.02, help="learning rate; it falls in the second half")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    train(**vars(chosen))


def train(*, players: int, version: str, games: int, size: int, rate: float, seed: int) -> None:
    """Play this many games, and print the network's error now and then."""
    random = np.random.default_rng(seed)
    tables, net = board(players, REROLLS_A_TURN[version]), fresh(players, size, random)
    squares = Weights(*(np.zeros_like(part) for part in net))
    begun, error, turns = time.monotonic(), 0.0, 0
    for number in range(1, games + 1):
        slower = min(1.0, 2 * (1 - number / games) + 0.02)
        off, moves = play(tables, net, squares, rate * slower, random)
        error, turns = error + off, turns + moves
        if number % FADES == 0:
            for part in squares:
                np.multiply(part, FADING, out=part)
        if number % max(1, games // 20) == 0:
            took = time.monotonic() - begun
            print(f"{number} games, {took:.0f} s: off by {(error / turns) ** 0.5:.4f} on average", flush=True)
            error, turns = 0.0, 0
            save(net, players, version)


if __name__ == "__main__":
    main()
