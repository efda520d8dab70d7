"""Timed random games: every game, with python-chess as the yardstick in the same run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from time import perf_counter, thread_time
from typing import Any, NamedTuple, Protocol

import chess

from benchmarks.arena.uct import Uct
from benchmarks.chance import draw
from rules import CHANCE, AnyPosition, Game
from rules.game import Tactics
from workers.search.limit import Budget, Limit
from workers.search.tree import TreeSearch

SEARCHED = 20
"""Number of positions for timed searches."""


class Pace(NamedTuple):
    """Counts, and the seconds they took."""

    games: int
    actions: int
    seconds: float

    @property
    def games_a_second(self) -> float:
        """Return whole random games per second."""
        return self.games / self.seconds

    @property
    def actions_a_second(self) -> float:
        """Return actions per second, including chance outcomes (for chess: plies)."""
        return self.actions / self.seconds


def pace(play: Callable[[Random], int], seconds: float) -> Pace:
    """Call `play`, which plays one game and returns its number of actions, for about this long."""
    rng, games, actions = Random(1), 0, 0
    begun = perf_counter()
    while (elapsed := perf_counter() - begun) < seconds:
        actions += play(rng)
        games += 1
    return Pace(games, actions, elapsed)


def random_action(position: AnyPosition, rng: Random) -> Any:  # noqa: ANN401  # each game has its own type of action
    """Choose a uniformly random legal action, or a chance outcome by its probability."""
    if position.current_player() == CHANCE:
        return draw(position.chance_outcomes(), rng)
    return rng.choice(position.legal_actions())


def random_game(first: AnyPosition, rng: Random) -> int:
    """Play at random to the end; return the number of actions."""
    position, actions = first, 0
    while position.current_player() is not None:
        position = position.apply(random_action(position, rng))
        actions += 1
    return actions


def random_chess(rng: Random) -> int:
    """Play a game of chess at random to its end; return the number of plies."""
    board, plies = chess.Board(), 0
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        plies += 1
    return plies


def microseconds(game: Game, players: int, options: Mapping[str, str], seconds: float) -> tuple[float, float]:
    """Time one `legal_actions` and one `apply` in microseconds, each over the positions of random games."""
    steps = _visited(game, players, options)
    decisions = [position for position, _ in steps if position.current_player() != CHANCE]
    legal = _time_of_a_call([position.legal_actions for position in decisions], seconds)
    return legal, _time_of_a_call([partial(position.apply, action) for position, action in steps], seconds)


def walks_a_second(game: Game, players: int, options: Mapping[str, str], seconds: float) -> tuple[float, float]:
    """Measure walks of level 5's tree and roll-outs of plain UCT per CPU second, over random positions."""
    decisions = [position for position, _ in _visited(game, players, options) if position.current_player() != CHANCE]
    chosen = decisions[:: max(1, len(decisions) // SEARCHED)]
    return _searches(TreeSearch(), chosen, game.tactics, seconds), _searches(Uct(), chosen, game.tactics, seconds)


class _Search(Protocol):
    def find(self, position: AnyPosition, tactics: Tactics, rng: Random, limit: Limit) -> object: ...


def _searches(search: _Search, positions: Sequence[AnyPosition], tactics: Tactics, seconds: float) -> float:
    """Count a search's rounds per CPU second, with equal time for each position."""
    rng, budget, rounds, begun = Random(3), Budget(seconds / len(positions), 10**9), 0, thread_time()
    for position in positions:
        limit = budget.start(thread_time)
        search.find(position, tactics, rng, limit)
        rounds += limit.spent
    return rounds / (thread_time() - begun)


def _visited(game: Game, players: int, options: Mapping[str, str]) -> list[tuple[AnyPosition, Any]]:
    """List the positions of ten random games with the action taken in each."""
    rng, steps = Random(2), []
    for _ in range(10):
        position = game.initial_position(game.new_setup(players, options, rng))
        while position.current_player() is not None:
            steps.append((position, random_action(position, rng)))
            position = position.apply(steps[-1][1])
    return steps


def _time_of_a_call(calls: Sequence[Callable[[], object]], seconds: float) -> float:
    """Measure the mean microseconds of a call."""
    rounds, begun = 0, perf_counter()
    while perf_counter() - begun < seconds:
        for call in calls:
            call()
        rounds += 1
    return (perf_counter() - begun) / (rounds * len(calls)) * 1e6
