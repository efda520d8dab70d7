"""Tuning of several constants of a game's tactics at once, by CMA-ES over games against the present ones.

Hansen's `cma` draws a generation of candidates around the best guess so far, in the logarithms of the constants. It
gets the results of each candidate against the present constants; all of a generation play on the same layouts. The
results are stored in a file, so that an interrupted run can resume.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import exp
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from benchmarks.arena.playing import Contestant, Tally, count, play_game, play_round, told
from benchmarks.json_lines import JsonLines
from benchmarks.variants import Number, Variant, walker
from rules import CHANCE, Game, Setup

Ended = Callable[[], None]


@dataclass(frozen=True)
class Plan:
    """Parameters of a run; a file resumes only with the plan it was begun with."""

    game: str
    numbers: tuple[str, ...]
    options: Mapping[str, str]
    seats: int
    walks: int
    rounds: int
    """Layouts for each candidate, on each of which it has every seat once."""
    generations: int
    population: int
    step: float
    """Spread of the first generation, in natural logarithms."""
    by: str
    """Ranking of candidates: by `wins`, or by the difference in `points`."""
    opening: int
    """Actions played before both players begin to search."""
    seed: int


class OtherPlan(ValueError):
    """The file belongs to a run with another plan."""


class Notebook:
    """A file with a line for the plan, and one for each candidate's result, written at once."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self._lines = JsonLines(path)
        begun = {key: value for key, value in json.loads(json.dumps(asdict(plan))).items() if key != "generations"}
        lines = list(self._lines)
        if not lines:
            self._lines.write(begun)
        elif lines[0] != begun:
            raise OtherPlan(path)
        self._known = {(line["generation"], line["candidate"]): line["fitness"] for line in lines[1:]}

    def known(self, generation: int, candidate: int) -> float | None:
        """Return a candidate's fitness, if known."""
        found: float | None = self._known.get((generation, candidate))
        return found

    def note(self, generation: int, candidate: int, values: Sequence[float], fitness: float) -> None:
        """Store a candidate's result."""
        self._known[generation, candidate] = fitness
        self._lines.write({"generation": generation, "candidate": candidate, "values": values, "fitness": fitness})


class Evolution:
    """One run of CMA-ES for the values that win most often."""

    def __init__(self, game: Game, plan: Plan, numbers: Sequence[Number], notebook: Notebook) -> None:
        self._game, self._plan, self._numbers, self._notebook = game, plan, numbers, notebook
        # An equal seed repeats the run: known results are replayed from the file.
        options = {"seed": plan.seed, "popsize": plan.population, "verbose": -9}
        self._strategy = cma_es()([0.0] * len(numbers), plan.step, options)

    def run(self, ended: Ended = lambda: None) -> Iterator[tuple[Sequence[float], float]]:
        """Yield the best values after each generation, and the mean fitness of the generation."""
        for generation in range(self._plan.generations):
            steps = self._strategy.ask()
            fitness = [self._fitness(generation, each, step, ended) for each, step in enumerate(steps)]
            self._strategy.tell(steps, [-each for each in fitness])
            yield self.best(), fmean(fitness)

    def best(self) -> list[float]:
        """Return the values in the middle of the good ones, which depend less on luck than the best of them."""
        return self._values(self._strategy.result.xfavorite)

    def _values(self, steps: Sequence[float]) -> list[float]:
        return [number.scaled(exp(float(step))) for number, step in zip(self._numbers, steps, strict=True)]

    def _fitness(self, generation: int, candidate: int, steps: Sequence[float], ended: Ended) -> float:
        found = self._notebook.known(generation, candidate)
        if found is None:
            values = self._values(steps)
            tally = self.match(values, f"generation {generation}", self._plan.rounds, ended)
            found = tally.share if self._plan.by == "wins" else fmean(tally.scores) - fmean(tally.others)
            self._notebook.note(generation, candidate, values, found)
        return found

    def match(self, values: Sequence[float], layouts: str, rounds: int, ended: Ended = lambda: None) -> Tally:
        """Play these values against the present ones on layouts fixed by a name and the seed."""
        tally, plan = Tally(), self._plan
        changed = Contestant(Variant(self._game, self._numbers, values).player(walker(plan.walks)))
        present = [number.present for number in self._numbers]
        other = Contestant(Variant(self._game, self._numbers, present).player(walker(plan.walks)))
        for each in range(rounds):
            rng = Random(f"{plan.seed}, {layouts}, {each}")  # equal layouts for all candidates
            setup = self._game.new_setup(plan.seats, plan.options, rng)
            game = opened(self._game, setup, plan.opening, rng)
            if game.cooperative:
                mine, others = (
                    play_game(game, setup, [player] * plan.seats, rng).scores()[0] for player in (changed, other)
                )
                tally.note(mine, others)
                tally.scores.append(mine)
                tally.others.append(others)
                ended()
            else:
                count(tally, list(told(play_round(game, setup, changed, other, rng), ended)))
        return tally


def opened(game: Game, setup: Setup, actions: int, rng: Random) -> Game:
    """Return the game from a position after some actions drawn by the weights of its candidates.

    In a game without layouts and dice, two equal searches would otherwise play the same game each time.
    """
    position = game.initial_position(setup)
    for _ in range(actions):
        seat = position.current_player()
        if seat is None:
            break
        pairs = position.chance_outcomes() if seat == CHANCE else game.tactics.candidates(position)
        after = position.apply(rng.choices([action for action, _ in pairs], [float(each) for _, each in pairs])[0])
        if after.current_player() is None:
            break
        position = after
    return replace(game, start=lambda _: position)


def cma_es() -> Callable[..., Any]:
    """Import the strategy of `cma`, without its warning that it cannot draw."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from cma import CMAEvolutionStrategy  # noqa: PLC0415
    strategy: Callable[..., Any] = CMAEvolutionStrategy
    return strategy
