"""A PostgreSQL with durable writes that can crash, freeze and find its disk full."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from subprocess import SubprocessError
from typing import Any, LiteralString

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

from tests.servers import Postgres
from tests.soak.programs import children_of
from tests.waiting import eventually

PATIENCE = 120.0
FULL = 64 * 1024
"""Bytes beyond which nothing can be written to a file, its log of changes among them."""


class Database(Postgres):
    """A server of the wheel's with one database for the installation."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory, fsync=True)
        self._run(sql.SQL("ALTER SYSTEM SET recovery_init_sync_method = syncfs"))  # as docs/operating.md has it
        self._run(sql.SQL("SELECT pg_reload_conf()"))
        self.own_url = self.create_database()
        """The URL of the database, by the server's own socket: what breaks lines does not break this one."""

    @property
    def name(self) -> str:
        """Return the name of the database."""
        return str(psycopg.conninfo.conninfo_to_dict(self.own_url)["dbname"])

    @property
    def socket(self) -> str:
        """The path of the socket that it listens on."""
        return f"{psycopg.conninfo.conninfo_to_dict(self.own_url)['host']}/.s.PGSQL.5432"

    def rows(self, query: LiteralString, *values: Any) -> list[dict[str, Any]]:
        """Return the rows of a query."""
        with psycopg.connect(self.own_url, autocommit=True, row_factory=dict_row) as connection:
            found = connection.execute(query, values)
            return found.fetchall() if found.description else []

    def crash(self, number: signal.Signals) -> None:
        """End the server without a checkpoint: by SIGQUIT or by SIGKILL."""
        with suppress(OSError, IndexError):
            os.kill(self._pid, number)

    def crash_one(self) -> None:
        """Kill one of the processes that serve a connection: the server throws out all others and recovers."""
        serving = self.rows(
            "SELECT pid FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()", self.name
        )
        for row in serving[:1]:
            with suppress(ProcessLookupError):
                os.kill(row["pid"], signal.SIGKILL)

    def terminate_all(self) -> None:
        """End every connection to the database."""
        self.rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()",
            self.name,
        )

    def signal_all(self, number: signal.Signals) -> None:
        """Send a signal to every process of the server."""
        for pid in self._processes():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def fill_disk(self) -> None:
        """Let every write fail that makes a file longer than it may be, as on a disk that is full."""
        self._limit(FULL)

    def free_disk(self) -> None:
        """Give it room again, and start it anew, as an operator does: it may be down, or hang in its recovery."""
        self._limit("unlimited")
        self.crash(signal.SIGKILL)
        self.revive()

    def revive(self) -> None:
        """Return when it answers, started again if it has ended, or if it hangs in its recovery."""
        if not eventually(self._answers, PATIENCE):
            self.crash(signal.SIGKILL)
            assert eventually(self._answers, PATIENCE), "PostgreSQL does not come back"

    def _answers(self) -> bool:
        """Whether it does; started if it has ended."""
        with suppress(psycopg.Error):
            return bool(self.rows("SELECT 1"))
        with suppress(SubprocessError, AssertionError, OSError):
            self._server.ensure_postgres_running()
        return False

    @property
    def _pid(self) -> int:
        return int((self._server.pgdata / "postmaster.pid").read_text().splitlines()[0])

    def _processes(self) -> list[int]:
        try:
            return [self._pid, *children_of(self._pid)]
        except (OSError, IndexError):
            return []

    def _limit(self, most: int | str) -> None:
        """Limit the size of files; set as the server's own user, because root may have few capabilities."""
        for pid in self._processes():
            command = ["prlimit", f"--pid={pid}", f"--fsize={most}:"]
            subprocess.run(command, user=self._server.system_user, capture_output=True, check=False)
