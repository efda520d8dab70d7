"""Extra time: given once if email failed, and to nobody who was notified by email or saw the game."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from service.bots.accounts import bot_of
from service.db.clock import now, time_json
from service.db.engines import session, transaction
from service.models import EndedBy, Event, GameStatus, InboundMail, Notice, WorkState
from service.notifications.links import row_box, turn_box
from service.notifications.preferences import stop_mail
from service.play.games import NewGame, SeatWish, create_game
from service.play.positions import log_of
from service.play.seats import join
from service.play.seen_turns import mark_turn_seen
from service.security.keys import RowPurpose
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import deliver, mail, mailed, process_all
from tests.service.tables import Table, person, table
from tests.sink import REFUSE, TRY_AGAIN, Sink
from tests.workers.post import Post, through
from workers.jobs import clocks
from workers.jobs.notices import seal_due, send_due
from workers.transports import Letter, Transport, TransportError

pytestmark = pytest.mark.usefixtures("app")

REPORT = """\
From: MAILER-DAEMON@example.net
Message-ID: <report@example.net>
Content-Type: multipart/report; report-type=delivery-status; boundary="x"

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.net

Final-Recipient: rfc822; ada@example.net
Action: failed
Status: 5.1.1

--x--
"""


@pytest.fixture
def seasons() -> Table:
    """Ada is to move, and has three days."""
    return table("ada", "bob")


def drain(by: Transport) -> None:
    """Seal and send all that is due."""
    seal_due(now)
    send_due(now, by)


def refuse(letter: Letter) -> None:
    """Refuse every email."""
    raise TransportError("550 5.1.1 Nobody of that name", permanent=True)


def is_credited(of: Table, clock: FakeClock) -> bool:
    """Let the deadline pass; return whether the turn continues with the full time again."""
    session().rollback()
    passed = of.game.deadline
    assert passed is not None
    clock.time = passed + timedelta(seconds=1)
    assert clocks.run()
    session().expire_all()
    if of.game.status == GameStatus.FINISHED:
        assert of.game.ended_by == EndedBy.TIME
        return False
    assert of.game.deadline == clock() + timedelta(days=of.game.days_per_move)
    return True


def test_whose_mail_was_refused_has_the_time_once_more_and_only_once(
    seasons: Table, sink: Sink, clock: FakeClock
) -> None:
    sink.answer = REFUSE
    drain(through(sink))
    assert is_credited(seasons, clock)
    assert seasons.game.seats[0].credited_at == clock()
    drain(through(sink))
    assert not is_credited(seasons, clock)


def test_whose_mail_came_back_has_the_time_once_more(seasons: Table, clock: FakeClock) -> None:
    drain(Post())
    notice = session().scalars(select(Notice).where(Notice.kind == "your-turn")).one()
    deliver(row_box(RowPurpose.BOUNCE, notice), REPORT.replace("\n", "\r\n").encode(), sender="")
    process_all()
    assert is_credited(seasons, clock)


def test_whose_mail_was_never_sent_has_the_time_once_more(seasons: Table, clock: FakeClock) -> None:
    assert is_credited(seasons, clock)


def test_whose_mail_was_put_off_all_the_time_has_the_time_once_more(
    seasons: Table, sink: Sink, clock: FakeClock
) -> None:
    sink.answer = TRY_AGAIN
    drain(through(sink))
    clock.advance(days=2)
    drain(through(sink))
    assert is_credited(seasons, clock)


@pytest.mark.parametrize(("hours", "is_late"), [(36, False), (37, True)])
def test_a_mail_that_left_after_half_the_time_was_too_late(
    seasons: Table, clock: FakeClock, hours: int, *, is_late: bool
) -> None:
    clock.advance(hours=hours)
    drain(Post())
    assert is_credited(seasons, clock) == is_late


def test_whose_mail_was_sent_has_no_excuse(seasons: Table, sink: Sink, clock: FakeClock) -> None:
    drain(through(sink))
    assert not is_credited(seasons, clock)


def test_who_wants_no_mail_has_no_excuse(seasons: Table, clock: FakeClock) -> None:
    stop_mail(seasons.players[1].id, "your-turn")
    seasons.play("place max-15")
    assert not is_credited(seasons, clock)


def test_who_has_looked_at_the_game_in_the_turn_has_no_excuse(seasons: Table, clock: FakeClock) -> None:
    drain(Post(refuse))
    clock.advance(days=2)
    seasons.look()
    assert not is_credited(seasons, clock)


def test_to_have_looked_before_the_turn_or_after_its_end_is_to_have_seen_nothing_of_it(
    seasons: Table, clock: FakeClock
) -> None:
    seasons.look()
    clock.advance(hours=1)
    seasons.play_anything()
    while seasons.mover != seasons.players[0]:
        seasons.play_anything()
    drain(Post(refuse))
    clock.advance(days=3, seconds=1)
    mark_turn_seen(seasons.game, seasons.players[0], clock())
    clocks.run()
    assert seasons.game.status == GameStatus.ACTIVE


def test_somebody_else_who_looks_is_not_the_player(seasons: Table, clock: FakeClock) -> None:
    drain(Post(refuse))
    mark_turn_seen(seasons.game, seasons.players[1], clock())
    assert is_credited(seasons, clock)


def test_each_seat_has_a_credit_of_its_own(seasons: Table, clock: FakeClock) -> None:
    drain(Post(refuse))
    assert is_credited(seasons, clock)
    seasons.play("place max-15")
    drain(Post(refuse))
    assert is_credited(seasons, clock)
    assert all(seat.credited_at for seat in seasons.game.seats)


def test_neither_version_nor_turn_changes_and_the_event_log_tells_it(seasons: Table, clock: FakeClock) -> None:
    before = (seasons.game.version, seasons.game.turn)
    assert is_credited(seasons, clock)
    assert (seasons.game.version, seasons.game.turn) == before
    [event] = session().scalars(select(Event).where(Event.type == "deadline.credited")).all()
    deadline = time_json(clock() + timedelta(days=3))
    assert (event.game_id, event.data) == (seasons.id, {"seat": 0, "deadline": deadline})


def test_the_player_is_told_with_the_same_link(seasons: Table, sink: Sink, clock: FakeClock) -> None:
    box = turn_box(seasons.game, 0)
    drain(Post(refuse))
    assert is_credited(seasons, clock)
    drain(through(sink))
    [told] = sink.mails
    text = told.message.get_body(("plain",))
    assert text is not None
    assert "You have more time" in text.get_content()
    assert box in told.message["Reply-To"]


def test_the_mail_about_more_time_is_not_sent_once_the_turn_is_over(seasons: Table, clock: FakeClock) -> None:
    drain(Post(refuse))
    assert is_credited(seasons, clock)
    seasons.play("place max-15")
    post = Post()
    drain(post)
    assert post.recipients == ["bob@example.net"]


def test_a_move_that_comes_late_but_before_the_sweep_is_played_where_the_credit_is_due(
    seasons: Table, clock: FakeClock
) -> None:
    drain(Post(refuse))
    clock.advance(days=4)
    seasons.play("place max-15")
    assert seasons.game.seats[0].credited_at == clock()
    assert [entry.action for entry in log_of(seasons.game) if entry.seat == 0] == ["place max-15"]


def test_who_has_answered_in_time_and_was_not_read_has_the_time_once_more(seasons: Table, clock: FakeClock) -> None:
    drain(Post())
    clock.advance(days=2)
    deliver(turn_box(seasons.game, 0), mail("ada@example.net", "place max-15"))
    with transaction() as current:
        current.execute(update(InboundMail).values(state=WorkState.FAILED))
    assert is_credited(seasons, clock)
    assert "couldn't read a reply" in " ".join(mailed("ada@example.net", "more-time")[0].text.split())


@pytest.mark.parametrize("whose", ["another seat", "too late"])
def test_no_other_mail_that_was_not_read_is_an_excuse(seasons: Table, clock: FakeClock, whose: str) -> None:
    drain(Post())
    clock.advance(days=2)
    box = turn_box(seasons.game, 1 if whose == "another seat" else 0)
    at = clock() if whose == "another seat" else clock() + timedelta(days=2)
    deliver(box, mail("ada@example.net", "place max-15"), at=at)
    with transaction() as current:
        current.execute(update(InboundMail).values(state=WorkState.FAILED))
    assert not is_credited(seasons, clock)


def test_a_late_move_does_not_cost_the_seat_while_an_answer_in_time_is_unread(seasons: Table, clock: FakeClock) -> None:
    seasons.look()
    deliver(turn_box(seasons.game, 0), mail("ada@example.net", "place max-15"))
    clock.advance(days=4)
    seasons.play("place max-15")
    assert seasons.game.status == GameStatus.ACTIVE


def test_a_program_has_no_mail_that_could_fail(clock: FakeClock) -> None:
    ada = person("ada")
    bot = bot_of(ada, "robot", clock())
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(account="robot")], shuffle_seats=False)
    with_program = Table(join(create_game(ada, wish, clock()).id, bot, clock()).id, [ada])
    with_program.play("place max-15")
    assert not is_credited(with_program, clock)
