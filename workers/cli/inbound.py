"""`sundial inbound`: the server that takes in mail."""

import signal

import click

from service.bare_app import create_bare_app
from service.cli.configured import configured
from service.core.patience import Role
from service.core.telemetry import logs
from service.core.telemetry.processes import share
from service.embedded.ports import host
from workers.inbound.server import InboundServer, quiet


@click.command()
def inbound() -> None:
    """Take in answers to our mails on INBOUND_SMTP_PORT until SIGTERM or Ctrl-C."""
    settings = configured()
    logs.configure(settings.log)
    share(settings.home)
    quiet()
    signals = (signal.SIGTERM, signal.SIGINT)
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    server = InboundServer(create_bare_app(settings, role=Role.WORKER), host(), settings.inbound_smtp_port)
    try:
        server.start()
    except OSError as taken:
        message = f"Port {settings.inbound_smtp_port} cannot be listened on ({taken}). Set INBOUND_SMTP_PORT."
        raise click.ClickException(message) from None
    signal.sigwait(signals)
    server.stop()
