"""A time limit for parsing an email, whatever its content."""

from __future__ import annotations

from time import process_time

from service.mail.reading import message_id, read, sender

SECONDS = 1.0
"""CPU seconds: more than any real email takes, and few enough for a server that gets thousands."""
TRIES = 3


def takes_a_moment(raw: bytes) -> bool:
    """Check that parsing takes less than the limit in one of several tries, since other processes slow the CPU down."""
    return any(_seconds(raw) < SECONDS for _ in range(TRIES))


def _seconds(raw: bytes) -> float:
    begun = process_time()
    read(raw)
    sender(raw)
    message_id(raw)
    return process_time() - begun
