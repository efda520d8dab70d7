"""Mails that came in: read in a child process, and taken up as what their writers meant."""

from __future__ import annotations

from functools import cache, partial

from service.core import clock
from service.core.addresses import Named
from service.core.children import Lost
from service.core.clock import Clock
from service.mail.inbound.letter import Letter, unread_letter
from service.mail.inbound.processing import opened, process
from service.models import InboundMail
from service.post.boxes import box_named
from service.post.inbound import claim_inbound, put_off
from service.post.questions import ask_strangers
from service.work import queues
from workers.draining import drain
from workers.inbound.child import Reader

NAME = queues.INBOUND
EVERY = 5.0

BATCH = 20
"""Mails seen to in one run."""
MOST_LOSSES = 5
"""Attempts, over two minutes, after which the mail counts as the cause of lost readers."""


@cache
def reader() -> Reader:
    """The child of this worker."""
    return Reader()


def run() -> bool:
    """Take up a batch."""
    return process_due(clock.now, reader()) == BATCH


def process_due(now: Clock, child: Reader) -> int:
    """Take up what is due, one after the other, then ask strangers whose turn it is; says how many mails there were."""
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
    """Read the mail in the child process; Lost, until the attempts are used up."""
    try:
        is_open_to_all = isinstance(box_named(mail.recipient), Named)
        return opened(mail, partial(child.open, verify=is_open_to_all))
    except Lost:
        if mail.attempts < MOST_LOSSES:
            raise
        return opened(mail, unread_letter)
