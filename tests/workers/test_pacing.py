"""The rate of emails to one domain, and the retry delay after a temporary refusal."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from sqlalchemy import select

from service.accounts.sign_in import request_sign_in
from service.accounts.sign_in_askers import Asker
from service.config.environment import Config
from service.db import clock
from service.db.engines import session
from service.models import Envelope, WorkState
from tests.sink import Sink
from tests.workers.outbox import drain_by
from tests.workers.post import Post, through
from workers.transports import Letter, TransportError

pytestmark = pytest.mark.usefixtures("app")

BUSY = "421 4.7.28 Too many mails from you"


@pytest.fixture
def settings(settings: Config) -> Config:
    """Return a limit of two emails a minute per domain."""
    return replace(settings, rate_limits={"mails-of-domain": 2})


def refusing(domain: str, reply: str, asked: list[str]) -> Post:
    """Return a server that temporarily refuses a domain's emails, and accepts the rest."""

    def refuse(letter: Letter) -> None:
        asked.append(letter.recipient)
        if letter.recipient.endswith(domain):
            raise TransportError(reply, permanent=False)

    return Post(refuse)


def due() -> dict[str, timedelta]:
    """Return the delay of each queued email, by recipient."""
    session().rollback()
    waiting = session().scalars(select(Envelope).where(Envelope.state == WorkState.QUEUED))
    return {envelope.recipient: envelope.due_at - clock.now() for envelope in waiting}


@pytest.fixture
def domain() -> str:
    """Return a new domain, because counts are shared in Redis."""
    return f"{uuid4().hex}.example"


def write_to(*addresses: str) -> None:
    """Write a notice that stays true to each."""
    for address in addresses:
        request_sign_in(address, Asker("192.0.2.1"), clock.now())


@pytest.mark.parametrize(
    ("reply", "wait"),
    [
        ("451 4.3.0 Not now", timedelta(seconds=10)),
        ("451 not now", timedelta(seconds=10)),
        ("450 4.7.1 Greylisted, please come back", timedelta(minutes=5)),
        ("452 4.2.2 The mail box is full", timedelta(hours=1)),
        ("421 4.3.2 Closing", timedelta(minutes=5)),
    ],
)
def test_what_a_server_says_tells_when_it_is_worth_trying_again(
    sink: Sink, domain: str, reply: str, wait: timedelta
) -> None:
    write_to(f"ada@{domain}")
    sink.answer = reply
    drain_by(through(sink))
    assert due() == {f"ada@{domain}": wait}
    assert session().scalar(select(Envelope.last_reply)) == reply


@pytest.mark.usefixtures("clock")
def test_a_domain_that_wants_no_more_of_us_rests_and_others_do_not(domain: str) -> None:
    ada, bob, cy = f"ada@{domain}", f"bob@{domain}", f"cy@not{domain}"
    write_to(ada, bob, cy)
    asked: list[str] = []
    post = refusing(f"@{domain}", BUSY, asked)
    drain_by(post)
    assert asked == [ada, cy]
    assert due() == {ada: timedelta(minutes=5), bob: timedelta(minutes=5)}


@pytest.mark.usefixtures("clock")
def test_a_domain_gets_no_more_mails_a_minute_than_it_may_and_waiting_is_no_attempt(domain: str) -> None:
    ada, bob, cy, dan = f"ada@{domain}", f"bob@{domain}", f"cy@{domain}", f"dan@not{domain}"
    write_to(ada, bob, cy, dan)
    post = Post()
    drain_by(post)
    assert post.recipients == [ada, bob, dan]
    assert timedelta() < due()[cy] <= timedelta(minutes=1)
    [waiting] = session().scalars(select(Envelope).where(Envelope.state == WorkState.QUEUED))
    assert (waiting.attempts, waiting.first_due_at) == (0, None)
