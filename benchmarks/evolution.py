"""Several numbers of a game's judgement tuned at once, by CMA-ES over games of level 5 against itself.

Hansen's `cma` draws a generation of candidates round the best guess so far, in the logarithms of the numbers, and is
told how each has done against the numbers as they are; all of a generation play on the same layouts. What each has come
to is kept in a file, so that a run that was stopped goes on where it was.
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
    """What a run is to do; a file goes on only with the plan that it was begun with."""

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
    """How far, in natural logarithms, the first generation is spread."""
    by: str
    """What candidates are ranked by: `wins`, or the difference in `points`."""
    opening: int
    """Actions that are played before both begin to think."""
    seed: int


class OtherPlan(ValueError):
    """The file belongs to a run with another plan."""


class Notebook:
    """A file with a line for the plan, and one for what each candidate has come to, as soon as it is known."""

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
        """How fit the candidate was, if that is known."""
        found: float | None = self._known.get((generation, candidate))
        return found

    def note(self, generation: int, candidate: int, values: Sequence[float], fitness: float) -> None:
        """Keep what a candidate has come to."""
        self._known[generation, candidate] = fitness
        self._lines.write({"generation": generation, "candidate": candidate, "values": values, "fitness": fitness})


class Evolution:
    """One run: which values win most often."""

    def __init__(self, game: Game, plan: Plan, numbers: Sequence[Number], notebook: Notebook) -> None:
        self._game, self._plan, self._numbers, self._notebook = game, plan, numbers, notebook
        # The same number begins the same run anew: what is known of it is told again, and need not be played.
        options = {"seed": plan.seed, "popsize": plan.population, "verbose": -9}
        self._strategy = cma_es()([0.0] * len(numbers), plan.step, options)

    def run(self, ended: Ended = lambda: None) -> Iterator[tuple[Sequence[float], float]]:
        """After each generation, the values held best by then, and the mean fitness of the generation."""
        for generation in range(self._plan.generations):
            steps = self._strategy.ask()
            fitness = [self._fitness(generation, each, step, ended) for each, step in enumerate(steps)]
            self._strategy.tell(steps, [-each for each in fitness])
            yield self.best(), fmean(fitness)

    def best(self) -> list[float]:
        """The values in the middle of what has done well, which is less a matter of luck than the best of them."""
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
        """How these values do against the present ones on so many layouts, which their name and the seed fix."""
        tally, plan = Tally(), self._plan
        changed = Contestant(Variant(self._game, self._numbers, values).player(walker(plan.walks)))
        present = [number.present for number in self._numbers]
        other = Contestant(Variant(self._game, self._numbers, present).player(walker(plan.walks)))
        for each in range(rounds):
            rng = Random(f"{plan.seed}, {layouts}, {each}")  # the same layout for all candidates
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
    """The game as it goes on after so many actions drawn by the weights of its candidates.

    Where a game has neither layouts nor dice, two that search alike would otherwise play the same game each time.
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
    """The strategy of `cma`, which says at its import that it cannot draw."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from cma import CMAEvolutionStrategy  # noqa: PLC0415
    strategy: Callable[..., Any] = CMAEvolutionStrategy
    return strategy
