"""Connections to PostgreSQL: who we are, how long we wait, and how long we may lie about there."""

from __future__ import annotations

from functools import partial
from select import POLLIN, poll
from time import monotonic
from typing import TYPE_CHECKING

import psycopg
from sqlalchemy import URL, Connection, Engine, ExceptionContext, event
from sqlalchemy.exc import InvalidatePoolError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from service.core.outages import judge
from service.core.patience import Patience, Role
from service.core.troubles import told

if TYPE_CHECKING:
    from psycopg import Connection as PostgresConnection

judge(psycopg.Error, by=told)

UNHEARD_MILLISECONDS = 10_000
"""After which a connection counts as dead if nothing comes back from the other machine."""
KEEPALIVES = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""Seconds, seconds, times: a machine that has gone without a word is noticed although nothing is sent to it."""
RECYCLED = 1800
"""Seconds after which a connection is made anew, so that what was changed for a role or a proxy comes into effect."""
POOLED = 10
"""Connections that a process of `web` keeps; what more it needs at once is closed when it is given back."""
BESIDE_THREADS = 2
"""Connections of a process of `web` for whoever looks for events, beside one for each thread."""
KEPT_BY_WORKERS, MOST_OF_WORKERS = 2, 10
"""A worker does one thing after the other and reads the clock meanwhile; `inbound` takes some mails at once."""
PREPARING, UNPREPARED = "prepare_threshold", "none"
"""In DATABASE_URL, for PgBouncer: no connection keeps statements prepared, for the next one may come to another server
process. psycopg keeps those that it has sent five times, and takes None in Python alone, where a URL has words."""
RETURNED = "returned"
UNASKED_SECONDS = 1.0
"""So long an idle connection is trusted unless something came from it: a server that ends it says so. One whose machine
has gone says nothing, and so is asked after that."""
IDLE_TOO_LONG = "25P03"
"""The state of SQL in which a connection ends whose transaction has lain idle for too long."""
SET = """
SELECT set_config(name, ours.seconds || 's', false)
FROM pg_settings
JOIN (VALUES ('lock_timeout', %(lock)s), ('statement_timeout', %(statement)s),
             ('idle_in_transaction_session_timeout', %(idle)s)) AS ours (name, seconds) USING (name)
WHERE source NOT IN ('client', 'user', 'database', 'database user')
"""
"""What the operator has set for the role, for the database or in DATABASE_URL stays as it is. These are statements, and
no options of the connection: PgBouncer refuses those that it does not know."""


def most_connections(role: Role, web_threads: int) -> int:
    """How many connections a process has at most, if a web process of the installation has so many threads."""
    return MOST_OF_WORKERS if role == Role.WORKER else web_threads + BESIDE_THREADS


def options(url: URL, role: Role, patience: Patience, web_threads: int) -> dict[str, object]:
    """How an engine makes connections, and how many; what stands in the URL is left to it."""
    most = most_connections(role, web_threads)
    kept = min(KEPT_BY_WORKERS if role == Role.WORKER else POOLED, most)
    connecting = {
        "application_name": f"sundial {role}",
        "connect_timeout": patience.connect,
        "tcp_user_timeout": UNHEARD_MILLISECONDS,
        **KEEPALIVES,
    }
    arguments = {name: value for name, value in connecting.items() if name not in url.query}
    if url.query.get(PREPARING) == UNPREPARED:
        arguments[PREPARING] = None
    return {
        "connect_args": arguments,
        "pool_size": kept,
        "max_overflow": most - kept,
        "pool_timeout": patience.pool,
        "pool_recycle": RECYCLED,
        "pool_use_lifo": True,
    }


def prepare(engine: Engine, patience: Patience) -> None:
    """Let each connection of the engine be given up in time, by us and by the database."""
    event.listen(engine, "connect", partial(_set_timeouts, patience))
    event.listen(engine, "checkin", _note_return)
    event.listen(engine, "checkout", partial(_check_alive, engine))
    event.listen(engine, "begin", _wait_less)
    event.listen(engine, "handle_error", _as_dead_connection)


def _set_timeouts(patience: Patience, connection: PostgresConnection, _record: object) -> None:
    wanted = {"lock": patience.lock, "statement": patience.statement, "idle": patience.idle}
    connection.execute(SET, {name: str(seconds) for name, seconds in wanted.items()})
    connection.commit()


def _note_return(_connection: object, record: ConnectionPoolEntry) -> None:
    record.info[RETURNED] = monotonic()


def _check_alive(
    engine: Engine, connection: PostgresConnection, record: ConnectionPoolEntry, _proxy: PoolProxiedConnection
) -> None:
    """Have the pool make a new connection in place of one that has died in it.

    A ping as SQLAlchemy's own, but where it is not needed: it costs as much as a statement, and most requests take a
    connection that another has just given back.
    """
    returned: float | None = record.info.get(RETURNED)
    if returned is None or (monotonic() - returned < UNASKED_SECONDS and _is_quiet(connection)):
        return
    try:
        engine.dialect.do_ping(connection)  # type: ignore[arg-type]  # it is typed for asyncpg, too
    except psycopg.Error as failure:
        raise InvalidatePoolError from failure


def _is_quiet(connection: PostgresConnection) -> bool:
    """Whether nothing has come over an idle connection: neither its end nor an error before that."""
    if connection.closed:
        return False
    look = poll()  # select() takes no numbers from 1024 on
    look.register(connection.fileno(), POLLIN)
    return not look.poll(0)


def _wait_less(connection: Connection) -> None:
    if wait := connection.get_execution_options().get("wait"):
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{wait}s'")


def _as_dead_connection(context: ExceptionContext) -> OperationalError | None:
    """For psycopg, that an idle transaction was ended is a fault of ours; for us, it is a connection that was lost."""
    original = context.original_exception
    if getattr(original, "sqlstate", None) != IDLE_TOO_LONG:
        return None
    return OperationalError(
        context.statement, None, original, hide_parameters=True, connection_invalidated=context.is_disconnect
    )
