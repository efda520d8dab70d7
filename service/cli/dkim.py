"""`sundial dkim`: manage the DKIM keys that sign our emails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from service.cli.configured import configured
from service.cli.database import opened
from service.config.environment import Config
from service.db import clock
from service.models import DkimKey
from service.notifications.dkim_keys import (
    STILL_UNDER_WAY,
    BadSelector,
    KeyStillNeeded,
    SelectorTaken,
    UnknownSelector,
    dkim_keys,
    drop_key,
    make_key,
    record_of,
    selector_for,
    stop_signing,
    use_key,
)
from service.notifications.zone_lines import txt_line

DAYS = STILL_UNDER_WAY.days
WRONG = {
    BadSelector: "A selector has lower-case letters, digits and dashes between them, at most 63.",
    SelectorTaken: "A key with this selector exists or existed; DNS caches records, so choose another name.",
    UnknownSelector: "There is no such key, or it was dropped. `sundial dkim` lists the keys.",
    KeyStillNeeded: f"Emails are signed with this key, or were within the last {DAYS} days: their signatures would "
    "become invalid. Use another key first, and wait; or pass --at-once if the key has leaked.",
}


@click.group(invoke_without_command=True)
@click.pass_context
def dkim(context: click.Context) -> None:
    """List the DKIM keys and their DNS records."""
    if context.invoked_subcommand is None:
        with _answering() as config:
            keys = dkim_keys()
            for key in keys:
                click.echo(f"{key.selector}  {_state(key)}")
                if key.encrypted:
                    click.echo(f"  {_line(key, config)}")
            if not keys:
                click.echo("Emails are not signed. Create a key with: sundial dkim make")


@dkim.command()
@click.argument("selector", required=False)
def make(selector: str | None) -> None:
    """Create a key and print its DNS record. It signs nothing until `use`."""
    with _answering() as config:
        key = make_key(selector or selector_for(clock.now()), clock.now())
        click.echo(_line(key, config))
        click.echo(
            f"\nOnce it is published (`sundial doctor mail` checks it), sign with it: sundial dkim use {key.selector}"
        )


@dkim.command()
@click.argument("selector")
def use(selector: str) -> None:
    """Sign with that key only, from now on. Publish its DNS record first."""
    with _answering():
        use_key(selector, clock.now())
        click.echo(f"Emails are signed with {selector} from now on. Leave older records in the zone for {DAYS} days.")


@dkim.command()
def stop() -> None:
    """Stop signing emails."""
    with _answering():
        stop_signing(clock.now())
        click.echo(f"Emails are no longer signed. Leave the record in the zone for {DAYS} days.")


@dkim.command()
@click.argument("selector")
@click.option("--at-once", is_flag=True, help="Even though emails that it signed may still be in transit.")
def drop(selector: str, at_once: bool) -> None:  # noqa: FBT001  # click's way
    """Delete a private key. Its DNS record can then be removed."""
    with _answering() as config:
        drop_key(selector, clock.now(), at_once=at_once)
        click.echo(f"Dropped. Remove from the zone: {selector}._domainkey.{config.mail_domain}.")


@contextmanager
def _answering() -> Iterator[Config]:
    """Open the configured database; errors become messages and exit codes."""
    config = configured()
    try:
        with opened(config):
            yield config
    except tuple(WRONG) as wrong:
        raise click.ClickException(WRONG[type(wrong)]) from None


def _state(key: DkimKey) -> str:
    if not key.encrypted:
        return "dropped"
    if key.used_since is None:
        return "not used yet"
    if key.ended_at is None:
        return f"signs since {key.used_since:%Y-%m-%d}"
    return f"signed until {key.ended_at:%Y-%m-%d}"


def _line(key: DkimKey, config: Config) -> str:
    return txt_line(f"{key.selector}._domainkey.{config.mail_domain}", record_of(key.public))
