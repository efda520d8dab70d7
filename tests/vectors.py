"""Conformance vectors: random games with everything that the rules say of each position, for other implementations.

An implementation replays `actions` from `setup`, and compares the positions before each of them and after the last; or
it writes such documents itself, for `python -m tests.vectors check`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import IO, Any, TypedDict

import click

import rules
from rules import CHANCE, AnyPosition, BadNotation, BadSetup, Game, IllegalAction, Setup, UnknownGame, check_action

FORMAT = "sundial-vector-1"
SAMPLES = Path(__file__).parents[1] / "examples" / "vectors"
"""A short game of each ruleset, which is committed."""
TRIED = 8
"""Games of which the shortest is the sample."""
MOST = 20
"""Differences that are told; the first ones explain the rest."""


class ToldPosition(TypedDict):
    """The player to move (-1 is chance, null is nobody), the legal actions in alphabetical order, and the score."""

    to_move: int | None
    legal: list[str]
    scores: list[int]
    winners: list[int] | None


class Vector(TypedDict):
    """A game: one position before each action, and one after the last."""

    format: str
    ruleset: str
    rules_version: str
    setup: Setup
    actions: list[str]
    positions: list[ToldPosition]


def vector(game: Game, rng: Random) -> Vector:
    """Play a random game to its end, with any number of players and any options."""
    options = {name: rng.choice(list(option.values)) for name, option in game.options.items()}
    setup = game.new_setup(rng.choice(list(game.players)), options, rng)
    position = game.initial_position(setup)
    actions: list[str] = []
    positions = [_told(position)]
    while legal := positions[-1]["legal"]:
        actions.append(rng.choice(legal))
        position = position.apply(game.parse_action(actions[-1]))
        positions.append(_told(position))
    return {
        "format": FORMAT,
        "ruleset": game.id,
        "rules_version": game.version,
        "setup": setup,
        "actions": actions,
        "positions": positions,
    }


def differences(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the differences between a document and our rules; none if they agree.

    After a difference that prevents the replay, nothing more is compared.
    """
    try:
        told = list(_replayed(document))
    except (BadSetup, BadNotation, IllegalAction, UnknownGame, LookupError, TypeError, ValueError) as failure:
        yield f"cannot be replayed: {type(failure).__name__} {failure}"
        return
    given = document.get("positions")
    for number, (ours, theirs) in enumerate(zip_longest(told, given if isinstance(given, list) else [])):
        yield from _unlike(number, ours, theirs)


def _replayed(document: Mapping[str, Any]) -> Iterator[ToldPosition]:
    game = rules.game(document["ruleset"])
    position = game.initial_position(document["setup"])
    yield _told(position)
    for text in document["actions"]:
        action = game.parse_action(text)
        check_action(position, action)
        position = position.apply(action)
        yield _told(position)


def _told(position: AnyPosition) -> ToldPosition:
    to_move = position.current_player()
    return {
        "to_move": to_move,
        "legal": sorted(map(str, _possible(position, to_move))),
        "scores": list(position.scores()),
        "winners": sorted(position.winners()) if to_move is None else None,
    }


def _possible(position: AnyPosition, to_move: int | None) -> list[Any]:
    if to_move is None:
        return []
    if to_move == CHANCE:
        return [outcome for outcome, _ in position.chance_outcomes()]
    return list(position.legal_actions())


def _unlike(number: int, ours: ToldPosition | None, theirs: object) -> Iterator[str]:
    if ours is None or not isinstance(theirs, Mapping):
        yield f"position {number}: {'is one too many' if ours is None else 'is missing'}"
        return
    for name, value in ours.items():
        given = theirs.get(name)
        if name == "legal" and isinstance(value, list) and isinstance(given, list):
            lost, more = set(value) - set(map(str, given)), set(map(str, given)) - set(value)
            yield from (f"position {number}: {action!r} is legal" for action in sorted(map(str, lost)))
            yield from (f"position {number}: {action!r} is not legal" for action in sorted(more))
        elif given != value:
            yield f"position {number}: {name} is {value}, not {given}"


@click.group()
def main() -> None:
    """Write conformance vectors, or check those of another program."""


@main.command("write")
@click.option("--positions", default=10_000, show_default=True, help="At least so many of each ruleset.")
@click.option("--to", type=click.Path(path_type=Path), default=Path("var", "vectors"), show_default=True)
@click.option("--samples", is_flag=True, help="Write the committed samples anew instead.")
def write_all(positions: int, to: Path, *, samples: bool) -> None:
    """Write a file of JSON lines for each ruleset, reproducibly."""
    directory = SAMPLES if samples else to
    directory.mkdir(parents=True, exist_ok=True)
    for game in rules.games().values():
        count = write_sample(game, directory) if samples else write(game, positions, directory)
        click.echo(f"{game.id}: {count} positions")


def write(game: Game, positions: int, directory: Path) -> int:
    """Write games of a ruleset until there are so many positions; says how many there are."""
    count = number = 0
    with (directory / f"{game.id}.jsonl").open("w") as file:
        while count < positions:
            told = vector(game, Random(f"{game.id} {number}"))
            file.write(f"{json.dumps(told)}\n")
            count += len(told["positions"])
            number += 1
    return count


def write_sample(game: Game, directory: Path) -> int:
    """Write the game of a few that takes the least room."""
    told = min(
        (vector(game, Random(f"{game.id} {number}")) for number in range(TRIED)), key=lambda each: len(str(each))
    )
    (directory / f"{game.id}.jsonl").write_text(f"{json.dumps(told)}\n")
    return len(told["positions"])


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.File("rb"))
def check(files: tuple[IO[bytes], ...]) -> None:
    """Check FILES of conformance vectors, a game on each line; exit with 1 if one differs from our rules."""
    checked = positions = wrong = 0
    for file in files:
        for number, line in enumerate(file, 1):
            checked += 1
            found = list(_found(line))
            positions += line.count(b'"to_move"')
            wrong += bool(found)
            for what in found[:MOST]:
                click.echo(f"{file.name}, line {number}: {what}")
    click.echo(f"{checked} games, {positions} positions, {wrong} games differ")
    sys.exit(wrong > 0 or not checked)


def _found(line: bytes) -> Iterator[str]:
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        yield "is not JSON"
        return
    yield from differences(document) if isinstance(document, dict) else ["is not an object"]


if __name__ == "__main__":
    main()
