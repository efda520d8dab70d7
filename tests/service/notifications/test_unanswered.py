"""The host hears, once, of an invitation that email could not deliver, and of one without an answer for a week."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from service.accounts.accounts import account_of
from service.db import clock
from service.db.engines import session, transaction
from service.jobs.leases import settle
from service.mail.compose import compose
from service.models import Envelope, Event, Game, Suppressed, WorkState
from service.notifications.digests import claim_notices, is_to_be_sent
from service.notifications.links import row_box
from service.notifications.notices import claim_envelopes, seal
from service.notifications.suppressions import suppress
from service.play.games import NewGame, SeatWish, create_game
from service.play.invitations import withdraw
from service.play.seats import join
from service.security.keys import RowPurpose
from tests.service.api.program import code, program_of
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import deliver, mailed, process_all, say_yes, write
from tests.service.mail.inbound.test_unreachable import report
from tests.service.tables import person
from tests.service.web.visitor import sign_in
from workers.jobs import invitations

pytestmark = pytest.mark.usefixtures("app")

HOST, BOB = "host@example.net", "bob@example.net"


def inviting(*more: SeatWish) -> Game:
    return create_game(person("host"), NewGame("tribes", [SeatWish(me=True), SeatWish(email=BOB), *more]), clock.now())


def send() -> str:
    """Send what is due; return the box for reports about the last email."""
    for notice in claim_notices(clock.now()):
        if is_to_be_sent(notice):
            seal(notice, raw=compose(notice), now=clock.now())
    for envelope in claim_envelopes(clock.now()):
        settle(envelope, state=WorkState.DONE, sent_at=clock.now())
    notice = mailed(BOB, "invitation")[-1].notice
    return row_box(RowPurpose.BOUNCE, notice)


def told() -> list[str]:
    """Run the sweep twice, as two workers or a restart do; return the emails that the host then has."""
    invitations.run()
    invitations.run()
    return [" ".join(mail.text.split()) for mail in mailed(HOST, "invitation-unanswered")]


def recorded() -> list[str]:
    return list(session().scalars(select(Event.type).where(Event.type.like("invitation.%")).order_by(Event.id)))


def test_an_invitation_that_comes_back_is_told_by_mail_event_page_and_api(app: Flask) -> None:
    game = inviting()
    deliver(send(), report().replace(b"ada@", b"bob@"), sender="")
    process_all()

    [mail] = told()

    assert "We could not deliver your invitation to bob@example.net." in mail
    assert recorded() == ["invitation.failed"]
    api = program_of(app.test_client(), "host")
    [pending] = (api.get(f"/games/{game.id}/deliveries").json or {})["invitations"]
    assert (pending["place"], pending["undelivered_at"] is None) == (1, False)
    assert "Email could not be delivered." in sign_in(app, "host").open(f"/games/{game.id}").text


def test_an_invitation_kept_back_from_a_suppressed_address_is_told_too() -> None:
    inviting()
    with transaction():
        suppress(account_of(BOB, clock.now()), Suppressed.HARD_BOUNCE, clock.now())
    for notice in claim_notices(clock.now()):
        assert not is_to_be_sent(notice)

    assert len(told()) == 1


def test_a_week_without_an_answer_is_told_once(clock: FakeClock) -> None:
    game = inviting(SeatWish(email="cyd@example.net"))
    join(game.id, person("cyd"), clock())
    clock.advance(days=6)
    assert told() == []

    clock.advance(days=1)

    assert ["bob@example.net hasn't answered your invitation for a week." in mail for mail in told()] == [True]
    clock.advance(days=9)
    assert len(told()) == 1
    assert recorded() == ["invitation.unanswered"]


def test_of_an_invitation_that_is_over_nothing_is_told(clock: FakeClock) -> None:
    game = inviting()
    withdraw(game.id, 1, person("host"), clock())
    clock.advance(days=8)
    assert told() == []


def test_an_email_that_failed_after_days_counts_as_not_delivered() -> None:
    inviting()
    send()
    with transaction():
        session().scalars(select(Envelope)).one().state = WorkState.FAILED
    assert len(told()) == 1


def test_inviting_a_suppressed_address_is_answered_by_api_page_and_mail(app: Flask) -> None:
    with transaction():
        suppress(account_of(BOB, clock.now()), Suppressed.COMPLAINT, clock.now())
    person("host")

    wish = {"ruleset": "tribes", "seats": [{"me": True}, {"email": BOB}]}
    assert code(program_of(app.test_client(), "host").post("/games", wish)) == (422, "unreachable-address")

    visitor = sign_in(app, "host")
    page = visitor.press(visitor.open("/games/new/tribes"), "Start game", **{"seat-1": "invite", "who-1": BOB})
    assert page.status == 422
    assert "Email cannot reach that address." in page.text

    write(HOST, "play", f"new tribes {BOB}")
    say_yes(HOST)
    answer = " ".join(mailed(HOST, "general-mailbox")[-1].text.split())
    assert f"Email can't reach {BOB}." in answer
    assert "spam" not in answer + page.text
