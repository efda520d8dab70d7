"""`sundial verify`: was a game played with the dice that were promised, and by the rules?"""

from __future__ import annotations

import json
import sys
from typing import IO

import click

from service.verify import BadRecord, Verdict, check

MARKS = {Verdict.RIGHT: "ok   ", Verdict.WRONG: "WRONG", Verdict.LATER: "later"}


@click.command()
@click.argument("file", type=click.File("rb"))
def verify(file: IO[bytes]) -> None:
    """Check a record from /api/v1/games/<id>/record: dice, moves and result; exit with 1 if something is wrong."""
    try:
        findings = list(check(json.load(file)))
    except (BadRecord, ValueError, RecursionError) as wrong:
        message = f"This is not a record of a game: {wrong}"
        raise click.ClickException(message) from None
    for finding in findings:
        click.echo(f"{MARKS[finding.verdict]}  {finding.about}: {finding.text}")
    sys.exit(any(finding.verdict == Verdict.WRONG for finding in findings))
