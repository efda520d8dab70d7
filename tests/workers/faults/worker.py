"""A worker process that can be killed: the job of the outbox, at the times that it is handed through a pipe."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass, replace
from datetime import datetime
from multiprocessing.connection import Connection

from service.core.config import Config
from service.edge.app import create_app
from tests.workers.faults.server import WORKER
from workers.jobs.notices import seal_due, send_due
from workers.transports.smtp import transport

PATIENCE = 0.5
"""Seconds to wait for a server that hangs; nobody learns more by waiting longer."""
IDLE = "idle"


@dataclass
class HandedClock:
    """Shows the time that it was last handed."""

    time: datetime

    def __call__(self) -> datetime:
        return self.time


def work(settings: Config, pipe: Connection) -> None:
    """Drain the outbox at each time that comes through the pipe, and say so when nothing is due any more."""
    logging.disable(logging.WARNING)  # refusals are what is asked for here; errors are still shown
    smtp = replace(transport(settings), our_name=WORKER.format(os.getpid()), timeout=PATIENCE)
    clock = HandedClock(pipe.recv())
    with create_app(settings, clock).app_context(), smtp.line() as by:
        while True:
            while seal_due(clock) + send_due(clock, by):
                pass
            pipe.send(IDLE)
            clock.time = pipe.recv()
