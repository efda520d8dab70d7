"""Reading mails in a process of its own: whatever a mail does to its reader, the worker goes on.

Workers are daemons to `multiprocessing`, which lets daemons have no children; so the child is a plain subprocess.
"""

from __future__ import annotations

import subprocess
import sys
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from service.mail.inbound.letter import Letter
from service.mail.reading import Unreadable
from workers.inbound import reading
from workers.inbound.reading import READY

PATIENCE = 10.0
"""Seconds for one mail; the reader needs less than one for any that we take."""
START_PATIENCE = 60.0
"""Seconds that a new child may take to come up on a busy machine."""
MAX_MAILS = 500
"""Mails after which a child is replaced, so that nothing can pile up in it."""


class Reader:
    """A child that reads one mail after the other; started when it is needed, and again when it was lost."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._mails = 0

    def open(self, raw: bytes) -> Letter:
        """What stands in a mail; Unreadable if the child took too long over it, or died of it."""
        pipe = self._running()
        self._mails += 1
        try:
            pipe.send_bytes(raw)
            if pipe.poll(self._patience):
                letter: Letter = pipe.recv()
                return letter
        except (EOFError, OSError):
            pass
        self.stop()
        return Letter(Unreadable("too-hard"))

    def stop(self) -> None:
        """Kill the child, if there is one."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._pipe is not None:
            self._pipe.close()
        self._process, self._pipe, self._mails = None, None, 0

    def _running(self) -> Connection:
        if self._process is None or self._process.poll() is not None or self._mails >= MAX_MAILS:
            self.stop()
        return self._pipe or self._start()

    def _start(self) -> Connection:
        """The pipe to a child that has said it is ready; ChildProcessError if none comes up."""
        self._pipe, its = Pipe()
        command = [sys.executable, "-m", reading.__name__, str(its.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[its.fileno()], stdin=subprocess.DEVNULL)
        its.close()
        if not self._pipe.poll(START_PATIENCE) or self._pipe.recv() != READY:
            self.stop()
            raise ChildProcessError("the reader of mails does not start")
        return self._pipe
