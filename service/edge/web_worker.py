"""gunicorn's worker for ASGI, which ends without cutting anybody off: nobody notices a deploy beside another set.

gunicorn imports this before it forks, and with it all that is served: a machine pays for that once, however many
workers there are. What is opened is each worker's own.

Once gunicorn is asked to end, it closes each connection after its answer, even if it has not said so with that answer,
because the signal came in between, and waits for those that are idle. So it hears of the signal last: before that we
say with each answer that its connection ends, let go of those who wait for events, and answer what comes over
connections that are new or were idle.
"""

from __future__ import annotations

import asyncio
import gc
import os
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

LINGER = 1.0
"""Seconds in which a client may still say something over a connection that it has."""
MARGIN = 2.0
"""Seconds before gunicorn kills us in which we have ended by ourselves."""
PAUSE = 0.05


class Worker(ASGIWorker):  # type: ignore[misc]  # gunicorn is not typed
    """Serves until it is asked to end, then answers what it has been asked."""

    _ending: asyncio.Task[None] | None = None

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

    def notify(self) -> None:
        """Tell gunicorn that we are there; where it is not any more, nobody else asks us to end."""
        super().notify()
        if self.ppid != os.getppid():
            self.handle_exit_signal()

    def handle_exit_signal(self) -> None:
        """End, once all is answered that was asked."""
        self._served().end_connections()
        self._ending = self._ending or self.loop.create_task(self._end())

    def _served(self) -> Server:
        served: Any = self.asgi
        while not isinstance(served, Server):  # something is put around it: what sees each request, a sandbox's faults
            served = served.app
        return served

    async def _end(self) -> None:
        served = self._served()
        served.let_go()
        await self._close_door()
        begun = self.loop.time()
        last = begun + self.cfg.graceful_timeout - MARGIN
        while (  # noqa: ASYNC110  # gunicorn counts connections, and tells nobody
            self._is_awaited(served, begun + LINGER) and self.loop.time() < last
        ):
            await asyncio.sleep(PAUSE)
        self.handle_quit_signal()  # it waits for nothing any more
        self.loop.call_soon(sys.exit)  # and looks for the signal once a second: until then more may be asked

    async def _close_door(self) -> None:
        """Take no more connections; who has one already, though we have not looked yet, is let in first."""
        await asyncio.sleep(0)
        for server in self.servers:
            server.close()

    def _is_awaited(self, served: Server, until: float) -> bool:
        return bool(served.busy or (self.nr_conns and self.loop.time() < until))
