"""A process that takes a lock in a transaction and freezes: `freezing ROLE SQL`.

Once resumed, it prints whether its commit succeeded.
"""

from __future__ import annotations

import os
import signal
import sys

import click
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from service.config.timeouts import Role
from service.db.engines import transaction
from service.server.app import create_app


def main(role: Role, statement: str) -> None:
    """Run the statement, stop, and try to commit when resumed."""
    with create_app(role=role).app_context():
        try:
            with transaction() as current:
                current.execute(text(statement))
                os.kill(os.getpid(), signal.SIGSTOP)
        except OperationalError:
            click.echo("undone")
        else:
            click.echo("done")


if __name__ == "__main__":
    main(Role(sys.argv[1]), sys.argv[2])
