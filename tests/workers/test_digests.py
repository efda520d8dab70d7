"""Several notices due at once for a player become one email."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from service.accounts.accounts import account_numbered
from service.db.engines import session
from service.models import Delivery, Envelope, Notice, WorkState
from service.notifications.digests import MOST, is_one_mail
from service.notifications.kinds import gatherings
from service.notifications.preferences import choose
from tests.service.conftest import FakeClock
from tests.service.tables import person
from tests.workers.busy_player import ADA, AT_ONCE, DIGEST, IDLE, body, drain, post, states, tables, to_ada, turn_links
from tests.workers.post import Post

__all__ = ["post"]

pytestmark = pytest.mark.usefixtures("app")


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
    assert to_ada(post, "digest") == []


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
    assert mail["X-Sundial-Mail"] == "digest"
    assert len(turn_links(mail)) == 4
    assert states(person("ada")) == [WorkState.DONE] * 4


def test_each_notice_of_a_digest_knows_the_envelope_that_it_is_in(clock: FakeClock, post: Post) -> None:
    tables(3)
    clock.advance(minutes=10)
    drain(clock, post)
    [envelope] = session().scalars(select(Envelope.id).where(Envelope.recipient == ADA))
    told = select(Notice.envelope_id).where(Notice.email == ADA, Notice.state == WorkState.DONE)
    assert session().scalars(told).all() == [envelope] * 4


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_more_than_one_mail_holds_are_several_mails(clock: FakeClock, post: Post) -> None:
    tables(MOST + 1)
    clock.advance(minutes=10)
    drain(clock, post)
    assert sorted(len(turn_links(mail)) for mail in to_ada(post)) == [1, MOST]


def test_the_digests_of_a_day_are_one_thread(clock: FakeClock, post: Post) -> None:
    for _ in range(2):
        tables(3)
        clock.advance(hours=1)
        drain(clock, post)
    tables(3)
    clock.advance(days=1)
    drain(clock, post)
    first, second, next_day = to_ada(post, "digest")[:3]
    assert (first["Subject"], first["References"]) == (second["Subject"], second["References"])
    assert first["Subject"] == "Sundial: your games on Monday 4 May 2026"
    assert first["References"] != next_day["References"]


def test_a_digest_keeps_within_what_mail_programs_show(clock: FakeClock, post: Post) -> None:
    tables(20)
    clock.advance(minutes=10)
    drain(clock, post)
    [mail] = to_ada(post)
    assert len(turn_links(mail)) == 20
    assert len(body(mail, "html").encode()) < 100_000
    assert sum(part.get_content_type() == "image/png" for part in mail.walk()) == 6


def test_one_click_on_a_digest_stops_what_it_tells(app: Flask, clock: FakeClock, post: Post) -> None:
    tables(3)
    clock.advance(minutes=10)
    drain(clock, post)
    [mail] = to_ada(post)
    link = mail["List-Unsubscribe"].partition(",")[0].strip("<>").removeprefix("http://127.0.0.1:8000")
    app.test_client().post(link, data={"List-Unsubscribe": "One-Click"})
    muted = account_numbered(person("ada").id).muted
    assert {"game-over", "match-over", "reminder", "your-turn"} <= set(muted)
    assert sorted(muted) == sorted(gatherings()["digest"])
