"""Agent that learns a game offline and then plays it online, unchanged (docs/learning.md).

python examples/learning_agent.py train seasons weights.json
python -m sundial_client.bridge --engine 'python examples/learning_agent.py play weights.json'

Each action has a row of weights. The agent's expected result is the dot product of the observation with that row.
"""

import json
import random
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import rules
from sundial_environments.observations import observation
from sundial_environments.tables import Table, numbers, rolled

STEP = 0.02
"""Learning rate."""
CURIOSITY = 0.1
"""Share of random actions during training."""

Weights = list[list[float]]
Seen = list[tuple[int, float]]
"""Nonzero values of an observation, by index."""


def seen(observed: Sequence[float]) -> Seen:
    """Compress an observation to its nonzero values, as most are zero."""
    return [(place, value) for place, value in enumerate(observed) if value]


def expected(weights: Weights, what: Seen, action: int) -> float:
    """Compute the expected result of an action, from -1 to 1."""
    row = weights[action]
    return sum(row[place] * value for place, value in what)


def best(weights: Weights, what: Seen, legal: Iterable[int]) -> int:
    """Choose the legal action with the best expected result."""
    return max(legal, key=lambda action: expected(weights, what, action))


def play_one(table: Table, weights: Weights, rng: random.Random) -> None:
    """Play a game against itself, and move the expectation of each action towards the result."""
    chosen: list[list[tuple[Seen, int]]] = [[] for _ in range(table.players)]
    position = rolled(table.begin(rng), rng)
    while (seat := position.current_player()) is not None:
        what, legal = seen(table.observe(position, seat)), table.legal(position)
        action = rng.choice(legal) if rng.random() < CURIOSITY else best(weights, what, legal)
        chosen[seat].append((what, action))
        position = rolled(position.apply(table.action(action)), rng)
    for won, steps in zip(table.returns(position), chosen, strict=True):
        for what, action in steps:
            error = won - expected(weights, what, action)
            for place, value in what:
                weights[action][place] += STEP * error * value


def share_won(table: Table, weights: Weights, games: int, rng: random.Random) -> float:
    """Measure the share of games won against random play, in alternating seats."""
    won = 0.0
    for number in range(games):
        own = number % table.players
        position = rolled(table.begin(rng), rng)
        while (seat := position.current_player()) is not None:
            legal = table.legal(position)
            action = best(weights, seen(table.observe(position, seat)), legal) if seat == own else rng.choice(legal)
            position = rolled(position.apply(table.action(action)), rng)
        winners = position.winners()
        won += (own in winners) / max(len(winners), 1)
    return won / games


def train(ruleset: str, file: Path, games: int) -> None:
    """Play this many games, and write the weights to the file."""
    table, rng = Table.of(ruleset), random.Random(1)
    weights = [[0.0] * table.observation_size for _ in range(table.action_count)]
    print(f"untrained: {share_won(table, weights, 200, rng):.0%} of 200 games won", flush=True)
    for _ in range(games):
        play_one(table, weights, rng)
    print(f"after {games} games: {share_won(table, weights, 200, rng):.0%} of 200 games won", flush=True)
    file.write_text(json.dumps({"ruleset": ruleset, "players": table.players, "weights": weights}))


def play(file: Path) -> None:
    """Answer the bridge (docs/bots.md#an-engine)."""
    learnt = json.loads(file.read_text())
    number_of = numbers(learnt["ruleset"]).by_action
    game, seat = rules.game(learnt["ruleset"]), 0
    what: Seen = []
    move: list[str] = []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "sundial":
            print("name Learner\nready", flush=True)
        elif word == "seat":
            seat = int(rest)
        elif word == "position":
            what = seen(observation(game.id, learnt["players"], seat, json.loads(rest)))
        elif word == "go":
            move = []
            print("after", flush=True)
        elif word == "legal":
            legal = {number_of[game.parse_action(action)]: action for action in rest.split(", ")}
            move.append(legal[best(learnt["weights"], what, legal)])
            print("after", ", ".join(move), flush=True)
        elif word == "whole":
            print("move", ", ".join(move), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["train", ruleset, file, *games]:
            train(ruleset, Path(file), int(games[0]) if games else 1500)
        case ["play", file]:
            play(Path(file))
        case _:
            sys.exit(__doc__)
