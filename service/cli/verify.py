"""`sundial verify`: whose record is it, and was the game played with the dice that were promised, and by the rules?"""

from __future__ import annotations

import json
import sys
from typing import IO

import click

from service.authenticity import all_findings
from service.recorded import BadRecord
from service.verify import Verdict

MARKS = {Verdict.RIGHT: "ok   ", Verdict.WRONG: "WRONG", Verdict.LATER: "later", Verdict.TRUST: "trust"}


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--keys",
    type=click.File("rb"),
    help="The keys that its service has published, as a file from /.well-known/sundial-record-keys.json.",
)
def verify(file: IO[bytes], keys: IO[bytes] | None) -> None:
    """Check a record from /api/v1/games/<id>/record; exit with 1 if something is wrong.

    Whose it is, its log, dice, moves and result are checked, each in a line; the last ones say whom
    one trusts for the dice.
    """
    try:
        findings = list(all_findings(json.load(file), None if keys is None else published(keys)))
    except (BadRecord, ValueError, RecursionError) as wrong:
        message = f"This is not a record of a game: {wrong}"
        raise click.ClickException(message) from None
    for finding in findings:
        click.echo(f"{MARKS[finding.verdict]}  {finding.about}: {finding.text}")
    sys.exit(any(finding.verdict == Verdict.WRONG for finding in findings))


def published(keys: IO[bytes]) -> set[str]:
    """The public keys of a JWK Set, or ClickException."""
    try:
        return {str(key["x"]) for key in json.load(keys)["keys"] if key["kty"] == "OKP"}
    except (ValueError, LookupError, TypeError, RecursionError):
        message = "The file of --keys is no JWK Set, as /.well-known/sundial-record-keys.json is one."
        raise click.ClickException(message) from None
