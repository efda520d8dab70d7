"""Redis only carries hints: without it moves are as fast, and sweeps find the notices."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

import pytest
from sqlalchemy import select

from service.config.environment import Config
from service.db.engines import session
from service.models import Envelope
from tests.servers import Redis
from tests.service.api.program import Program
from tests.service.conftest import FakeClock
from tests.service.stages.conftest import Processes
from tests.service.stages.truth import assert_shows_its_log, told
from tests.service.tables import table
from workers.jobs.notices import seal_due


@pytest.fixture
def settings(settings: Config, redis_server: Redis) -> Config:
    return replace(settings, redis_url=redis_server.url)


@pytest.mark.parametrize(("how", "within"), [("gone", 2.0), ("silent", 4.0)])  # seconds; a hint waits for one
def test_a_move_is_accepted_at_once_and_its_mail_is_found_later(
    processes: Processes, redis_server: Redis, clock: FakeClock, how: str, within: float
) -> None:
    game = table("ann", "bob").id
    ann, same_ann = processes.program("ann")
    seal_due(clock)
    before = len(mails_to_bob())

    if how == "gone":
        redis_server.stop()
        took = play(ann, game)
    else:
        with redis_server.hanging():
            took = play(ann, game)
    assert took < within
    for each in (ann, same_ann):
        assert_shows_its_log(each, f"/games/{game}")

    seal_due(clock)
    assert len(mails_to_bob()) == before + 1


def play(player: Program, game: str) -> float:
    """Make a move; how many seconds that took."""
    move = told(player, f"/games/{game}/legal-actions")["actions"][0]
    began = monotonic()
    answer = player.play(game, move, version=1)
    took = monotonic() - began
    assert answer.status_code == 201
    return took


def mails_to_bob() -> list[str]:
    """Return the Message-IDs of the envelopes for Bob."""
    session().rollback()
    return list(session().scalars(select(Envelope.message_id).where(Envelope.recipient == "bob@example.net")))
