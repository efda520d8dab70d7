"""Workers at the same time, and workers that die: there is one game for each pair."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask import Flask, current_app
from sqlalchemy import Connection, func, select

from service.competitions.rounds import go_on_with
from service.config.environment import Config
from service.db.engines import db, session
from service.models import Game, System
from tests.service.competitions.conftest import Event, anew
from tests.service.conftest import FakeClock
from tests.service.stages.trouble import listening

WORKERS = 4


@pytest.fixture
def settings(postgres_settings: Config) -> Config:
    """Where rows are locked."""
    return postgres_settings


class Died(Exception):
    """The worker is gone."""


def work_at_once(tournament_id: str, clock: FakeClock) -> None:
    """Let several workers go on with a tournament at the same time."""
    app: Any = current_app
    app, start = app._get_current_object(), Barrier(WORKERS)

    def work() -> None:
        with app.app_context():
            start.wait()
            go_on_with(tournament_id, clock())

    with ThreadPoolExecutor(WORKERS) as pool:
        for each in [pool.submit(work) for _ in range(WORKERS)]:
            each.result()


def check_whole(held: Event, pairs: int) -> None:
    """Check that everybody plays once in the first round, and that no game is beside it."""
    anew()
    assert sorted(number for each in held.pairings for number in each.players) == list(range(1, 2 * pairs + 1))
    assert len({each.game_id for each in held.pairings} - {None}) == pairs
    assert session().scalar(select(func.count()).select_from(Game)) == pairs


def test_of_workers_that_start_a_round_at_once_each_pair_gets_one_game(
    tournament: Callable[..., Event], clock: FakeClock
) -> None:
    held = tournament(12, System.SWISS, rounds=3)
    work_at_once(held.id, clock)
    check_whole(held, 6)


def test_what_a_worker_that_died_has_left_others_do(
    app: Flask, tournament: Callable[..., Event], clock: FakeClock
) -> None:
    held = tournament(12, System.SWISS, rounds=3)
    made = []

    def die(_connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        made.append("INSERT INTO game " in statement)
        if sum(made) == 4:
            raise Died

    with listening(db.engine, "before_cursor_execute", die), pytest.raises(Died):
        go_on_with(held.id, clock())
    anew()
    assert len(held.games) == 3
    assert len(held.pairings) == 6
    work_at_once(held.id, clock)
    check_whole(held, 6)
