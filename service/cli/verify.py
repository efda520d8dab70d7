"""`sundial verify`: check a record's signature, dice, moves and result."""

from __future__ import annotations

import json
import sys
from typing import IO

import click

from service.verification.authenticity import all_findings
from service.verification.recorded import BadRecord
from service.verification.verify import Verdict

MARKS = {Verdict.RIGHT: "ok   ", Verdict.WRONG: "WRONG", Verdict.LATER: "later", Verdict.TRUST: "trust"}


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--keys",
    type=click.File("rb"),
    help="The keys that the service has published, as a file from /.well-known/sundial-record-keys.json.",
)
def verify(file: IO[bytes], keys: IO[bytes] | None) -> None:
    """Check a record from /api/v1/games/<id>/record; exits with 1 if something is wrong.

    Signature, log, dice, moves and result are checked, a line each. The last lines say whom the dice require you to
    trust.
    """
    try:
        findings = list(all_findings(json.load(file), None if keys is None else published(keys)))
    except (BadRecord, ValueError, RecursionError) as wrong:
        message = f"This is not the record of a game: {wrong}"
        raise click.ClickException(message) from None
    for finding in findings:
        click.echo(f"{MARKS[finding.verdict]}  {finding.about}: {finding.text}")
    sys.exit(any(finding.verdict == Verdict.WRONG for finding in findings))


def published(keys: IO[bytes]) -> set[str]:
    """Read the public keys of a JWK Set, or raise ClickException."""
    try:
        return {str(key["x"]) for key in json.load(keys)["keys"] if key["kty"] == "OKP"}
    except (ValueError, LookupError, TypeError, RecursionError):
        message = "The file of --keys is not a JWK Set like /.well-known/sundial-record-keys.json."
        raise click.ClickException(message) from None
