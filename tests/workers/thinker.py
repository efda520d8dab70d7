"""Workers whose computer never comes to the end of a thought: `celery --app tests.workers.thinker worker`."""

from __future__ import annotations

import signal
from functools import cache
from threading import Event
from typing import Any

from service.config.environment import from_environment
from service.config.timeouts import Role
from service.jobs.wake import Hints
from service.server.app import create_app
from workers.app import app
from workers.jobs.opponents import run_turn
from workers.sweeps import Waiting
from workers.tasks import task


class Thinking:
    """A job: to think over the turn that is due, for ever."""

    NAME = "test.thinking"
    EVERY = 60.0

    def run(self) -> bool:
        return run_turn(self.think)

    def think(self, *_about: object) -> list[Any]:
        Event().wait()
        raise AssertionError


class Deaf(Thinking):
    """The thinker in a process that ignores signals, like a hanging library."""

    NAME = "test.deaf"

    def think(self, *about: object) -> list[Any]:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        return super().think(*about)


settings = from_environment()
make_app = cache(lambda: create_app(settings, role=Role.WORKER))
for job in (Thinking(), Deaf()):
    app.task(name=job.NAME, shared=False)(task(job, make_app, Hints(settings.redis_url), Waiting(settings.redis_url)))
