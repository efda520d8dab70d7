"""How long it takes to read a mail, whatever it holds."""

from __future__ import annotations

from time import process_time

from service.mail.reading import message_id, read, sender

SECONDS = 1.0
"""Of the processor: longer than for any real mail, and short enough for a machine that gets thousands of them."""
TRIES = 3


def takes_a_moment(raw: bytes) -> bool:
    """Whether all that is asked of a mail is read in time; once is enough, for others slow the processor down."""
    return any(_seconds(raw) < SECONDS for _ in range(TRIES))


def _seconds(raw: bytes) -> float:
    begun = process_time()
    read(raw)
    sender(raw)
    message_id(raw)
    return process_time() - begun
