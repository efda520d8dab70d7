"""`sundial play`: all of Sundial under one supervisor, on a machine that has nothing but Python."""

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import Collection
from functools import partial
from pathlib import Path

import click

from service.cli.configured import configured, home_of
from service.core.config import Config
from service.embedded import home, ports
from service.embedded.ports import host
from service.embedded.readiness import until, web_answers
from service.embedded.redis import EmbeddedRedis, NoRedis
from workers.fork_server import CannotFork, ForkServer
from workers.procfile import PROCFILE, Program, read_procfile
from workers.supervisor import KeepsDying, by_shell, keep, run

READY = """
  Sundial is running.

    Open      {address}
{more}    Stop it   with Ctrl-C
"""
MAILBOX = "    Its mail  {address}/mailbox\n"
COMMANDS = '    Commands  PATH="{folder}:$PATH" in another terminal, then sundial --help\n'
SANDBOX = "    Steer it  by /api/v1/sandbox, see {address}/docs\n"
FOLDER = Path(sys.executable).parent
"""Where the command `sundial` is."""


class NotUpgraded(RuntimeError):
    """There are no tables to serve from; the text says why."""


@click.command()
@click.option(
    "--sandbox", is_flag=True, help="For client authors: clock, outbox and faults by API (as SANDBOX=1 does)."
)
def play(*, sandbox: bool) -> None:
    """Serve everything until Ctrl-C: web, worker, clock, inbound mail, and a Redis if there is none.

    PORT, INBOUND_SMTP_PORT, SUNDIAL_HOME, DATABASE_URL, REDIS_URL, SMTP_URL, MAIL_DOMAIN and PUBLIC_URL in the
    environment change what is served where.
    """
    config = configured(os.environ | ({"SANDBOX": "1"} if sandbox else {}))
    try:
        lock = home.hold(home_of(config))
    except home.HomeInUse as busy:
        raise click.ClickException(why_not_in(busy)) from None
    with lock:
        check_port("PORT", config.port)
        check_port("INBOUND_SMTP_PORT", config.inbound_smtp_port)
        sys.exit(asyncio.run(until_stopped(config, redis_of_our_own(config), [lock.fileno()])))


def redis_of_our_own(config: Config) -> EmbeddedRedis | None:
    """The Redis to start, None if the operator has one; ClickException if neither is there."""
    try:
        return None if config.redis_url else EmbeddedRedis(config.home)
    except NoRedis as missing:
        raise click.ClickException(str(missing)) from None


def why_not_in(busy: home.HomeInUse) -> str:
    """What to do about a home that is in use."""
    if busy.is_ending:
        return f"What Sundial started in {busy} (process {busy.process}) is still ending. Try again in a moment."
    return (
        f"Sundial already runs in {busy} (process {busy.process}). Stop it, or set SUNDIAL_HOME to another directory."
    )


def check_port(knob: str, port: int) -> None:
    """ClickException if somebody else listens on the port that the knob sets."""
    if not ports.is_free(port, host()):
        message = f"Port {port} is taken. Set {knob} to another one, for example: {knob}={port + 1} make play"
        raise click.ClickException(message)


def environment(config: Config, redis: EmbeddedRedis | None) -> dict[str, str]:
    """What the programs find in their environment: all that we found, and what was decided here for them."""
    return os.environ | {
        "PATH": os.pathsep.join([str(FOLDER), os.environ.get("PATH", os.defpath)]),
        "PORT": str(config.port),
        "SUNDIAL_HOME": str(config.home),
        "REDIS_URL": redis.url if redis else config.redis_url,
        "SANDBOX": "1" if config.sandbox else "",
    }


async def until_stopped(config: Config, redis: EmbeddedRedis | None, held: Collection[int]) -> int:
    """Serve until a signal asks for the end; the exit code: 0 for that, 1 if something could not be kept running."""
    serving = asyncio.ensure_future(serve(config, redis, held))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, serving.cancel)
    code = 0
    try:
        await serving
    except* asyncio.CancelledError:
        click.echo("Sundial has stopped.")
    except* (CannotFork, KeepsDying, NotUpgraded) as failures:
        click.echo(f"Sundial has stopped: {first(failures)}.", err=True)
        code = 1
    return code


def first(failures: BaseExceptionGroup[Exception]) -> BaseException:
    """The first of the exceptions in a group, however deep."""
    failure: BaseException = failures
    while isinstance(failure, BaseExceptionGroup):
        failure = failure.exceptions[0]
    return failure


async def serve(config: Config, redis: EmbeddedRedis | None, held: Collection[int]) -> None:
    """Serve everything; ends when it is cancelled, or with an exception group. Redis goes last, as it came first.

    All programs inherit what is `held`: whatever of them lives, the home is in use.
    """
    env = environment(config, redis)
    async with asyncio.TaskGroup() as storage, ForkServer(env, held) as server:
        if redis:
            storage.create_task(keep(Program("redis", redis.command()), by_shell(env, held), click.echo))
        if await run(Program("upgrade", "sundial upgrade"), server.fork):
            raise NotUpgraded("the database could not be upgraded")
        async with asyncio.TaskGroup() as programs:
            for program in read_procfile(PROCFILE):
                programs.create_task(keep(program, server.fork, click.echo))
            programs.create_task(announce(config))


async def announce(config: Config) -> None:
    """Say where to go, once there is somebody to answer."""
    await until(partial(web_answers, f"http://{host()}:{config.port}/readyz"), "the web server", click.echo)
    shown = (
        (MAILBOX if config.mailbox_is_shown else "")
        + (SANDBOX if config.sandbox else "")
        + ("" if shutil.which("sundial") else COMMANDS)
    )
    click.echo(READY.format(address=config.public_url, more=shown.format(address=config.public_url, folder=FOLDER)))
