"""Tune several constants of a game's tactics together: `python -m benchmarks.together siesta tactics:OPEN …`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

import rules
from benchmarks.evolution import Evolution, Notebook, OtherPlan, Plan
from benchmarks.progress import Progress
from benchmarks.variants import NotTunable, Number, number
from rules import Game

HALF = 0.5


@click.command()
@click.argument("ruleset")
@click.argument("numbers", metavar="MODULE:NAME …", nargs=-1, required=True)
@click.option("--seats", default=2, show_default=True)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--walks", default=100, show_default=True, help="Walks of the tree search for each action.")
@click.option("--rounds", default=12, show_default=True, help="Layouts for each candidate, one game for each seat.")
@click.option("--generations", default=15, show_default=True)
@click.option("--population", default=8, show_default=True, help="Candidates in a generation.")
@click.option("--step", default=0.3, show_default=True, help="Initial spread of the candidates, as a logarithm.")
@click.option(
    "--by", type=click.Choice(["wins", "points"]), default="points", show_default=True, help="Rank candidates by this."
)
@click.option(
    "--opening", default=6, show_default=True, help="Number of opening actions drawn by weight, before both search."
)
@click.option("--final", default=100, show_default=True, help="Layouts of the last match.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(1), help="Random seed of layouts and dice.")
@click.option("--kept", default=Path("build/tuned.jsonl"), show_default=True, type=click.Path(path_type=Path))
def together(  # noqa: PLR0913  # one argument for each option
    *,
    ruleset: str,
    numbers: tuple[str, ...],
    options: tuple[str, ...],
    seats: int,
    walks: int,
    rounds: int,
    generations: int,
    population: int,
    step: float,
    by: str,
    opening: int,
    final: int,
    seed: int,
    kept: Path,
) -> None:
    """Let CMA-ES search for better values of a game's constants, such as tactics:POINT of its folder, by self-play.

    Level 5 plays with each candidate's values against level 5 as it is, both with the same number of walks for each
    action. So a busy machine makes it slower and changes nothing else. The last match is on new layouts. Results are
    stored, and the same command resumes an interrupted run.
    """
    chosen = dict(option.partition("=")[::2] for option in options)
    plan = Plan(ruleset, numbers, chosen, seats, walks, rounds, generations, population, step, by, opening, seed)
    try:
        game = rules.game(ruleset)
        found = [number(game, written) for written in numbers]
        evolution = Evolution(game, plan, found, Notebook(kept, plan))
    except (rules.RulesError, NotTunable, OtherPlan) as error:
        message = f"{type(error).__name__}: {error}"
        raise click.UsageError(message) from error
    best = _evolved(evolution, game, plan, found)
    _last_match(evolution, game, plan, best, final)


def _evolved(evolution: Evolution, game: Game, plan: Plan, numbers: Sequence[Number]) -> Sequence[float]:
    games = 1 if game.cooperative else plan.seats
    progress = Progress(f"{game.id}, tuned", plan.rounds * games * plan.population * plan.generations)
    best: Sequence[float] = [each.present for each in numbers]
    for generation, (best, fitness) in enumerate(evolution.run(progress.game_ended)):
        click.echo(f"{generation}: {_told(numbers, best)}; mean {plan.by} {fitness:.3f}")
    return best


def _last_match(evolution: Evolution, game: Game, plan: Plan, best: Sequence[float], rounds: int) -> None:
    progress = Progress(f"{game.id}, the last match", rounds * (1 if game.cooperative else plan.seats))
    tally = evolution.match(best, "the last match", rounds, progress.game_ended)
    low, high = tally.interval
    click.echo(f"against the present values: {tally.share:.1%} of {tally.decisions} ({low:.1%} to {high:.1%})")
    click.echo("better" if low > HALF else "not shown to be better: the present values stay")


def _told(numbers: Sequence[Number], values: Sequence[float]) -> str:
    pairs = zip(numbers, values, strict=True)
    return ", ".join(f"{each.name} {value:.4g} (now {each.present:g})" for each, value in pairs)


if __name__ == "__main__":
    together()
