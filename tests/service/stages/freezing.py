"""A process that takes what others need, in the middle of a transaction, and is frozen there: `freezing ROLE SQL`.

Once it goes on, it says whether what it had begun was done.
"""

from __future__ import annotations

import os
import signal
import sys

import click
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from service.core.db import transaction
from service.core.patience import Role
from service.edge.app import create_app


def main(role: Role, statement: str) -> None:
    """Do what the statement says, stop, and try to commit it when somebody lets us go on."""
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
