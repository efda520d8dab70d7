"""Inbound email: parse emails in a child process, and carry out their commands."""

from __future__ import annotations

from functools import cache, partial

from service.db import clock
from service.db.clock import Clock
from service.jobs import queues
from service.jobs.subprocess_pool import Lost
from service.mail.inbound.letter import Letter, unread_letter
from service.mail.inbound.processing import opened, process
from service.models import InboundMail
from service.notifications.boxes import box_named
from service.notifications.inbound import claim_inbound, put_off
from service.notifications.questions import ask_strangers
from service.security.addresses import Named
from workers.draining import drain
from workers.inbound.child import Reader

NAME = queues.INBOUND
EVERY = 5.0

BATCH = 20
"""Emails per run."""
MOST_LOSSES = 5
"""Attempts, over two minutes, after which the email counts as the cause of crashed readers."""


@cache
def reader() -> Reader:
    """Return the child process of this worker."""
    return Reader()


def run() -> bool:
    """Process a batch of inbound emails."""
    return process_due(clock.now, reader()) == BATCH


def process_due(now: Clock, child: Reader) -> int:
    """Process due emails one after the other, then send questions to unknown senders; return the number of emails."""
    taken_up = drain(
        claim_inbound,
        lambda mail: process(mail, _opened(mail, child), now()),
        lambda mail: put_off(mail, now()),
        now=now,
        most=BATCH,
        what=lambda mail: f"inbound mail {mail.id}",
    )
    return max(taken_up, ask_strangers(now()))


def _opened(mail: InboundMail, child: Reader) -> Letter:
    """Parse an email in the child process; Lost, until the attempts are used up."""
    try:
        is_open_to_all = isinstance(box_named(mail.recipient), Named)
        return opened(mail, partial(child.open, verify=is_open_to_all))
    except Lost:
        if mail.attempts < MOST_LOSSES:
            raise
        return opened(mail, unread_letter)
