"""The page that asks whether an email is its reader's own."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from service.db.engines import session
from service.models import InboundMail, LogEntry, Outcome
from service.notifications.links import approval_link, turn_box
from tests.service.mail.inbound.correspondent import process_all, write
from tests.service.tables import Table, table
from tests.service.web.visitor import Visitor


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Create a game where Ada is to move, and somebody else has replied to her email."""
    begun = table("ada", "bob")
    assert write("eve@example.net", turn_box(begun.game, 0), "place max-15") == Outcome.HELD
    return begun


def question() -> str:
    session().rollback()
    return approval_link(session().scalars(select(InboundMail)).one())


def played(seasons: Table) -> list[str]:
    session().rollback()
    entries = select(LogEntry.action).where(LogEntry.game_id == seasons.id, LogEntry.seat == 0)
    return list(session().scalars(entries))


def test_looking_at_it_approves_of_nothing(visitor: Visitor, seasons: Table) -> None:
    for _ in range(2):
        visitor.peek(question())
        page = visitor.open(question())
        assert page.heading == "Is this email yours?"
        assert "The email says: place max-15" in page.text
    assert process_all() == []
    assert played(seasons) == []


def test_its_button_lets_the_mail_be_read(visitor: Visitor, seasons: Table) -> None:
    page = visitor.press(visitor.open(question()), "Yes, it is mine")
    assert page.heading == "Thank you"
    assert process_all() == [Outcome.PLAYED]
    assert played(seasons) == ["place max-15"]


def test_a_link_that_we_never_gave_out_leads_nowhere(visitor: Visitor, seasons: Table) -> None:
    address = question()
    for broken in (address[:-1] + "x", address + "0", address.rsplit("/", 1)[0] + "/a1"):
        assert visitor.open(broken).status == 404
    assert visitor.open(approval_link(InboundMail(id=10**6, nonce="aaaaaaaa"))).status == 404
