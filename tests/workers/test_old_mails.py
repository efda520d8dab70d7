"""Old emails are deleted with their content, once nobody can need them."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from service.db.clock import now
from service.db.engines import session
from service.models import Envelope, Model, Notice, OpponentTurn
from service.notifications import retention
from service.notifications.bounces import note_return
from service.notifications.links import read_bounce, row_box
from service.notifications.preferences import pause
from service.notifications.tracking import deliveries_seen_by
from service.play import retention as of_games
from service.play.seats import resign
from service.security.keys import RowKey, RowPurpose
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from tests.workers.computers import computer_to_move
from tests.workers.outbox import drain_by
from tests.workers.post import Post
from workers.jobs.opponents import anything, run_turn
from workers.transports import Letter, TransportError

pytestmark = pytest.mark.usefixtures("app")

DAYS = 90


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def seasons() -> Table:
    return table("ada", "bob")


def end(of: Table) -> None:
    resign(of.id, of.players[0], now())


def forget() -> None:
    """Apply all retention rules of emails."""
    session().rollback()
    for rule in (retention.notices, retention.envelopes, of_games.opponent_turns):
        rule.apply(now())


def rows(kind: type[Model]) -> int:
    session().rollback()
    return len(session().scalars(select(kind)).all())


def bounced(to: str) -> RowKey:
    """Return the bounce address's key of the newest email to a recipient."""
    newest = select(Notice).where(Notice.email == to, Notice.envelope_id.is_not(None)).order_by(Notice.id.desc())
    key = read_bounce(row_box(RowPurpose.BOUNCE, session().scalars(newest.limit(1)).one()))
    assert key is not None
    return key


def test_mails_of_a_game_are_forgotten_ninety_days_after_its_end(seasons: Table, post: Post, clock: FakeClock) -> None:
    drain_by(post)
    end(seasons)
    drain_by(post)
    before = rows(Notice), rows(Envelope)
    clock.advance(days=DAYS, seconds=-1)
    forget()
    assert (rows(Notice), rows(Envelope)) == before

    clock.advance(days=3)  # by then the reminder that was not needed is as old
    forget()
    assert (rows(Notice), rows(Envelope)) == (0, 0)


def test_mails_of_a_game_that_goes_on_are_kept_however_old(seasons: Table, post: Post, clock: FakeClock) -> None:
    drain_by(post)
    before = rows(Notice), rows(Envelope)
    clock.advance(days=400)
    forget()
    assert (rows(Notice), rows(Envelope)) == before


def test_what_became_of_mails_is_told_for_ninety_days_after_the_end_and_then_nothing_wrong(
    seasons: Table, post: Post, clock: FakeClock
) -> None:
    drain_by(post)
    end(seasons)
    told = deliveries_seen_by(seasons.id, seasons.players[1], clock())
    clock.advance(days=DAYS, seconds=-1)
    forget()
    assert deliveries_seen_by(seasons.id, seasons.players[1], clock()) == told

    clock.advance(seconds=1)
    assert deliveries_seen_by(seasons.id, seasons.players[1], clock()) == ([], False)


def test_a_mail_about_several_games_is_kept_until_all_of_them_are_old(post: Post, clock: FakeClock) -> None:
    games = [table("ada", name) for name in ("bob", "cyd", "dan")]
    clock.advance(minutes=10)
    drain_by(post)
    for game in games[:2]:
        end(game)
    drain_by(post)
    clock.advance(days=DAYS)
    forget()
    session().rollback()
    kept = session().scalars(select(Notice).where(Notice.digest_id.is_not(None))).all()
    assert [notice.game_id for notice in kept] == [games[2].id]
    assert session().get(Notice, kept[0].digest_id) is not None
    assert session().get(Envelope, kept[0].envelope_id) is not None

    end(games[2])
    drain_by(post)
    clock.advance(days=DAYS)
    forget()
    forget()
    assert (rows(Notice), rows(Envelope)) == (0, 0)


def test_a_mail_that_left_late_can_still_come_back(seasons: Table, post: Post, clock: FakeClock) -> None:
    bob = seasons.players[1]
    pause(bob.id, clock().replace(month=8, day=1), clock())
    end(seasons)
    clock.advance(days=DAYS + 1)
    drain_by(post)
    assert "bob@example.net" in post.recipients
    key = bounced("bob@example.net")
    forget()

    assert note_return(key, said="5.1.1", recipient=None, now=clock.advance(days=7))


def test_a_mail_that_is_not_sent_yet_is_kept_with_what_it_tells(seasons: Table, clock: FakeClock) -> None:
    def refuse(letter: Letter) -> None:
        raise TransportError("451 4.3.0 Not now", permanent=False)

    pause(seasons.players[1].id, clock().replace(month=8, day=1), clock())
    end(seasons)
    clock.advance(days=DAYS + 1)
    drain_by(Post(refuse))
    forget()
    clock.advance(hours=2)
    post = Post()
    drain_by(post)

    assert "bob@example.net" in post.recipients


def test_a_bounce_of_a_mail_that_is_forgotten_does_nothing(seasons: Table, post: Post, clock: FakeClock) -> None:
    drain_by(post)
    end(seasons)
    drain_by(post)
    key = bounced("bob@example.net")
    clock.advance(days=DAYS)
    forget()
    assert not note_return(key, said="5.1.1", recipient=None, now=clock())


def test_turns_of_the_computer_are_forgotten_ninety_days_after_the_end(clock: FakeClock) -> None:
    ada = person("ada")
    game_id = computer_to_move(ada)
    while run_turn(anything):
        pass
    played = rows(OpponentTurn)
    clock.advance(days=400)
    forget()
    assert rows(OpponentTurn) == played > 0

    resign(game_id, ada, clock())
    clock.advance(days=DAYS, seconds=-1)
    forget()
    assert rows(OpponentTurn) == played

    clock.advance(seconds=1)
    forget()
    assert rows(OpponentTurn) == 0
