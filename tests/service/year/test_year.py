"""Nobody loses on time with a right not to, every game ends, every deadline is explained; and lies are seen."""

from __future__ import annotations

import os
from collections import Counter
from typing import ClassVar

import pytest
from flask import Flask
from sqlalchemy import ColumnElement, Update, null, select, update

from service.config.environment import Config
from service.db.engines import session, transaction
from service.jobs.events import number_events
from service.models import Account, EndedBy, Envelope, Event, Game, GameSeat, GameStatus, WorkState
from service.play.positions import log_of
from service.play.records import signed_record
from service.verification.verify import Verdict, check
from tests.figures import Figures
from tests.service.conftest import FakeClock
from tests.service.play.timekeeping.second_reading import STEP
from tests.service.year.people import LIVELY, Person
from tests.service.year.town import Town

PLAYERS, DAYS, SEED = (int(os.environ.get(name, usual)) for name, usual in (("PLAYERS", 8), ("DAYS", 20), ("SEED", 3)))
A_WHILE = 20
"""Days, in which a lie comes out."""


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because clocks do not depend on the database."""
    return sqlite_settings


def test_nobody_loses_on_time_with_a_right_not_to(app: Flask, clock: FakeClock, figures: Figures) -> None:
    town = Town(clock, PLAYERS, DAYS, SEED)
    town.live()
    assert town.ledger.wrongs == []
    games = town.games()
    assert {game.status for game in games} == {GameStatus.FINISHED}
    while number_events():
        pass
    events = session().scalars(select(Event).order_by(Event.number)).all()
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    ends = Counter(event.game_id for event in events if event.type == "game.finished")
    assert ends == Counter(game.id for game in games)
    turns = Counter((event.game_id, event.version) for event in events if event.type == "turn.started")
    assert set(turns.values()) == {1}
    for game in games:
        assert not [each for each in check(signed_record(game, log_of(game))) if each.verdict == Verdict.WRONG]
    counted = vars(town.figures) | {
        "draws": town.endings.draws,
        "resignations": town.endings.resignations,
        "mails_that_failed": town.postman.failed,
        "credits": town.ledger.credits,
    }
    figures(f"A town of {PLAYERS} in {DAYS} days", **counted, losses=town.ledger.losses, wrongs=0)


def emptied(promise: ColumnElement[int]) -> Update:
    """Nothing is kept of the time that is left after turns, where a table has that promise."""
    tables = select(Game.id).where(promise.is_not(None))
    return update(GameSeat).where(GameSeat.game_id.in_(tables), GameSeat.seconds_saved > 0).values(seconds_saved=0)


class Forgetful(Town):
    """A broken service that forgets vacations."""

    def _go_away(self, someone: Person) -> None:
        super()._go_away(someone)
        with transaction() as current:
            current.execute(update(Account).values(vacations=None))


class Hasty(Town):
    """A service that strikes a deadline too early."""

    def _sweep(self) -> None:
        with transaction() as current:
            early = update(Game).where(Game.turn_clock.is_(None), Game.deadline > self.clock())
            current.execute(early.values(deadline=self.clock() - STEP))
        super()._sweep()


class Liar(Town):
    """A broken service that changes stored data while nobody looks."""

    lie: ClassVar[Update]

    def _game(self, game_id: str) -> Game:
        with transaction() as current:
            current.execute(self.lie)
        return super()._game(game_id)


class Spendthrift(Liar):
    """A broken service that loses the time in banks."""

    lie = emptied(Game.clock["bank"]["most_days"].as_integer())


class Impatient(Liar):
    """A broken service that loses the time on fast clocks."""

    lie = emptied(Game.fast_clock["minutes"].as_integer())


class Deaf(Liar):
    """A broken service that counts failed emails as delivered."""

    lie = update(Envelope).where(Envelope.state == WorkState.FAILED)
    lie = lie.values(state=WorkState.DONE, sent_at=Envelope.due_at)


class Stubborn(Liar):
    """Nobody hears of the draws that are offered."""

    lie = update(Game).values(proposal=null())


class Unjust(Liar):
    """Whoever resigns has won as well."""

    lie = update(Game).where(Game.ended_by == EndedBy.RESIGNATION).values(winners=[0, 1, 2, 3])


LIARS = [Forgetful, Hasty, Spendthrift, Impatient, Deaf, Stubborn, Unjust]


@pytest.mark.parametrize("lying", LIARS)
def test_a_service_that_breaks_its_promise_is_found_out(app: Flask, clock: FakeClock, lying: type[Town]) -> None:
    town = lying(clock, PLAYERS, A_WHILE, SEED, LIVELY)
    town.live()
    assert town.ledger.wrongs
