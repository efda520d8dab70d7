"""Outdated notices of turns and invitations are superseded and not sent."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from service.db import clock
from service.db.engines import session
from service.models import Envelope, Notice, WorkState
from service.notifications.kinds import kinds_of_turns
from service.notifications.relevance import passing
from service.play.clocks import overdue_games
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import join, resign
from tests.service.conftest import FakeClock
from tests.service.tables import person, table
from tests.workers.outbox import drain_by, states
from tests.workers.post import Post
from workers.jobs.clocks import enforce
from workers.jobs.notices import seal_due, send_due

pytestmark = pytest.mark.usefixtures("app")


def test_a_notice_that_is_no_longer_true_is_not_composed() -> None:
    seasons = table("ada", "bob")
    first = seasons.mover
    seasons.play("place max-15")
    post = Post()
    drain_by(post)
    turn_mails = session().execute(select(Notice.account_id, Notice.state).where(Notice.kind == "your-turn")).all()
    assert (first.id, WorkState.SUPERSEDED) in turn_mails
    assert (seasons.mover.id, WorkState.DONE) in turn_mails


def test_a_mail_that_is_no_longer_true_is_not_sent() -> None:
    seasons = table("ada", "bob")
    seal_due(clock.now)
    sealed = len(states(Envelope))
    seasons.play("place max-15")
    post = Post()
    send_due(clock.now, post)
    assert len(post.letters) == sealed - 1
    assert states(Envelope).count(WorkState.SUPERSEDED) == 1


def waiting() -> list[tuple[str, int | None]]:
    """Return kind and version of queued notices of turns and invitations."""
    session().rollback()
    queued = select(Notice).where(Notice.state == WorkState.QUEUED, Notice.kind.in_(passing())).order_by(Notice.id)
    return [(notice.kind, notice.version) for notice in session().scalars(queued)]


def test_what_waits_to_tell_of_a_turn_ends_with_the_turn() -> None:
    seasons = table("ada", "bob")
    assert waiting() == [("your-turn", 1), ("reminder", 1)]
    seasons.play("place max-15")
    assert waiting() == [("your-turn", 2), ("reminder", 2)]


def test_nothing_waits_to_tell_of_a_turn_once_the_game_is_over() -> None:
    seasons = table("ada", "bob")
    resign(seasons.id, seasons.players[0], clock.now())
    assert waiting() == []


def test_nothing_waits_to_tell_of_a_turn_that_was_lost_on_time(clock: FakeClock) -> None:
    table("ada", "bob")
    for _ in range(2):  # the first time there is the clock's credit, for no mail was sent
        clock.advance(days=4)
        enforce(overdue_games(clock()), clock())
    assert [kind for kind, _ in waiting() if kind in kinds_of_turns()] == []


def test_an_invitation_that_was_answered_waits_no_longer() -> None:
    ada, bob = person("ada"), person("bob")
    wish = NewGame("siesta", [SeatWish(me=True), SeatWish(email="bob@example.net"), SeatWish(email="cyd@example.net")])
    game = create_game(ada, wish, clock.now())
    assert [kind for kind, _ in waiting()] == ["invitation"] * 2
    join(game.id, bob, clock.now())
    assert [kind for kind, _ in waiting()] == ["invitation"]
    resign(game.id, ada, clock.now())
    assert waiting() == []
