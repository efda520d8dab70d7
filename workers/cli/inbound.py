"""`sundial inbound`: the server that receives email."""

import signal
from contextlib import ExitStack

import click

from service.app import create_bare_app
from service.cli.configured import configured
from service.config.environment import BadConfiguration
from service.config.timeouts import Role
from service.embedded.ports import host
from service.jobs.signs import LifeSigns
from service.schema.revisions import ForeignTables, refuse_foreign_tables
from service.telemetry import logs
from service.telemetry.processes import share
from workers.inbound.server import quiet
from workers.inbound.ways import open_ways


@click.command()
def inbound() -> None:
    """Receive answers to our emails, on INBOUND_SMTP_PORT and by other configured ways, until SIGTERM or Ctrl-C."""
    settings = configured()
    logs.configure(settings.log)
    share(settings.home)
    quiet()
    signals = (signal.SIGTERM, signal.SIGINT)
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    app = create_bare_app(settings, role=Role.WORKER)
    with ExitStack() as running:
        try:
            refuse_foreign_tables(settings, Role.WORKER)
            for way in open_ways(app, host()):
                way.start()
                running.callback(way.stop)
        except (BadConfiguration, ForeignTables) as wrong:
            raise click.ClickException(str(wrong)) from None
        except OSError as taken:
            message = f"Cannot listen for email ({taken}). Set INBOUND_SMTP_PORT or INBOUND_LMTP_PORT."
            raise click.ClickException(message) from None
        life_signs = LifeSigns(settings, "inbound")
        life_signs.start()
        running.callback(life_signs.stop)
        signal.sigwait(signals)
