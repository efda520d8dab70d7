"""The connections to PostgreSQL that the programs of an installation may open, and how many there are."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from sqlalchemy import Connection, text

from service.config.timeouts import Role
from service.db.postgres import KEPT_BY_WORKERS, MOST_OF_WORKERS, most_connections
from workers.doctor.finding import Finding, mend, well
from workers.procfile import PROCFILE, Program, read_procfile

NAME = "connections"
PROCESSES = re.compile(r"\$\{(\w+_CONCURRENCY):-(\d+)\}")
"""The setting for the processes of a program in its command, and its default."""
_COUNTED = text("""
SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')
""")


def connections(connection: Connection, web_threads: int, environment: Mapping[str, str] = os.environ) -> Finding:
    """Check that all programs with these settings, and one more web process, find room. SQLite has no limit."""
    if connection.dialect.name == "sqlite":
        return well(NAME, "unlimited")
    most, taken = connection.execute(_COUNTED).one()
    wanted = sum(wanted_by(program, web_threads, environment) for program in read_procfile(PROCFILE))
    return judged_connections(most, taken, wanted, most_connections(Role.WEB, web_threads))


def wanted_by(program: Program, web_threads: int, environment: Mapping[str, str]) -> int:
    """Return the most connections that the processes of a program open together, signs of life included."""
    found = PROCESSES.search(program.command)
    processes = int(environment.get(found[1]) or found[2]) if found else 1
    if program.name == "web":
        return processes * (most_connections(Role.WEB, web_threads) + 1)
    each = {"inbound": MOST_OF_WORKERS, "beat": 0}
    return processes * each.get(program.name, KEPT_BY_WORKERS) + 1


def judged_connections(most: int, taken: int, wanted: int, by_web: int) -> Finding:
    """Report the connections in use, those that all programs want, and whether one more web process has room."""
    told = f"{taken} of {most} in use, and one of each program may need {wanted}"
    if wanted <= most and taken + by_web <= most:
        return well(NAME, told)
    advice = "raise max_connections, lower WEB_THREADS or WEB_CONCURRENCY, or put PgBouncer in between"
    return mend(NAME, f"{told}; another web process may need {by_web}; {advice}")
