"""Many notices that are due at once for one player become one mail."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from email import message_from_bytes, policy
from email.message import EmailMessage
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import select

from service.core.db import session, transaction
from service.models import Account, Delivery, Envelope, Game, Notice, WorkState
from service.people.accounts import account_numbered
from service.play.seats import resign
from service.post.digests import claim_notices, is_one_mail, is_to_be_sent
from service.post.preferences import choose
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from tests.workers.post import Post
from workers.jobs.notices import seal_due, send_due

pytestmark = pytest.mark.usefixtures("app")

AT_ONCE, DIGEST, IDLE = Delivery.AT_ONCE, Delivery.DIGEST, Delivery.IDLE
ADA = "ada@example.net"


@pytest.fixture
def post(app: Flask) -> Post:
    return Post()


def drain(clock: FakeClock, post: Post) -> None:
    """Seal and send all that is due, as the job does."""
    while seal_due(clock) or send_due(clock, post):
        pass


def tables(number: int) -> list[Table]:
    """So many games in which ada is to move."""
    return [table("ada", f"bob{each}") for each in range(number)]


def to_ada(post: Post, kind: str | None = None) -> list[EmailMessage]:
    """The mails that ada has got, of one kind or all."""
    letters = [message_from_bytes(letter.raw, policy=policy.default) for letter in post.letters]
    mails = [letter for letter in letters if letter["To"] == ADA]
    return [mail for mail in mails if kind in (None, mail["X-Sundial-Mail"])]


def body(mail: EmailMessage, kind: str = "plain") -> str:
    part = mail.get_body((kind,))
    assert part is not None
    content: str = part.get_content()
    return content


def turn_links(mail: EmailMessage) -> set[str]:
    return set(re.findall(r"/t/\w+", body(mail)))


def states(account: Account, kind: str = "your-turn") -> list[str]:
    session().rollback()
    wanted = Notice.account_id == account.id, Notice.kind == kind
    return list(session().scalars(select(Notice.state).where(*wanted).order_by(Notice.id)))


@pytest.mark.parametrize(
    ("chosen", "one"),
    [
        ([], False),
        ([DIGEST], False),
        ([DIGEST, DIGEST], True),
        ([AT_ONCE, AT_ONCE], False),
        ([AT_ONCE, DIGEST], False),
        ([IDLE, IDLE], False),
        ([AT_ONCE, AT_ONCE, AT_ONCE], True),
        ([AT_ONCE, DIGEST, IDLE], True),
    ],
)
def test_two_of_a_daily_mail_or_three_of_any_sort_are_one_mail(chosen: list[Delivery], *, one: bool) -> None:
    assert is_one_mail(chosen) is one


def test_two_turns_after_a_quiet_night_are_two_mails_that_can_be_answered(clock: FakeClock, post: Post) -> None:
    choose(person("ada").id, clock(), quiet_from=9, quiet_to=17)
    tables(2)
    clock.advance(hours=5)
    drain(clock, post)
    assert len(to_ada(post, "your-turn")) == 2
    assert to_ada(post, "round-up") == []


def test_however_many_turns_are_told_at_once_each_has_a_mail_that_can_be_answered(clock: FakeClock, post: Post) -> None:
    tables(4)
    clock.advance(minutes=9)
    drain(clock, post)
    assert [mail["X-Sundial-Mail"] for mail in to_ada(post)] == ["your-turn"] * 4


def test_many_turns_that_had_to_wait_are_one_mail_with_the_link_of_each(clock: FakeClock, post: Post) -> None:
    tables(4)
    clock.advance(minutes=10)
    drain(clock, post)
    [mail] = to_ada(post)
    assert mail["X-Sundial-Mail"] == "round-up"
    assert len(turn_links(mail)) == 4
    assert states(person("ada")) == [WorkState.DONE] * 4


def test_each_notice_of_a_round_up_knows_the_envelope_that_it_is_in(clock: FakeClock, post: Post) -> None:
    tables(3)
    clock.advance(minutes=10)
    drain(clock, post)
    [envelope] = session().scalars(select(Envelope.id).where(Envelope.recipient == ADA))
    told = select(Notice.envelope_id).where(Notice.email == ADA, Notice.state == WorkState.DONE)
    assert session().scalars(told).all() == [envelope] * 4


def test_a_daily_mail_tells_of_all_turns_of_the_day_at_its_hour(clock: FakeClock, post: Post) -> None:
    choose(person("ada").id, clock(), DIGEST)
    tables(2)
    drain(clock, post)
    assert to_ada(post) == []
    clock.advance(hours=6)
    drain(clock, post)
    [mail] = to_ada(post)
    assert len(turn_links(mail)) == 2


def test_a_daily_mail_with_one_turn_is_a_mail_about_that_turn(clock: FakeClock, post: Post) -> None:
    choose(person("ada").id, clock(), DIGEST)
    tables(1)
    clock.advance(hours=6)
    drain(clock, post)
    [mail] = to_ada(post)
    assert mail["X-Sundial-Mail"] == "your-turn"


def test_a_turn_that_is_over_before_the_hour_is_not_told(clock: FakeClock, post: Post) -> None:
    choose(person("ada").id, clock(), DIGEST)
    first, *_ = tables(3)
    first.play_anything()
    clock.advance(hours=6)
    drain(clock, post)
    [mail] = to_ada(post)
    assert len(turn_links(mail)) == 2


def test_a_game_that_is_over_is_told_beside_the_turns(clock: FakeClock, post: Post) -> None:
    choose(person("ada").id, clock(), DIGEST)
    first, *_ = tables(2)
    resign(first.id, first.players[1], clock())
    clock.advance(hours=6)
    drain(clock, post)
    [mail] = to_ada(post)
    assert len(turn_links(mail)) == 1
    assert "Seasons of the Sun is over" in body(mail)
    assert "You have won" in body(mail)


def test_a_reminder_is_sent_once_while_the_turn_is_on(clock: FakeClock, post: Post) -> None:
    tables(1)
    drain(clock, post)
    clock.advance(days=2)
    drain(clock, post)
    clock.advance(hours=5)
    drain(clock, post)
    [turn, reminder] = to_ada(post)
    assert "runs out in 24 hours" in body(reminder)
    assert turn_links(reminder) == turn_links(turn)
    assert reminder["Reply-To"] == turn["Reply-To"]
    assert reminder["References"] == turn["References"]
    assert reminder["Subject"] == turn["Subject"]
    assert "Wed, 06 May 2026 12:00" in reminder["Date"]


def test_no_reminder_is_sent_of_a_turn_that_was_played(clock: FakeClock, post: Post) -> None:
    [seasons] = tables(1)
    seasons.play_anything()
    clock.advance(days=2)
    drain(clock, post)
    assert to_ada(post, "reminder") == []
    assert states(person("ada"), "reminder") == [WorkState.SUPERSEDED]


def test_after_some_idle_minutes_only_turns_that_are_still_on_are_told(clock: FakeClock, post: Post) -> None:
    choose(person("ada").id, clock(), IDLE, idle_minutes=30)
    quick, slow = tables(2)
    clock.advance(minutes=29)
    drain(clock, post)
    assert to_ada(post) == []
    quick.play_anything()
    clock.advance(minutes=1)
    drain(clock, post)
    [mail] = to_ada(post)
    assert slow.id in mail["Subject"]


def test_two_workers_at_once_tell_each_turn_once(app: Flask, clock: FakeClock, post: Post) -> None:
    tables(8)
    clock.advance(minutes=10)
    together = Barrier(2)

    def worker() -> None:
        with app.app_context():
            together.wait()
            drain(clock, post)

    with ThreadPoolExecutor(2) as pool:
        for future in [pool.submit(worker) for _ in range(2)]:
            future.result()
    drain(clock, post)
    told = [link for mail in to_ada(post) for link in turn_links(mail)]
    assert len(told) == len(set(told)) == 8


def test_a_worker_killed_while_it_composes_leaves_the_round_up_to_another(clock: FakeClock, post: Post) -> None:
    tables(3)
    clock.advance(minutes=10)
    claimed = [claim_notices(clock(), limit=1) for _ in range(4)]
    assert [each[0].kind for each in claimed if each].count("round-up") == 1
    drain(clock, post)
    assert to_ada(post) == []
    clock.advance(minutes=3)
    drain(clock, post)
    [mail] = to_ada(post)
    assert len(turn_links(mail)) == 3


def gathered(clock: FakeClock) -> Notice:
    """A round-up of three, claimed."""
    while claimed := claim_notices(clock(), limit=1):
        if claimed[0].kind == "round-up":
            return claimed[0]
    raise AssertionError("nothing was gathered")


@pytest.mark.parametrize(("left", "kind"), [(2, "round-up"), (1, "your-turn"), (0, None)])
def test_what_is_over_by_then_leaves_its_round_up(clock: FakeClock, post: Post, left: int, kind: str | None) -> None:
    games = tables(3)
    clock.advance(minutes=10)
    gathered(clock)
    for seasons in games[left:]:
        seasons.play_anything()
    clock.advance(minutes=3)
    drain(clock, post)
    assert [mail["X-Sundial-Mail"] for mail in to_ada(post)] == ([kind] if kind else [])
    assert sum(len(turn_links(mail)) for mail in to_ada(post)) == left
    assert states(person("ada")) == [WorkState.DONE] * left + [WorkState.SUPERSEDED] * (3 - left)


@pytest.mark.parametrize(("left", "sent"), [(1, 1), (0, 0)])
def test_a_sealed_round_up_is_sent_as_long_as_anything_in_it_is_true(
    clock: FakeClock, post: Post, left: int, sent: int
) -> None:
    games = tables(3)
    clock.advance(minutes=10)
    seal_due(clock)
    for seasons in games[left:]:
        seasons.play_anything()
    send_due(clock, post)
    assert len(to_ada(post)) == sent


def test_a_worker_that_has_lost_a_round_up_takes_nothing_out_of_it(clock: FakeClock, post: Post) -> None:
    games = tables(3)
    clock.advance(minutes=10)
    slow = gathered(clock)
    clock.advance(minutes=3)
    quick = gathered(clock)
    for seasons in games[1:]:
        seasons.play_anything()
    assert not is_to_be_sent(slow)
    assert states(person("ada")) == [WorkState.GATHERED, WorkState.SUPERSEDED, WorkState.SUPERSEDED]
    assert not is_to_be_sent(quick)
    assert states(person("ada"))[0] == WorkState.QUEUED
    drain(clock, post)
    assert [mail["X-Sundial-Mail"] for mail in to_ada(post)] == ["your-turn"]


def test_a_notice_that_cannot_be_composed_keeps_no_others_back(
    clock: FakeClock, post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    broken, *_ = tables(4)
    clock.advance(minutes=10)
    with transaction() as current:
        current.get_one(Game, broken.id).ruleset = "forgotten"
    drain(clock, post)
    assert len(to_ada(post, "your-turn")) == 3
    assert "UnknownGame" in caplog.text


def test_more_than_one_mail_holds_are_several_mails(
    clock: FakeClock, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.post.digests.MOST", 3)
    tables(7)
    clock.advance(minutes=10)
    drain(clock, post)
    assert sorted(len(turn_links(mail)) for mail in to_ada(post)) == [1, 3, 3]


def test_the_round_ups_of_a_day_are_one_thread(clock: FakeClock, post: Post) -> None:
    for _ in range(2):
        tables(3)
        clock.advance(hours=1)
        drain(clock, post)
    tables(3)
    clock.advance(days=1)
    drain(clock, post)
    first, second, next_day = to_ada(post, "round-up")[:3]
    assert (first["Subject"], first["References"]) == (second["Subject"], second["References"])
    assert first["Subject"] == "Sundial: your games on Monday, 4 May 2026"
    assert first["References"] != next_day["References"]


def test_a_round_up_keeps_within_what_mail_programs_show(clock: FakeClock, post: Post) -> None:
    tables(20)
    clock.advance(minutes=10)
    drain(clock, post)
    [mail] = to_ada(post)
    assert len(turn_links(mail)) == 20
    assert len(body(mail, "html").encode()) < 100_000
    assert sum(part.get_content_type() == "image/png" for part in mail.walk()) == 6


def test_one_click_on_a_round_up_stops_what_it_tells(app: Flask, clock: FakeClock, post: Post) -> None:
    tables(3)
    clock.advance(minutes=10)
    drain(clock, post)
    [mail] = to_ada(post)
    link = mail["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    app.test_client().post(link, data={"List-Unsubscribe": "One-Click"})
    muted = account_numbered(person("ada").id).muted
    assert sorted(muted) == ["game-over", "match-over", "reminder", "your-turn"]


Happening = Callable[[Table, FakeClock], object]
EVENTS: list[tuple[str, Happening]] = [
    ("your-turn", lambda seasons, clock: None),
    ("game-over", lambda seasons, clock: resign(seasons.id, seasons.players[1], clock())),
]


@pytest.mark.parametrize(("kind", "happens"), EVENTS)
@pytest.mark.parametrize(("mode", "minutes"), [(AT_ONCE, 0), (IDLE, 30), (DIGEST, 6 * 60), (Delivery.OFF, None)])
def test_each_event_is_mailed_when_each_policy_says(
    clock: FakeClock, post: Post, kind: str, happens: Happening, mode: Delivery, minutes: int | None
) -> None:
    choose(person("ada").id, clock(), mode)
    [seasons] = tables(1)
    happens(seasons, clock)
    drain(clock, post)
    assert len(to_ada(post, kind)) == (minutes == 0)
    clock.advance(minutes=minutes or 24 * 60)
    drain(clock, post)
    assert len(to_ada(post, kind)) == (minutes is not None)
