"""`sundial import`: import records of games played elsewhere into an account."""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path
from typing import IO

import click

from service.accounts.accounts import account_named
from service.cli.configured import configured
from service.cli.database import opened
from service.cli.verify import published
from service.db import clock
from service.language.errors import Refused
from service.language.refusals import EXPLANATIONS
from service.models import Account, Visibility
from service.play.imports import import_record, record_from, records_in


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--for", "owner", metavar="NAME", required=True, help="The account that gets the games.")
@click.option("--public", is_flag=True, help="Let anybody with the address of a game view it.")
@click.option(
    "--keys",
    type=click.File("rb"),
    help="The keys of the service where the games were played, as from /.well-known/sundial-record-keys.json.",
)
def import_(files: tuple[Path, ...], owner: str, public: bool, keys: IO[bytes] | None) -> None:  # noqa: FBT001  # click's
    """Import finished games from record files: one record, or one on each line.

    Each record is checked as by `sundial verify`. A line shows each result; exits with 1 if one was refused.
    """
    known = None if keys is None else published(keys)
    visibility = Visibility.PUBLIC if public else Visibility.PRIVATE
    with opened(configured()):
        account = account_named(owner)
        refused = sum(_brought_in(file, account, visibility, known) for file in files)
    sys.exit(1 if refused else 0)


def _brought_in(file: Path, owner: Account, visibility: Visibility, keys: Collection[str] | None) -> int:
    """Import the records of a file; returns how many were refused."""
    refused = 0
    for line, raw in records_in(file.read_bytes()):
        try:
            game = import_record(owner, record_from(raw), visibility, clock.now(), keys)
            click.echo(f"{game.id}  {file}:{line}")
        except Refused as refusal:
            refused += 1
            click.echo(f"{file}:{line}: {_why(refusal)}", err=True)
    return refused


def _why(refusal: Refused) -> str:
    """Format the code, message and place of a refusal in a line."""
    told = [str(value) for name, value in refusal.details.items() if name != "entry" and value not in (None, "")]
    return f"{EXPLANATIONS[refusal.code].title} ({': '.join([refusal.code, *told])})"
