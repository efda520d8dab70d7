"""Parse emails in a child process, so that no email can crash the worker."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from service.jobs.subprocess_pool import Child, Lost
from service.mail.inbound.letter import MAX_BYTES, Garbled, Letter, read_back
from workers.inbound import reading

PATIENCE = 10.0
"""Seconds for one email; parsing takes less than one for any that we accept."""
PROGRAM = (sys.executable, "-m", reading.__name__)


class Reader(Child):
    """A child process that parses one email after the other."""

    def __init__(self, patience: float = PATIENCE, program: Sequence[str] = PROGRAM) -> None:
        super().__init__(program, patience, MAX_BYTES)

    def open(self, raw: bytes, *, verify: bool = False) -> Letter:
        """Parse an email in the child process, and with `verify` check who vouches for it.

        Raise Lost if it took too long, died, or returned no letter.
        """
        try:
            return read_back(self.ask((reading.VERIFY if verify else reading.READ) + raw))
        except Garbled:
            self.stop()
            raise Lost from None
