"""`sundial receive`: accept an email from a pipe, for mail servers that run a program for each."""

from __future__ import annotations

import os
import sys

import click

from service.app import serving
from service.cli.configured import configured
from service.config.timeouts import Role
from service.db import clock
from service.db.db_errors import FAILURES, in_words
from service.language.errors import TooMany
from service.notifications.taking import MAX_WITH_FILES, NotTaken, Rejection, box_of, take, with_network_line_ends

EXIT_CODES = {
    Rejection.NOBODY: os.EX_NOUSER,
    Rejection.NOT_OURS: os.EX_NOUSER,
    Rejection.HEADER_TOO_LARGE: os.EX_DATAERR,
    Rejection.TOO_LARGE: os.EX_DATAERR,
    Rejection.TOO_MANY: os.EX_TEMPFAIL,
}
"""Exit codes that Postfix, Exim and others read as permanent or temporary failure."""


@click.command()
@click.argument("recipients", nargs=-1, required=True)
@click.option(
    "--sender", help="The sender of the envelope; empty if it has none. By default it is read from the email."
)
def receive(recipients: tuple[str, ...], sender: str | None) -> None:
    """Store the email on standard input for RECIPIENTS; exits with 0 once it is stored.

    Exit code 75 means try again, 67 that there is no such mailbox, 65 that the email cannot be accepted.
    """
    raw = with_network_line_ends(sys.stdin.buffer.read(2 * MAX_WITH_FILES))
    try:
        with serving(configured(), role=Role.WORKER):
            take([box_of(address) for address in recipients], sender, raw, clock.now())
    except click.ClickException as unset:
        _exit(f"Error: {unset.message}", os.EX_TEMPFAIL)  # after another code mail servers return the email
    except NotTaken as refused:
        _exit(refused.why.partition(" ")[2], EXIT_CODES[refused.why])
    except TooMany as full:
        _exit(f"Too many emails ({full.details['bucket']}).", os.EX_TEMPFAIL)
    except FAILURES as failure:
        _exit(in_words(failure), os.EX_TEMPFAIL)


def _exit(said: str, code: int) -> None:
    click.echo(said, err=True)
    sys.exit(code)
