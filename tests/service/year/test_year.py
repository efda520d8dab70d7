"""Nobody loses on time with a right not to, every game ends, every deadline is explained; and lies are seen."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from flask import Flask
from sqlalchemy import select

from service.core.config import Config
from service.core.db import session
from service.models import Event, GameStatus
from service.play import turn_clocks
from service.play.positions import log_of
from service.play.signed_records import signed_record
from service.verify import Verdict, check
from service.work.events import number_events
from tests.figures import Figures
from tests.service.conftest import FakeClock
from tests.service.year.town import Town, ended_games

PLAYERS, DAYS, SEED = (int(os.environ.get(name, usual)) for name, usual in (("PLAYERS", 8), ("DAYS", 40), ("SEED", 1)))


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Clocks are the same on every database."""
    return sqlite_settings


def test_nobody_loses_on_time_with_a_right_not_to(app: Flask, clock: FakeClock, figures: Figures) -> None:
    town = Town(clock, PLAYERS, DAYS, SEED)
    town.live()
    assert town.figures.wrongs == []
    games = ended_games(town)
    assert {game.status for game in games} == {GameStatus.FINISHED}
    number_events()
    events = session().scalars(select(Event).order_by(Event.number)).all()
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    ends = Counter(event.game_id for event in events if event.type == "game.finished")
    assert ends == Counter(game.id for game in games)
    turns = Counter((event.game_id, event.version) for event in events if event.type == "turn.started")
    assert set(turns.values()) == {1}
    for game in games:
        assert not [each for each in check(signed_record(game, log_of(game))) if each.verdict == Verdict.WRONG]
    told = vars(town.figures) | {"wrongs": len(town.figures.wrongs)}
    figures(f"A town of {PLAYERS} in {DAYS} days", **told)


def test_a_service_that_forgets_vacations_is_found_out(
    app: Flask, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_clocks, "vacations_of", lambda account: [])
    town = Town(clock, PLAYERS, DAYS, SEED)
    town.live()
    assert town.figures.wrongs
