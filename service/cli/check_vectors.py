"""`sundial check-vectors`: do rules in another language say the same as ours?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import IO

import click

from rules.vectors import differences

MOST = 20
"""Differences that are told; the first ones explain the rest."""


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.File("rb"))
def check_vectors(files: tuple[IO[bytes], ...]) -> None:
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
