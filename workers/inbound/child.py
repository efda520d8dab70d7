"""Reading mails in a process of its own: whatever a mail does to its reader, the worker goes on."""

from __future__ import annotations

import multiprocessing
import resource
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from service.mail.inbound.letter import Letter, open_letter
from service.mail.reading import Unreadable

PATIENCE = 10.0
"""Seconds for one mail; the reader needs less than one for any that we take."""
START_PATIENCE = 60.0
"""Seconds that a new child may take to come up on a busy machine."""
MAX_MEMORY = 1 << 30
MAX_MAILS = 500
"""Mails after which a child is replaced, so that nothing can pile up in it."""
READY = "ready"


class Reader:
    """A child that reads one mail after the other; started when it is needed, and again when it was lost."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._process: SpawnProcess | None = None
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
        if self._process is not None and self._pipe is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._pipe.close()
        self._process, self._pipe, self._mails = None, None, 0

    def _running(self) -> Connection:
        if self._process is None or not self._process.is_alive() or self._mails >= MAX_MAILS:
            self.stop()
        if self._pipe is None:
            self._pipe = self._start()
        return self._pipe

    def _start(self) -> Connection:
        """A child that has said it is ready; ChildProcessError if none comes up."""
        spawning = multiprocessing.get_context("spawn")
        ours, its = spawning.Pipe()
        self._process = spawning.Process(target=_serve, args=(its,), daemon=True)
        self._process.start()
        its.close()
        self._pipe = ours
        if not ours.poll(START_PATIENCE) or ours.recv() != READY:
            self.stop()
            raise ChildProcessError("the reader of mails does not start")
        return ours


def _serve(pipe: Connection) -> None:
    """Read what comes through the pipe until it is closed."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    pipe.send(READY)
    while True:
        try:
            raw = pipe.recv_bytes()
        except EOFError:
            return
        pipe.send(open_letter(raw))
