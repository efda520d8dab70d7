"""Two processes that serve one database, each with a cache of its own; here they are two apps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, delete, select, update
from werkzeug.test import TestResponse

from service.config import environment
from service.db.engines import db
from service.models import Answer, Event, Game, LogEntry, Notice
from service.security import rates
from service.server.app import create_app
from tests.names import anywhere
from tests.service.api.program import Program, program_of
from tests.service.conftest import FakeClock
from tests.service.stages.trouble import lay_trap
from tests.templates import share_templates


class Alone(FlaskClient):
    """Client whose requests each have a session of their own, as in a server, in any context."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Send a request."""
        with self.application.app_context():
            return super().open(*args, **kwargs)


@dataclass(frozen=True)
class Processes:
    """Two apps; the database of the first can be made to fail."""

    apps: tuple[Flask, Flask]
    engine: Engine

    def program(self, name: str) -> tuple[Program, Program]:
        """Return a person's programs for the first and the second process."""
        clients = [Alone(app, app.response_class) for app in self.apps]
        first = program_of(clients[0], name)
        return first, Program(clients[1], first.token)

    def kept(self, game_id: str) -> dict[str, Any]:
        """Read the row of a game."""
        with self.engine.connect() as connection:
            return dict(connection.execute(select(*Game.__table__.columns).where(Game.id == game_id)).mappings().one())

    def set_back(self, game_id: str, row: dict[str, Any]) -> None:
        """Make the database as it was when the game had that row."""
        with self.engine.begin() as connection:
            for late in (LogEntry, Event, Notice):
                connection.execute(delete(late).where(late.game_id == game_id, late.version > row["version"]))
            connection.execute(delete(Answer))
            connection.execute(update(Game).where(Game.id == game_id).values(row))


@pytest.fixture
def processes(app: Flask, settings: environment.Config, clock: FakeClock) -> Iterator[Processes]:
    second = create_app(settings, clock)
    share_templates(second)
    second.config["RESOLVE"] = anywhere
    for each in (app, second):
        rates.init_app(each, {}, "")  # what is tried takes more requests than there are in a minute
    lay_trap(db.engine)
    yield Processes((app, second), db.engine)
    with second.app_context():
        db.engine.dispose()
