"""gunicorn's ASGI worker with a graceful shutdown, so that a deployment with a second set of workers goes unnoticed.

gunicorn imports this module before it forks, and with it the whole app, so the workers of a machine share that memory.
Connections are opened in each worker.

After its exit signal gunicorn closes each connection after its response, even if the response did not announce that,
and waits for idle ones. So we delay the signal: first we announce the end of connections with each response, answer
clients that wait for events, and serve new and idle connections.
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
from service.config.environment import BadConfiguration, from_environment
from service.config.timeouts import Role
from service.embedded.home import be_private
from service.jobs.signs import LifeSigns
from service.schema.revisions import ForeignTables, refuse_foreign_tables
from service.server.asgi import Server

LINGER = 1.0
"""Seconds in which a client may still use an open connection."""
MARGIN = 2.0
"""Seconds that remain before gunicorn kills us."""
PAUSE = 0.05


class Worker(ASGIWorker):  # type: ignore[misc]  # gunicorn is not typed
    """Serves until it is asked to end, then answers the open requests."""

    _ending: asyncio.Task[None] | None = None

    @classmethod
    def check_config(cls, cfg: object, log: object) -> None:
        """Stop with a message before workers start: gunicorn shows a traceback if two of them fail at once."""
        super().check_config(cfg, log)
        rules.games()  # cached before the fork, or each worker would load them
        be_private()
        try:
            settings = from_environment()
            beacon_source(settings)
            refuse_foreign_tables(settings, Role.WEB)  # also imports the database's driver
        except (BadConfiguration, ForeignTables) as wrong:
            sys.exit(f"Error: {wrong}")
        gc.freeze()  # the collector writes to objects, which ends their sharing with the parent process

    def run(self) -> None:
        """Serve, and leave signs of life meanwhile."""
        life_signs = LifeSigns(from_environment(), "web")
        life_signs.start()
        try:
            super().run()
        finally:
            if self.ppid == os.getppid():  # gunicorn was not killed
                life_signs.stop()

    def notify(self) -> None:
        """Report to gunicorn that we live; if it has died, end ourselves."""
        super().notify()
        if self.ppid != os.getppid():
            self.handle_exit_signal()

    def handle_exit_signal(self) -> None:
        """Shut down after the open requests."""
        self._served().end_connections()
        self._ending = self._ending or self.loop.create_task(self._end())

    def _served(self) -> Server:
        served: Any = self.asgi
        while not isinstance(served, Server):  # unwrap middleware: request logging, a sandbox's faults
            served = served.app
        return served

    async def _end(self) -> None:
        served = self._served()
        served.let_go()
        await self._close_door()
        begun = self.loop.time()
        last = begun + self.cfg.graceful_timeout - MARGIN
        while (  # noqa: ASYNC110  # gunicorn has no event for closed connections
            self._is_awaited(served, begun + LINGER) and self.loop.time() < last
        ):
            await asyncio.sleep(PAUSE)
        self.handle_quit_signal()  # waits for nothing any more
        self.loop.call_soon(sys.exit)  # gunicorn checks once a second, and more requests may come

    async def _close_door(self) -> None:
        """Stop listening; connections that wait to be accepted come first."""
        await asyncio.sleep(0)
        for server in self.servers:
            server.close()

    def _is_awaited(self, served: Server, until: float) -> bool:
        return bool(served.busy or (self.nr_conns and self.loop.time() < until))
