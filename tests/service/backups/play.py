"""Tables that are played at in one installation after the other."""

from __future__ import annotations

from threading import Event

from sqlalchemy import func, select

from service.config.environment import Config
from service.db.engines import session
from service.models import Account, Game, GameStatus, LogEntry
from tests.service.conftest import FakeClock
from tests.service.installations import running
from tests.service.tables import Table, table


def found(game_id: str) -> Table:
    """Load a table from the app's database."""
    session().rollback()
    game = session().get_one(Game, game_id, populate_existing=True)
    seats = sorted(game.seats, key=lambda seat: seat.place)
    return Table(game_id, [session().get_one(Account, seat.account_id) for seat in seats])


def lengths() -> dict[str, int]:
    """How many entries the log of each game has."""
    session().rollback()
    counted = select(LogEntry.game_id, func.count()).group_by(LogEntry.game_id)
    return dict(session().execute(counted).all())


def play_on(settings: Config, games: list[str], played: Event, stop: Event) -> None:
    """Move in these games in turn from another app, until told to stop; start new games for finished ones."""
    with running(settings, FakeClock()):
        while not stop.is_set():
            for number, game in enumerate(games):
                if found(game).game.status != GameStatus.ACTIVE:
                    games[number] = table("ada", "bob").id
                found(games[number]).play_anything()
            played.set()
