"""`sundial-bot-check`: check that a bot is fit to play with people."""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

import click
import httpcore

import rules
from rules.json_types import Json

from .bots import Bot, NoBot, is_address, running, words_of
from .call import Called, Patience, close_webhook, get_through, open_webhook
from .games import Result, Umpire
from .guest import guest_at
from .home import NotStarted, own_sundial
from .ports import free_port
from .referee import Referee, Unexpected, referee_at
from .report import Report, as_json, line, summary

UNKNOWN_BOT = """\
The Sundial at {} is no sandbox (SANDBOX=1 make play starts one): to play there, set SUNDIAL_TOKEN to a token of the
bot's, with the scopes games:read and games:play, and webhooks if it is called."""
LEVELS = ("1", "2", "3")
PLAN = {
    "unavailable": {"next": 1, "rate": 0.05},
    "slow": {"next": 1, "rate": 0.01},
    "cut": {"next": 1, "rate": 0.05},
    "repeated_events": {"next": 1, "rate": 0.2},
}
"""Frequency of each fault: once for certain, then at a rate."""


class Among(click.ParamType[list[str]]):
    """A comma-separated list of known words."""

    name = "list"

    def __init__(self, known: Iterable[str]) -> None:
        self._known = list(known)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        """Parse unique words in order; fail with a usage error if one is unknown."""
        words = list(dict.fromkeys(value.replace(",", " ").split()))
        if not words or not set(words) <= set(self._known):
            self.fail(f"Choose among {', '.join(self._known)}.", param, ctx)
        return words


@click.command()
@click.argument("bot", metavar="URL|COMMAND")
@click.option(
    "--games", type=Among(rules.games()), default=",".join(rules.games()), help="Games by id; all by default."
)
@click.option(
    "--levels",
    type=Among(LEVELS),
    default=",".join(LEVELS),
    show_default=True,
    help="Opponents to play.",
)
@click.option("--seconds", default=300.0, show_default=True, help="Maximum duration of a game.")
@click.option("--faults/--no-faults", default=True, help="Whether Sundial injects faults.")
@click.option("--seed", default=1, show_default=True, help="Random seed of the faults.")
@click.option("--port", default=0, help="Port of Sundial, for a bot with an address; any free port by default.")
@click.option("--at", metavar="URL", help="A running Sundial to play on, instead of starting one.")
@click.option("--patience", default=15.0, show_default=True, help="Seconds to wait until the bot at URL listens.")
@click.option("--json", "in_json", is_flag=True, help="Print the report as JSON.")
def bot_check(  # noqa: PLR0913  # one argument for each option
    *,
    bot: str,
    games: list[str],
    levels: list[str],
    seconds: float,
    faults: bool,
    seed: int,
    port: int,
    at: str | None,
    patience: float,
    in_json: bool,
) -> None:
    """Play a bot against the computer on a Sundial of its own that fails now and then, and report on it.

    The check waits for that Sundial as long as the machine needs. With --at it uses one that is already running: a
    sandbox, or any other, where SUNDIAL_TOKEN must be a token of the bot's (scopes games:read and games:play), and
    nothing fails on purpose.

    COMMAND is started with SUNDIAL_URL and SUNDIAL_TOKEN in its environment, and with a free PORT. A bot at URL is sent
    webhooks; its settings are printed before it is called. Exits with 1 unless every game was played to its end without
    a move that the rules refuse, and with 2 if there is no bot.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that our children end with us
    plan: dict[str, Json] = {**PLAN, "seed": seed} if faults else {}
    try:
        with met(bot, at, port, patience) as (referee, found):
            umpire = Umpire(referee, found, seconds, time.monotonic, time.sleep)
            tell = partial(click.echo, err=in_json)
            report = check(umpire, games, [int(level) for level in levels], plan, tell)
    except NoBot as missing:
        click.echo(str(missing), err=True)
        sys.exit(2)
    except (NotStarted, Unexpected) as failure:
        raise click.ClickException(str(failure)) from None
    click.echo(json.dumps(as_json(report), indent=2) if in_json else f"\n{summary(report)}")
    sys.exit(0 if report.is_well else 1)


@contextmanager
def met(bot: str, at: str | None, port: int, patience: float) -> Iterator[tuple[Referee, Bot]]:
    """Connect a referee on a Sundial and the bot there; raise NoBot or NotStarted."""
    if not is_address(bot):
        words_of(bot)
    with (
        there(at.rstrip("/"), os.environ.get("SUNDIAL_TOKEN", "")) if at else our_own(port) as referee,
        tempfile.TemporaryDirectory() as folder,
        present(bot, referee, Path(folder) / "said", patience) as found,
    ):
        yield referee, found


@contextmanager
def our_own(port: int) -> Iterator[Referee]:
    """Start a sandbox with a referee; raise NotStarted."""
    with own_sundial(partial(click.echo, err=True), port) as address, referee_at(address) as referee:
        yield referee


def there(address: str, token: str) -> AbstractContextManager[Referee]:
    """Connect a referee to a running sandbox, or to a Sundial that accepts the token; raise NoAnswer or NotStarted."""
    with httpcore.ConnectionPool() as pool:
        if Referee(address, pool).is_in_a_sandbox():
            return referee_at(address)
    if not token:
        raise NotStarted(UNKNOWN_BOT.format(address))
    return guest_at(address, token)


@contextmanager
def present(bot: str, referee: Referee, said: Path, patience: float) -> Iterator[Bot]:
    """Start or reach the bot, ready to play; raise NoBot."""
    variables = {"SUNDIAL_URL": referee.bots_address, "SUNDIAL_TOKEN": referee.new_token()}
    if not is_address(bot):
        with running(bot, variables | {"PORT": str(free_port())}, said) as command:
            yield command
        return
    webhook, secret = open_webhook(referee, bot)
    click.echo("The bot has to know:", err=True)
    for name, value in {**variables, "WEBHOOK_SECRET": secret}.items():
        click.echo(f"export {name}={value}", err=True)
    try:
        get_through(referee, bot, webhook, Patience(patience, time.monotonic, time.sleep))
        yield Called(referee, bot, webhook)
    finally:
        close_webhook(referee, webhook)


def check(
    umpire: Umpire,
    rulesets: Sequence[str],
    levels: Sequence[int],
    plan: Mapping[str, Json],
    tell: Callable[[str], None] = click.echo,
) -> Report:
    """Check a bot that is present; print each result as soon as it is there."""
    referee, results = umpire.referee, list[Result]()
    referee.put_faults(plan)
    for ruleset in rulesets:
        for result in umpire.play(ruleset, levels):
            tell(line(result))
            results.append(result)
        if umpire.bot.ended() is not None:
            break
    return Report(results, referee.faults(), len(referee.requests()), umpire.bot.ended())
