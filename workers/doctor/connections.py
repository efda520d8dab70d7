"""Whether PostgreSQL lets in as many connections as our processes may come to need."""

from __future__ import annotations

from sqlalchemy import Connection, text

from service.core.patience import Role
from service.core.postgres import most_connections
from workers.doctor.finding import Finding, mend, well

ABOUT = "connections"
_COUNTED = text("""
SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')
""")
ADVICE = "raise max_connections, give each web process fewer WEB_THREADS, or put PgBouncer between"


def connections(connection: Connection, web_threads: int) -> Finding:
    """How many connections are taken, and whether one more web process of so many threads could have all of its own.

    SQLite has no limit.
    """
    if connection.dialect.name == "sqlite":
        return well(ABOUT, "as many as are wanted")
    most, taken = connection.execute(_COUNTED).one()
    return judged(most, taken, most_connections(Role.WEB, web_threads))


def judged(most: int, taken: int, wanted: int) -> Finding:
    """What there is to say where so many of all connections are taken, and one more process may want so many."""
    told = f"{taken} of {most} taken"
    if taken + wanted <= most:
        return well(ABOUT, told)
    return mend(ABOUT, f"{told}, and one process of web may want {wanted}; {ADVICE}")
