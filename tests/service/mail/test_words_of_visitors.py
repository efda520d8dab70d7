"""What visitors say at a table: mailed with the turn, and with nothing in it that a mail program makes a link of."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import func, select

from service.accounts.accounts import new_visitor
from service.db import clock
from service.db.engines import session
from service.erasure.departures import leave
from service.language.errors import TooMany
from service.mail.facts import MOST_OF_VISITORS, unlinked
from service.models import Account, Notice
from service.play.chat import TALK, post
from service.play.games import NewGame, SeatWish, create_game
from service.play.open_seats import join_key_of
from service.play.seats import join, join_under
from service.presentation.offers import moves_for_example
from tests.service.conftest import FakeClock
from tests.service.mail.occasions import mail, part
from tests.service.tables import Table, person

pytestmark = pytest.mark.usefixtures("app")
SPAM = "Sundial support: your account is locked, see http://evil.example/login or www.evil.example"


def visited(*others: str) -> tuple[Table, Account]:
    """Start a game of Ada, a visitor, whose turn it is, and others."""
    ada, guest = person("ada"), new_visitor(clock.now())
    seats = [SeatWish(me=True), SeatWish(open=True), *[SeatWish(open=True) for _ in others]]
    game = create_game(ada, NewGame("seasons", seats, shuffle_seats=False), clock.now())
    key = join_key_of(game) or ""
    join_under("eve", game.id, guest, clock.now(), key)
    for name in others:
        join(game.id, person(name), clock.now(), key=key)
    at = Table(game.id, [ada, guest])
    go_on(at)
    return at, guest


def go_on(at: Table) -> None:
    at.play(moves_for_example(at.game)[-1])


def talks() -> int:
    """Count the emails about messages."""
    return session().scalar(select(func.count()).select_from(Notice).where(Notice.kind == "message")) or 0


def test_words_of_a_visitor_have_no_mail_of_their_own_and_come_with_the_turn(clock: FakeClock) -> None:
    at, guest = visited()
    for number in range(8):
        clock.advance(minutes=1)
        post(at.id, guest, f"{number}: {SPAM}", clock())
    assert talks() == 0

    go_on(at)
    for form in ("plain", "html"):
        told = part(mail("your-turn"), form)
        assert told.count("Sundial support") == MOST_OF_VISITORS
        assert "guest-eve" in told
        assert not re.search(r"http:/+evil|evil\.example", told)

    clock.advance(minutes=1)
    go_on(at)
    go_on(at)
    assert "Sundial support" not in part(mail("your-turn"), "plain")


def test_beside_words_of_a_player_those_of_a_visitor_are_not_mailed(clock: FakeClock) -> None:
    at, guest = visited("bob")
    post(at.id, person("bob"), "See https://example.org/rules", clock())
    post(at.id, guest, SPAM, clock())

    told = part(mail("message"), "plain")
    assert "https://example.org/rules" in told
    assert "Sundial support" not in told

    leave(person("bob"), clock())
    assert [notice.data for notice in session().scalars(select(Notice).where(Notice.kind == "message"))] == [{}]


@pytest.mark.parametrize(
    "link",
    ["http://1.2.3.4/x", "https://evil.example", "www.Evil.Example/x", "a@evil.example", "evil\u3002рф", "tel:123456"],
)
def test_no_web_address_is_left_in_words_of_visitors(link: str) -> None:
    assert not re.search(r"[a-z]:\S|\S[.\u3002]\w*[^\W\d]", unlinked(link), re.IGNORECASE)
    assert unlinked("It is 3.5 at 10:30. Hi :) e.g. now") == "It is 3.5 at 10:30. Hi :) e. g. now"


def test_whoever_has_said_too_much_is_told_how_much_that_is(clock: FakeClock) -> None:
    at, guest = visited()
    for _ in range(TALK.amount):
        post(at.id, guest, "Hello", clock())
    with pytest.raises(TooMany) as refused:
        post(at.id, guest, "Hello", clock())
    assert refused.value.details == {"bucket": "messages", "most": 30, "retry_after": 3601}
