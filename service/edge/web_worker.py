"""gunicorn's worker for ASGI, which ends without cutting anybody off: nobody notices a deploy beside another set.

gunicorn imports this before it forks, and with it all that is served: a machine pays for that once, however many
workers there are. What is opened is each worker's own.

Once gunicorn is asked to end, it closes each connection after its answer, even if it has not said so with that answer,
because the signal came in between; so we have it said for a moment before gunicorn hears of the signal. What it leaves
to us besides: to let go of those who wait for events, to answer what comes over connections that are new or were idle,
and to leave the rest.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from typing import Any

from gunicorn.workers.gasgi import ASGIWorker

import rules
from service.beacon.source import beacon_source
from service.core.config import BadConfiguration, from_environment
from service.core.patience import Role
from service.edge.asgi import Server
from service.embedded.home import be_private
from service.schema.revisions import ForeignTables, refuse_foreign_tables

TELLING = 0.1
"""Seconds in which answers say that their connection ends before gunicorn ends it: those that do not are out then."""
LINGER = 1.0
"""Seconds in which a client may still say something over a connection that it has."""
MARGIN = 2.0
"""Seconds before gunicorn kills us in which we have ended by ourselves."""
PAUSE = 0.05


class Worker(ASGIWorker):  # type: ignore[misc]  # gunicorn is not typed
    """Serves until it is asked to end, then answers what it has been asked."""

    @classmethod
    def check_config(cls, cfg: object, log: object) -> None:
        """End with a sentence before there are workers: gunicorn has a traceback if two of them fail at once."""
        super().check_config(cfg, log)
        rules.games()  # each worker would look for them again
        be_private()
        try:
            settings = from_environment()
            beacon_source(settings)
            refuse_foreign_tables(settings, Role.WEB)  # which imports the database's driver, too
        except (BadConfiguration, ForeignTables) as wrong:
            sys.exit(f"Error: {wrong}")
        gc.freeze()  # the collector writes to what it looks at, and memory that is written to is not shared any more

    def handle_exit_signal(self) -> None:
        """End, once all that is answered says that its connection ends."""
        self._served().end_connections()
        self.loop.call_later(TELLING, super().handle_exit_signal)

    def _served(self) -> Server:
        served: Any = self.asgi
        while not isinstance(served, Server):  # something is put around it: what sees each request, a sandbox's faults
            served = served.app
        return served

    async def _shutdown(self) -> None:
        served = self._served()
        served.let_go()
        await self._close_door()
        begun = self.loop.time()
        last = begun + self.cfg.graceful_timeout - MARGIN
        while (  # noqa: ASYNC110  # gunicorn counts connections, and tells nobody
            self._is_awaited(served, begun + LINGER) and self.loop.time() < last and not self._quick_shutdown
        ):
            await asyncio.sleep(PAUSE)

    async def _close_door(self) -> None:
        """Take no more connections; who has one already, though we have not looked yet, is let in first."""
        await asyncio.sleep(0)
        for server in self.servers:
            server.close()

    def _is_awaited(self, served: Server, until: float) -> bool:
        return bool(served.busy or (self.nr_conns and self.loop.time() < until))
