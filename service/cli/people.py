"""`sundial people`: moderate accounts, with a reason for each measure."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import click

from service.accounts import measures
from service.accounts.accounts import account_named
from service.cli.configured import configured
from service.cli.database import opened
from service.db import clock
from service.models import Account, Measure

MOST_DAYS = 3650
LOGGED = 50


@click.group()
def people() -> None:
    """Mute, rename or suspend accounts, undo that, and show the log."""


@people.command()
@click.argument("name")
@click.option("--days", type=click.IntRange(1, MOST_DAYS), default=7, show_default=True)
@click.option("--because", required=True, help="The reason, for the log.")
def mute(name: str, days: int, because: str) -> None:
    """Mute an account and its bots for some days."""
    _take(name, lambda account, now: measures.mute(account, now + timedelta(days=days), because, now))


@people.command()
@click.argument("name")
@click.option("--because", required=True, help="The reason, for the log.")
def unmute(name: str, because: str) -> None:
    """Unmute an account."""
    _take(name, lambda account, now: measures.mute(account, now, because, now))


@people.command()
@click.argument("name")
@click.argument("new")
@click.option("--because", required=True, help="The reason, for the log.")
def rename(name: str, new: str, because: str) -> None:
    """Rename an account."""
    _take(name, lambda account, now: measures.rename(account, new, because, now))


@people.command()
@click.argument("name")
@click.option("--because", required=True, help="The reason, for the log.")
def suspend(name: str, because: str) -> None:
    """Suspend an account: end its sessions and tokens, and those of its bots."""
    _take(name, lambda account, now: measures.suspend(account, because, now))


@people.command()
@click.argument("name")
@click.option("--because", required=True, help="The reason, for the log.")
def restore(name: str, because: str) -> None:
    """Restore a suspended account."""
    _take(name, lambda account, now: measures.restore(account, because, now))


@people.command()
def log() -> None:
    """List the latest measures and their reasons."""
    with opened(configured()):
        for each in measures.measures(LOGGED):
            click.echo(_told(each))


def _take(name: str, measure: Callable[[Account, datetime], Measure]) -> None:
    with opened(configured()):
        click.echo(_told(measure(account_named(name), clock.now())))


def _told(each: Measure) -> str:
    until = f" until {each.until:%Y-%m-%d %H:%M}" if each.until else ""
    return f"{each.at:%Y-%m-%d %H:%M}  {each.what}{until}  {each.account.name}: {' '.join(each.because.split())}"
