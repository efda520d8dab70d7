"""A mail server that does to each mail what a plan says. Written on a bare socket, so that it can drop it anywhere."""

from __future__ import annotations

import os
import re
import signal
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Lock, Thread

from service.embedded.ports import free_port
from tests.workers.faults.plan import TAKEN, Fault, Plan

ADDRESS = re.compile(rb"<([^>]*)>")
MESSAGE_ID = re.compile(rb"^Message-ID: (\S+)", re.MULTILINE)
WORKER = "worker-{}.test"
"""How workers say hello, so that the server knows whom it talks to."""


@dataclass(frozen=True)
class Copy:
    """A mail that the server has taken, whether its sender was told so or not, and the process it came from."""

    recipient: str
    message_id: str
    raw: bytes
    worker: int
    fault: Fault


class FaultyServer(ThreadingTCPServer):
    """Listens on the loopback and remembers everything."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, plan: Plan) -> None:
        super().__init__(("127.0.0.1", free_port()), Dialogue)
        self.copies: list[Copy] = []
        self.faults: Counter[Fault] = Counter()
        self.unwanted: set[str] = set()
        """The Message-IDs of the mails refused for good."""
        self.plan = plan
        self._attempts: Counter[str] = Counter()
        self._lock = Lock()

    @property
    def url(self) -> str:
        """What SMTP_URL has to be to reach it."""
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def start(self) -> None:
        """Begin to answer."""
        Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self) -> None:
        """Answer no more."""
        self.shutdown()
        self.server_close()

    def next_fault(self, recipient: str) -> Fault:
        """What is to happen to the mail that comes for that recipient now."""
        with self._lock:
            fault = self.plan.fault(recipient, self._attempts[recipient])
            self._attempts[recipient] += 1
            self.faults[fault] += 1
            return fault

    def judge(self, copy: Copy) -> None:
        """Keep what is taken, and remember what is not wanted."""
        with self._lock:
            if copy.fault in TAKEN:
                self.copies.append(copy)
            elif copy.fault == Fault.UNWANTED:
                self.unwanted.add(copy.message_id)


class Dialogue(StreamRequestHandler):
    """One connection, with one mail after the other."""

    server: FaultyServer
    worker = 0
    recipient = ""
    fault = Fault.NONE

    def handle(self) -> None:
        """Talk until the mail is through, or comes to grief; a client that is gone is no trouble."""
        with suppress(ConnectionError):
            self._say("220 faulty.test")
            while line := self.rfile.readline():
                if not self._answer(line.strip()):
                    return

    def _answer(self, line: bytes) -> bool:
        """Answer a command; False once nothing more is to be said."""
        match line[:4].upper():
            case b"EHLO":
                self.worker = int(re.sub(rb"\D", b"", line))
                self._say("250 faulty.test")
            case b"MAIL":
                self._say("250 go on")
            case b"RCPT":
                self._meet(line)
            case b"DATA":
                self._say("354 go on")
                return self._take()
            case b"RSET":
                self._say("250 go on")
            case _:
                self._say("221 goodbye")
                return False
        return True

    def _meet(self, line: bytes) -> None:
        found = ADDRESS.search(line)
        assert found is not None
        self.recipient = found[1].decode()
        self.fault = self.server.next_fault(self.recipient)
        self._say({Fault.NOBODY: "550 5.1.1 nobody", Fault.BUSY: "451 4.3.0 not now"}.get(self.fault, "250 go on"))

    def _take(self) -> bool:
        """Take the mail, or what comes of it; False if the connection ends with it."""
        if self.fault in (Fault.HUNG_BEFORE, Fault.DROPPED_BEFORE, Fault.KILLED_BEFORE):
            self.rfile.readline()
            return self._break_off()
        copy = self._copy(self._body())
        self.server.judge(copy)
        if self.fault in (Fault.HUNG_AFTER, Fault.DROPPED_AFTER, Fault.KILLED_AFTER):
            return self._break_off()
        says = {Fault.BUSY_LATE: "451 4.3.0 not now", Fault.UNWANTED: "554 5.6.0 not wanted"}
        self._say(says.get(self.fault, "250 2.0.0 taken"))
        return True

    def _break_off(self) -> bool:
        """Never say a word again: hang up, or let the client do so, or see it killed."""
        if self.fault in (Fault.KILLED_BEFORE, Fault.KILLED_AFTER):
            os.kill(self.worker, signal.SIGKILL)
        if self.fault not in (Fault.DROPPED_BEFORE, Fault.DROPPED_AFTER):
            self.rfile.read()
        return False

    def _body(self) -> bytes:
        """The mail up to its final dot, without the dots that only the wire has (RFC 5321, 4.5.2)."""
        lines: list[bytes] = []
        while (line := self.rfile.readline()) != b".\r\n":
            if not line:
                raise ConnectionResetError
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return b"".join(lines)

    def _copy(self, raw: bytes) -> Copy:
        named = MESSAGE_ID.search(raw)
        assert named is not None
        return Copy(self.recipient, named[1].decode(), raw, self.worker, self.fault)

    def _say(self, reply: str) -> None:
        self.wfile.write(f"{reply}\r\n".encode())
