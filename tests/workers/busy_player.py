"""Ada, with many games in which it is her turn, and her emails."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from flask import Flask
from sqlalchemy import select

from service.db.engines import session
from service.models import Account, Delivery, Notice
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table
from tests.workers.post import Post
from workers.jobs.notices import seal_due, send_due

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
    """Return the emails to Ada, of one kind or all."""
    letters = [message_from_bytes(letter.raw, policy=policy.default) for letter in post.letters]
    mails = [letter for letter in letters if letter["To"] == ADA]
    return [mail for mail in mails if kind in (None, mail["X-Sundial-Mail"])]


def body(mail: EmailMessage, kind: str = "plain") -> str:
    part = mail.get_body((kind,))
    assert part is not None
    content: str = part.get_content()
    return content


def turn_links(mail: EmailMessage) -> set[str]:
    return set(re.findall(r"/t/\w+\b(?!/game)", body(mail)))


def states(account: Account, kind: str = "your-turn") -> list[str]:
    session().rollback()
    wanted = Notice.account_id == account.id, Notice.kind == kind
    return list(session().scalars(select(Notice.state).where(*wanted).order_by(Notice.id)))
