"""`sundial play`: all of Sundial under one supervisor, on a machine with nothing but Python."""

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path

import click

from service.cli.configured import configured, home_of
from service.config.environment import Config
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
SANDBOX = "    Steer it  by /api/v1/sandbox, see {address}/docs/try\n"
MEGABYTE = 1_000_000
LEAST_ROOM = 8 * MEGABYTE
"""Bytes: SQLite's log alone grows to 4 MB."""
FOLDER = Path(sys.executable).parent
"""The directory of the `sundial` command."""


class NotUpgraded(RuntimeError):
    """The database has no current tables; the text says why."""


@click.command()
@click.option(
    "--sandbox", is_flag=True, help="For client authors: clock, outbox and faults by API (as SANDBOX=1 does)."
)
def play(*, sandbox: bool) -> None:
    """Serve everything until Ctrl-C: web, worker, beat, inbound email, and a Redis server if none is set.

    PORT, INBOUND_SMTP_PORT, SUNDIAL_HOME, DATABASE_URL, REDIS_URL, SMTP_URL, MAIL_DOMAIN and PUBLIC_URL in the
    environment change what is served where.
    """
    config = configured(os.environ | ({"SANDBOX": "1"} if sandbox else {}), may_be_new=True)
    try:
        lock = home.hold(home_of(config))
    except home.HomeInUse as busy:
        raise click.ClickException(why_not_in(busy)) from None
    except OSError as failure:
        raise click.ClickException(
            f"{failure.filename or config.home} cannot be written: {failure.strerror}."
        ) from None
    with lock:
        check_room(config.home)
        check_port("PORT", config.port)
        check_port("INBOUND_SMTP_PORT", config.inbound_smtp_port)
        sys.exit(asyncio.run(until_stopped(config, redis_of_our_own(config), [lock.fileno()])))


def redis_of_our_own(config: Config) -> EmbeddedRedis | None:
    """Return the Redis to start, or None if one is configured; ClickException if neither is available."""
    try:
        return None if config.redis_url else EmbeddedRedis(config.home)
    except NoRedis as missing:
        raise click.ClickException(str(missing)) from None


def why_not_in(busy: home.HomeInUse) -> str:
    """Explain what to do about a home directory that is in use."""
    if busy.is_ending:
        return f"The Sundial in {busy} (process {busy.process}) is still stopping. Try again in a moment."
    return (
        f"Sundial already runs in {busy} (process {busy.process}). Stop it, or set SUNDIAL_HOME to another directory."
    )


def check_room(folder: Path) -> None:
    """Check that the disk has room to start; ClickException otherwise. Programs that find none may be killed."""
    free = shutil.disk_usage(folder).free
    if free < LEAST_ROOM:
        raise click.ClickException(
            f"The disk of {folder} has {free / MEGABYTE:.1f} MB left, and Sundial needs {LEAST_ROOM / MEGABYTE:.0f} MB "
            "to start. Make room, then start it again."
        )


def check_port(knob: str, port: int) -> None:
    """Check that the port of a setting is free; ClickException otherwise."""
    if not ports.is_free(port, host()):
        message = f"Port {port} is in use. Set {knob} to another one, for example: {knob}={port + 1} make play"
        raise click.ClickException(message)


def environment(config: Config, redis: EmbeddedRedis | None) -> dict[str, str]:
    """Return the environment of the programs: our own, and the settings decided here."""
    return os.environ | {
        "PATH": os.pathsep.join([str(FOLDER), os.environ.get("PATH", os.defpath)]),
        "PORT": str(config.port),
        "SUNDIAL_HOME": str(config.home),
        "REDIS_URL": redis.url if redis else config.redis_url,
        "SANDBOX": "1" if config.sandbox else "",
    }


async def until_stopped(config: Config, redis: EmbeddedRedis | None, held: Collection[int]) -> int:
    """Serve until a signal, and return the exit code: 0, or 1 if a program could not be kept running."""
    serving = asyncio.ensure_future(serve(config, redis, held))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, serving.cancel)
    code = 0
    try:
        await serving
    except* asyncio.CancelledError:
        click.echo("Sundial has stopped.")
    except* (CannotFork, KeepsDying, NotUpgraded, OSError) as failures:
        click.echo(f"Sundial has stopped: {first(failures)}.", err=True)
        code = 1
    return code


def first(failures: BaseExceptionGroup[Exception]) -> BaseException:
    """Return the first exception in a nested group."""
    failure: BaseException = failures
    while isinstance(failure, BaseExceptionGroup):
        failure = failure.exceptions[0]
    return failure


async def serve(config: Config, redis: EmbeddedRedis | None, held: Collection[int]) -> None:
    """Serve everything until cancelled, or raise an exception group. Redis starts first and stops last.

    All programs inherit the `held` descriptors: the home directory stays locked while any of them lives.
    """
    env = environment(config, redis)
    async with asyncio.TaskGroup() as storage, ForkServer(env, held) as server:
        if redis:
            storage.create_task(keep_redis(redis, env, held))
        if await run(Program("upgrade", "sundial upgrade"), server.fork):
            raise NotUpgraded("the database could not be upgraded")
        async with asyncio.TaskGroup() as programs:
            for program in read_procfile(PROCFILE):
                programs.create_task(keep(program, server.fork, click.echo))
            programs.create_task(announce(config))


async def keep_redis(redis: EmbeddedRedis, env: Mapping[str, str], held: Collection[int]) -> None:
    """Run Redis until cancelled; KeepsDying, with its log, if it never runs properly."""
    try:
        await keep(Program("redis", redis.command()), by_shell(env, held), click.echo)
    except KeepsDying as dying:
        raise KeepsDying(f"{dying}; see {redis.log}") from None


async def announce(config: Config) -> None:
    """Print the address once the web server answers."""
    await until(partial(web_answers, f"http://{host()}:{config.port}/readyz"), "the web server", click.echo)
    shown = (
        (MAILBOX if config.mailbox_is_shown else "")
        + (SANDBOX if config.sandbox else "")
        + ("" if shutil.which("sundial") else COMMANDS)
    )
    click.echo(READY.format(address=config.public_url, more=shown.format(address=config.public_url, folder=FOLDER)))
