"""Reading mails in a process of its own: whatever a mail does to its reader, the worker goes on.

Workers are daemons to `multiprocessing`, which lets daemons have no children; so the child is a plain subprocess. It
hands back JSON: to unpickle what it says would let whoever has taken it over into the worker.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from socket import socket, socketpair

from service.mail.inbound.letter import Letter
from service.mail.inbound.transcript import MAX_BYTES, Garbled, read_back
from service.mail.reading import Unreadable
from workers.inbound import reading
from workers.inbound.frames import is_heard, receive, send
from workers.inbound.reading import READY

PATIENCE = 10.0
"""Seconds for one mail; the reader needs less than one for any that we take."""
START_PATIENCE = 60.0
"""Seconds that a new child may take to come up on a busy machine."""
MAX_MAILS = 500
"""Mails after which a child is replaced, so that nothing can pile up in it."""
PROGRAM = (sys.executable, "-m", reading.__name__)
ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV")
"""What a child gets to know of ours, so that Python starts; keys and the database are none of its business."""


class Reader:
    """A child that reads one mail after the other; started when it is needed, and again when it was lost."""

    def __init__(self, patience: float = PATIENCE, program: Sequence[str] = PROGRAM) -> None:
        self._patience, self._program = patience, program
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket | None = None
        self._mails = 0

    def open(self, raw: bytes) -> Letter:
        """What stands in a mail; Unreadable if the child took too long over it, died of it, or says no letter."""
        line = self._running()
        self._mails += 1
        try:
            send(line, raw, self._patience)
            return read_back(receive(line, MAX_BYTES, self._patience))
        except (EOFError, OSError, Garbled):
            self.stop()
        return Letter(Unreadable("too-hard"))

    def stop(self) -> None:
        """Kill the child, if there is one."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._line is not None:
            self._line.close()
        self._process, self._line, self._mails = None, None, 0

    def _running(self) -> socket:
        if not self._is_ready() or self._mails >= MAX_MAILS:
            self.stop()
        return self._line or self._start()

    def _is_ready(self) -> bool:
        """Whether the child lives, and does not say unasked what would be taken for the answer to the next mail."""
        return self._process is not None and self._line is not None and not is_heard(self._line)

    def _start(self) -> socket:
        """The line to a child that has said it is ready; ChildProcessError if none comes up."""
        self._line, its = socketpair()
        known = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
        with its:
            self._process = subprocess.Popen(
                [*self._program, str(its.fileno())], pass_fds=[its.fileno()], stdin=subprocess.DEVNULL, env=known
            )
        if not self._says_ready(self._line):
            self.stop()
            raise ChildProcessError("the reader of mails does not start")
        return self._line

    def _says_ready(self, line: socket) -> bool:
        try:
            return receive(line, len(READY), START_PATIENCE) == READY
        except (EOFError, OSError):
            return False
