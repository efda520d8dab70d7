"""`make vectors`: conformance vectors of each ruleset, as many games as make up POSITIONS positions."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import click

import rules
from rules.vectors import vector

SAMPLES = Path(__file__).parents[1] / "examples" / "vectors"
"""A short game of each ruleset, which is committed."""
TRIED = 8
"""Games of which the shortest is the sample."""


@click.command()
@click.option("--positions", default=10_000, show_default=True, help="At least so many of each ruleset.")
@click.option("--to", type=click.Path(path_type=Path), default=Path("var", "vectors"), show_default=True)
@click.option("--samples", is_flag=True, help="Write the committed samples anew instead.")
def main(positions: int, to: Path, *, samples: bool) -> None:
    """Write a file of JSON lines for each ruleset; the same ones each time."""
    directory = SAMPLES if samples else to
    directory.mkdir(parents=True, exist_ok=True)
    for game in rules.games().values():
        count = write_sample(game, directory) if samples else write(game, positions, directory)
        click.echo(f"{game.id}: {count} positions")


def write(game: rules.Game, positions: int, directory: Path) -> int:
    """Write games of a ruleset until there are so many positions; says how many there are."""
    count = number = 0
    with (directory / f"{game.id}.jsonl").open("w") as file:
        while count < positions:
            told = vector(game, Random(f"{game.id} {number}"))
            file.write(f"{json.dumps(told)}\n")
            count += len(told["positions"])
            number += 1
    return count


def write_sample(game: rules.Game, directory: Path) -> int:
    """Write the game of a few that takes the least room."""
    told = min(
        (vector(game, Random(f"{game.id} {number}")) for number in range(TRIED)), key=lambda each: len(str(each))
    )
    (directory / f"{game.id}.jsonl").write_text(f"{json.dumps(told)}\n")
    return len(told["positions"])


if __name__ == "__main__":
    main()
