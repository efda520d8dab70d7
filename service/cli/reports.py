"""`sundial reports`: review players' reports of chat messages."""

from __future__ import annotations

import click

from service.cli.configured import configured
from service.cli.database import opened
from service.db import clock
from service.language.errors import NotFound
from service.models import Report
from service.play.reports import close_report, waiting_reports


@click.command()
@click.option("--close", "number", type=int, metavar="NUMBER", help="Close that report.")
def reports(number: int | None) -> None:
    """List reported messages and their authors; or close a report.

    For measures against an account see: sundial people --help.
    """
    with opened(configured()):
        if number is not None:
            _close(number)
            return
        waiting = waiting_reports()
        for each in waiting:
            click.echo(_told(each))
        if not waiting:
            click.echo("There are no open reports.")


def _close(number: int) -> None:
    try:
        close_report(number, clock.now())
    except NotFound:
        message = "There is no such report."
        raise click.ClickException(message) from None
    click.echo("It is closed.")


def _told(each: Report) -> str:
    """Format a report; line breaks within messages are indented."""
    said = each.said.replace("\n", "\n      ")
    words = f"\n    {each.reporter.name} adds: {' '.join(each.words.split())}" if each.words else ""
    head = f"{each.id}  {each.at:%Y-%m-%d %H:%M}  {each.why}: {each.reported.name} in game {each.game_id}"
    return f"{head}, reported by {each.reporter.name}\n    said: {said}{words}"
