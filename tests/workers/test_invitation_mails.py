"""Many invitations to one person cause few emails a day; the rest come together in one."""

from __future__ import annotations

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import select

from service.accounts.accounts import account_of, confirm
from service.config.environment import Config
from service.db.engines import session, transaction
from service.models import Account, Game, GameStatus, Notice, WorkState
from service.notifications.digests import claim_notices
from service.notifications.preferences import choose
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import decline
from service.server.app import create_app
from tests.service.conftest import FakeClock
from tests.service.on_sqlite import ON_BOTH, chosen
from tests.service.tables import person
from tests.workers.post import Post
from workers.jobs.notices import seal_due, send_due

pytestmark = pytest.mark.usefixtures("app")

EVE = "eve@example.net"


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> Config:
    """Return limits of three emails a day for a stranger, four for a player."""
    return replace(chosen(request), rate_limits={"invitation-mails": 3, "player-invitation-mails": 4})


@pytest.fixture
def post(app: Flask) -> Post:
    return Post()


def drain(clock: FakeClock, post: Post) -> None:
    """Seal and send all that is due, as the job does."""
    while seal_due(clock) or send_due(clock, post):
        pass


def invited(clock: FakeClock, *hosts: str) -> list[Game]:
    """Invite Eve from all named hosts, one after the other."""
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email=EVE)])
    return [create_game(person(host), wish, clock()) for host in hosts]


def mails(post: Post) -> list[EmailMessage]:
    """Return Eve's emails."""
    letters = [message_from_bytes(letter.raw, policy=policy.default) for letter in post.letters]
    return [letter for letter in letters if letter["To"] == EVE]


def kinds(post: Post) -> list[str]:
    return [mail["X-Sundial-Mail"] for mail in mails(post)]


def body(mail: EmailMessage, kind: str = "plain") -> str:
    part = mail.get_body((kind,))
    assert part is not None
    content: str = part.get_content()
    return content


def told(mail: EmailMessage, kind: str = "plain") -> set[str]:
    """Return the invitations that an email links to."""
    return set(re.findall(r"/i/(\w+)\b(?!/)", body(mail, kind)))


def hosts_in(mail: EmailMessage) -> list[str]:
    """Return the hosts in the order of the email."""
    return re.findall(r"(h\d+) \(h\d+@example.net\) invites you", " ".join(body(mail).split()))


def test_the_first_three_are_told_at_once_and_the_others_a_day_later_in_one_mail(clock: FakeClock, post: Post) -> None:
    for hour in range(6):
        invited(clock, f"h{hour}")
        drain(clock, post)
        clock.advance(hours=1)
    assert kinds(post) == ["invitation"] * 3

    clock.advance(hours=17, minutes=59)
    drain(clock, post)
    assert len(mails(post)) == 3
    clock.advance(minutes=1)
    drain(clock, post)

    assert kinds(post) == ["invitation"] * 3 + ["invitations"]
    assert hosts_in(mails(post)[-1]) == ["h3", "h4", "h5"]
    assert [len(told(mails(post)[-1], form)) for form in ("plain", "html")] == [3, 3]


def test_the_invitations_are_there_before_they_are_told(clock: FakeClock, post: Post) -> None:
    games = invited(clock, *(f"h{number}" for number in range(5)))
    drain(clock, post)
    session().expire_all()

    assert len(mails(post)) == 3
    assert {game.status for game in games} == {GameStatus.INVITING}


@ON_BOTH
def test_whoever_asks_first_is_told_first_when_many_ask_at_once(clock: FakeClock, post: Post) -> None:
    invited(clock, *(f"h{number}" for number in range(9)))
    drain(clock, post)
    clock.advance(days=1)
    drain(clock, post)

    assert [host for mail in mails(post)[:3] for host in hosts_in(mail)] == ["h0", "h1", "h2"]
    assert [hosts_in(mail) for mail in mails(post)[3:]] == [["h3", "h4", "h5", "h6", "h7", "h8"]]


def test_one_that_has_waited_alone_is_a_mail_that_can_be_answered(clock: FakeClock, post: Post) -> None:
    invited(clock, *(f"h{number}" for number in range(4)))
    drain(clock, post)
    clock.advance(days=1)
    drain(clock, post)

    assert kinds(post) == ["invitation"] * 4


def test_several_mails_in_one_are_one_of_the_three(clock: FakeClock, post: Post) -> None:
    invited(clock, *(f"h{number}" for number in range(5)))
    drain(clock, post)
    clock.advance(days=1)
    invited(clock, *(f"h{number}" for number in range(5, 10)))
    drain(clock, post)
    assert kinds(post) == ["invitation"] * 3 + ["invitations"]
    assert hosts_in(mails(post)[-1]) == [f"h{number}" for number in range(3, 10)]

    for number in range(10, 15):
        clock.advance(hours=1)
        invited(clock, f"h{number}")
        drain(clock, post)
    assert kinds(post)[4:] == ["invitation", "invitation"]


def test_nobody_gets_more_than_three_mails_within_any_day(clock: FakeClock, post: Post) -> None:
    at = []
    for number in range(60):
        invited(clock, f"h{number}")
        before = len(mails(post))
        drain(clock, post)
        at += [clock()] * (len(mails(post)) - before)
        clock.advance(hours=1, minutes=17)

    assert max(sum(0 <= (later - one).total_seconds() < 86400 for later in at) for one in at) == 3
    assert sum(len(told(mail)) for mail in mails(post)) > 50


def test_what_is_over_by_then_is_not_told(clock: FakeClock, post: Post) -> None:
    games = invited(clock, *(f"h{number}" for number in range(6)))
    drain(clock, post)
    decline(games[4].id, person("h4"), clock())
    clock.advance(days=1)
    drain(clock, post)

    assert hosts_in(mails(post)[-1]) == ["h3", "h5"]


def test_players_get_more_of_them(clock: FakeClock, post: Post) -> None:
    with transaction():
        confirm(account_of(EVE, clock()), clock())
    invited(clock, *(f"h{number}" for number in range(6)))
    drain(clock, post)
    assert kinds(post) == ["invitation"] * 4
    clock.advance(days=1)
    drain(clock, post)
    assert kinds(post)[4:] == ["invitations"]


def test_invitations_of_a_quiet_night_come_in_one_mail(clock: FakeClock, post: Post) -> None:
    with transaction():
        eve = account_of(EVE, clock())
        confirm(eve, clock())
    choose(eve.id, clock(), quiet_from=9, quiet_to=17)
    invited(clock, "h0", "h1")
    clock.advance(hours=5)
    drain(clock, post)

    assert kinds(post) == ["invitations"]


def test_others_get_theirs_as_before(clock: FakeClock, post: Post) -> None:
    invited(clock, *(f"h{number}" for number in range(5)))
    create_game(person("h0"), NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")]), clock())
    drain(clock, post)

    assert Counter(post.recipients) == {EVE: 3, "bob@example.net": 1}


def test_where_nothing_is_limited_every_invitation_is_told_at_once(sqlite_settings: Config, clock: FakeClock) -> None:
    app = create_app(replace(sqlite_settings, rate_limits={}), clock)
    with app.app_context():
        post = Post()
        invited(clock, *(f"h{number}" for number in range(30)))
        drain(clock, post)
        assert kinds(post) == ["invitation"] * 30


@ON_BOTH
def test_four_workers_at_once_send_no_more_and_no_fewer_than_one_would(
    app: Flask, clock: FakeClock, post: Post
) -> None:
    invited(clock, *(f"h{number}" for number in range(8)))
    together = Barrier(4)

    def worker() -> None:
        with app.app_context():
            together.wait()
            drain(clock, post)

    with ThreadPoolExecutor(4) as pool:
        for future in [pool.submit(worker) for _ in range(4)]:
            future.result()
    drain(clock, post)
    assert kinds(post) == ["invitation"] * 3
    clock.advance(days=1)
    drain(clock, post)
    assert [len(told(mail)) for mail in mails(post)] == [1, 1, 1, 5]


@ON_BOTH
def test_a_worker_killed_while_it_composes_costs_no_mail_and_brings_none(clock: FakeClock, post: Post) -> None:
    invited(clock, *(f"h{number}" for number in range(5)))
    assert len([claim_notices(clock(), limit=1) for _ in range(2)]) == 2
    drain(clock, post)
    assert kinds(post) == ["invitation"]
    clock.advance(minutes=3)
    drain(clock, post)
    assert kinds(post) == ["invitation"] * 3
    clock.advance(days=1)
    drain(clock, post)
    assert kinds(post)[3:] == ["invitations"]


def test_one_click_on_several_invitations_stops_invitations(app: Flask, clock: FakeClock, post: Post) -> None:
    invited(clock, *(f"h{number}" for number in range(5)))
    drain(clock, post)
    clock.advance(days=1)
    drain(clock, post)
    link = mails(post)[-1]["List-Unsubscribe"].partition(",")[0].strip("<>").removeprefix("http://127.0.0.1:8000")

    app.test_client().post(link, data={"List-Unsubscribe": "One-Click"})

    session().rollback()
    assert account_of(EVE, clock()).muted == ["invitation"]


def test_who_stops_invitations_meanwhile_gets_none_of_those_that_wait(clock: FakeClock, post: Post) -> None:
    invited(clock, *(f"h{number}" for number in range(5)))
    drain(clock, post)
    with transaction() as current:
        current.scalars(select(Account).where(Account.email == EVE)).one().muted = ["invitation"]
    clock.advance(days=1)
    drain(clock, post)

    assert len(mails(post)) == 3
    waiting = select(Notice.state).where(Notice.kind == "invitation", Notice.state != WorkState.DONE)
    assert set(session().scalars(waiting)) == {WorkState.SUPERSEDED}
