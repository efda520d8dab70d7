"""`sundial token`: create API tokens without an email."""

from __future__ import annotations

import click

from service.accounts.accounts import account_of, confirm
from service.accounts.scopes import SCOPES
from service.accounts.tokens import LONGEST_LIFE, create_token, end_of_life
from service.bots.accounts import bot_of
from service.cli.configured import configured
from service.cli.database import opened
from service.db import clock
from service.db.engines import transaction


@click.group()
def token() -> None:
    """Create tokens for programs that use the REST API."""


@token.command()
@click.argument("email")
@click.option(
    "--bot",
    metavar="NAME",
    help="Create the token for this bot of the account; the bot is created if it does not exist.",
)
@click.option(
    "--scopes",
    default=",".join(SCOPES),
    show_default=True,
    help="Scopes, separated by commas; without any, the token can only read.",
)
@click.option("--expires-in-days", type=click.IntRange(1, LONGEST_LIFE.days), help="When it expires.  [default: never]")
@click.option("--name", default="command line", show_default=True, help="Name of the token in the list of tokens.")
def create(email: str, bot: str | None, scopes: str, expires_in_days: int | None, name: str) -> None:
    """Create a token for the account with that address, and print only the token."""
    with opened(configured()):
        click.echo(made(email, bot, scopes.replace(",", " ").split(), name, expires_in_days))


def made(email: str, bot: str | None, scopes: list[str], name: str, days: int | None = None) -> str:
    """Create a token and confirm its account, because the command's user is the operator."""
    now = clock.now()
    with transaction():
        owner = account_of(email, now)
        confirm(owner, now)
        holder = bot_of(owner, bot, now) if bot else owner
        return create_token(holder, name, scopes, now, end_of_life(now, days=days)).secret
