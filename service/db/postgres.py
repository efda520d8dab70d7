"""PostgreSQL connections: application name, timeouts, pool size and liveness checks."""

from __future__ import annotations

from functools import partial
from select import POLLIN, poll
from time import monotonic
from typing import TYPE_CHECKING

import psycopg
from sqlalchemy import URL, Connection, Engine, ExceptionContext, event
from sqlalchemy.exc import InvalidatePoolError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from service.config.timeouts import Patience, Role
from service.db.db_errors import told
from service.telemetry.outages import judge

if TYPE_CHECKING:
    from psycopg import Connection as PostgresConnection

judge(psycopg.Error, by=told)

UNHEARD_MILLISECONDS = 10_000
"""Milliseconds without an acknowledgement after which a connection counts as dead."""
KEEPALIVES = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""TCP keepalives in seconds, seconds and probes: they detect a dead machine on an idle connection."""
RECYCLED = 1800
"""Seconds until a connection is renewed, so that changed settings of a role or a proxy take effect."""
POOLED = 10
"""Connections that a web process keeps; further ones are closed on return."""
BESIDE_THREADS = 2
"""Connections of a web process for its event watchers, beside one for each thread."""
KEPT_BY_WORKERS, MOST_OF_WORKERS = 2, 10
"""A worker does one thing at a time and reads the clock meanwhile; `inbound` takes several emails at once."""
PREPARING, UNPREPARED = "prepare_threshold", "none"
"""In DATABASE_URL, for PgBouncer: switches off prepared statements.

The next use may reach another server process. psycopg prepares a statement after five uses; its None for "never" has no
spelling in a URL.
"""
RETURNED = "returned"
UNASKED_SECONDS = 1.0
"""Seconds for which an idle, silent connection is trusted: a server announces its end.

A dead machine is silent, so later connections are pinged.
"""
IDLE_TOO_LONG = "25P03"
"""The SQLSTATE of a connection that ended because its transaction was idle for too long."""
SET = """
SELECT set_config(name, ours.seconds || 's', false)
FROM pg_settings
JOIN (VALUES ('lock_timeout', %(lock)s), ('statement_timeout', %(statement)s),
             ('idle_in_transaction_session_timeout', %(idle)s)) AS ours (name, seconds) USING (name)
WHERE source NOT IN ('client', 'user', 'database', 'database user')
"""
"""Settings of the operator for the role, the database or in DATABASE_URL take precedence.

These are statements and not connection options, because PgBouncer refuses options that it does not know.
"""


def most_connections(role: Role, web_threads: int) -> int:
    """Return the most connections that a process opens, given the threads of a web process."""
    return MOST_OF_WORKERS if role == Role.WORKER else web_threads + BESIDE_THREADS


def options(url: URL, role: Role, patience: Patience, web_threads: int) -> dict[str, object]:
    """Build the engine's connection and pool options; those in the URL take precedence."""
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
    """Install timeouts and liveness checks on the engine's connections."""
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
    """Ping a pooled connection if it may be dead, so that the pool replaces it.

    Unlike SQLAlchemy's `pool_pre_ping`, it skips connections that were in use a moment ago: a ping costs as much as a
    statement.
    """
    returned: float | None = record.info.get(RETURNED)
    if returned is None or (monotonic() - returned < UNASKED_SECONDS and _is_quiet(connection)):
        return
    try:
        engine.dialect.do_ping(connection)  # type: ignore[arg-type]  # also typed for asyncpg
    except psycopg.Error as failure:
        raise InvalidatePoolError from failure


def _is_quiet(connection: PostgresConnection) -> bool:
    """Check whether an idle connection has received nothing: neither its end nor an error."""
    if connection.closed:
        return False
    look = poll()  # select() takes no file descriptors from 1024 on
    look.register(connection.fileno(), POLLIN)
    return not look.poll(0)


def _wait_less(connection: Connection) -> None:
    if wait := connection.get_execution_options().get("wait"):
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{wait}s'")


def _as_dead_connection(context: ExceptionContext) -> OperationalError | None:
    """Convert psycopg's error for an idle transaction to a lost connection."""
    original = context.original_exception
    if getattr(original, "sqlstate", None) != IDLE_TOO_LONG:
        return None
    return OperationalError(
        context.statement, None, original, hide_parameters=True, connection_invalidated=context.is_disconnect
    )
