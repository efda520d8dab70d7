"""Opening a mail that a worker has claimed, as it came or as it was read before it was held."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from service.core.db import session
from service.mail.inbound.letter import Letter, as_delivered
from service.mail.inbound.transcript import Garbled, read_back
from service.models import InboundMail
from service.post.inbound import raw_of


def opened(mail: InboundMail, read: Callable[[bytes], Letter]) -> Letter:
    """What stands in the mail; `read` reads one as it was delivered."""
    raw = raw_of(mail)
    session().rollback()  # reading may take a while, and nobody is to wait for our transaction
    if mail.approved_at is not None:
        with suppress(Garbled):
            return read_back(raw)
    return read(as_delivered(raw, mail.sender))
