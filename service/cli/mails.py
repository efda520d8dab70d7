"""`sundial mails`: read inbound emails kept for the operator."""

from __future__ import annotations

import click
from sqlalchemy import Select, or_, select

from service.cli.configured import configured
from service.cli.database import opened
from service.db.engines import session
from service.models import InboundMail, Outcome, WorkState
from service.notifications.inbound import raw_of
from service.security.encryption import Undecryptable


@click.command()
@click.argument("number", type=int, required=False)
def mails(number: int | None) -> None:
    """List emails to postmaster and abuse, and unreadable ones; or print the one of that number."""
    try:
        with opened(configured()):
            click.echo("\n".join(_listed()) if number is None else _bytes_of(number), nl=number is None)
    except Undecryptable:
        message = "It was encrypted with another SECRET_KEY: add that to SECRET_KEY_FALLBACKS."
        raise click.ClickException(message) from None


def _listed() -> list[str]:
    found = session().scalars(_to_be_read().order_by(InboundMail.id))
    return [f"{each.id}  {each.received_at:%Y-%m-%d %H:%M}  {each.recipient}  {each.sender}" for each in found]


def _bytes_of(number: int) -> bytes:
    found = session().scalar(_to_be_read().where(InboundMail.id == number))
    if found is None:
        raise click.ClickException("There is no such email any more.")
    return raw_of(found)


def _to_be_read() -> Select[InboundMail]:
    return select(InboundMail).where(or_(InboundMail.outcome == Outcome.KEPT, InboundMail.state == WorkState.FAILED))
