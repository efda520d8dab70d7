"""An IMAP mailbox (RFC 3501, with IDLE and UIDPLUS), as far as our client needs it."""

from __future__ import annotations

import re
import socketserver
from collections.abc import Iterable
from threading import Condition, Thread

USER, PASSWORD = "sundial", "pass word"
_NUMBERS = re.compile(rb"[\d,]+")


class ImapServer:
    """A mailbox with its emails by UID and their flags."""

    def __init__(self) -> None:
        self.mails: dict[int, bytes] = {}
        self.flags: dict[int, set[bytes]] = {}
        self.changed = Condition()
        self.logins = 0
        self.idling = 0
        self._next = 1
        handler = type("Handler", (_Dialogue,), {"box": self})
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler, bind_and_activate=True)
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever)

    @property
    def url(self) -> str:
        """Where it is, and for whom."""
        return f"imap://{USER}:{PASSWORD.replace(' ', '%20')}@127.0.0.1:{self._server.server_address[1]}/INBOX"

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Close the port."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def deliver(self, raw: bytes) -> None:
        """Add an email to the mailbox, and notify idle clients."""
        with self.changed:
            self.mails[self._next], self.flags[self._next] = raw, set()
            self._next += 1
            self.changed.notify_all()

    def wait_until(self, flags: Iterable[set[bytes]], idling: int = 1) -> bool:
        """Wait half a minute for emails with those flags, and for idle clients; return whether it happened."""
        wanted = list(flags)
        with self.changed:
            return self.changed.wait_for(lambda: list(self.flags.values()) == wanted and self.idling == idling, 30)


class _Dialogue(socketserver.StreamRequestHandler):
    box: ImapServer

    def handle(self) -> None:
        """Answer commands until there are no more."""
        self._say(b"* OK [CAPABILITY IMAP4rev1 IDLE UIDPLUS] ready")
        while line := self.rfile.readline():
            tag, _, rest = line.strip().partition(b" ")
            name, _, arguments = rest.partition(b" ")
            if name.upper() == b"UID":
                name, _, arguments = arguments.partition(b" ")
            with self.box.changed:
                answer = getattr(self, f"_{name.decode().lower()}")(arguments)
            if name.upper() == b"IDLE":
                self._idle_on()
            self._say(tag + b" " + (answer or b"OK done"))

    def _say(self, line: bytes) -> None:
        self.wfile.write(line + b"\r\n")

    def _login(self, arguments: bytes) -> bytes | None:
        self.box.logins += 1
        told = arguments.decode().replace('"', "")
        return None if told == f"{USER} {PASSWORD}" else b"NO [AUTHENTICATIONFAILED] no"

    def _capability(self, _: bytes) -> None:
        self._say(b"* CAPABILITY IMAP4rev1 IDLE UIDPLUS")

    def _select(self, _: bytes) -> bytes:
        self._say(b"* %d EXISTS" % len(self.box.mails))
        return b"OK [READ-WRITE] selected"

    def _search(self, arguments: bytes) -> None:
        assert arguments == b"UNDELETED UNFLAGGED"
        hidden = {b"\\Deleted", b"\\Flagged"}
        found = [b"%d" % uid for uid, flags in self.box.flags.items() if not flags & hidden]
        self._say(b" ".join([b"* SEARCH", *found]))

    def _fetch(self, arguments: bytes) -> None:
        numbers, asked = arguments.split(b" ", 1)
        most = int(re.findall(rb"<0\.(\d+)>", asked)[0])
        for uid in map(int, numbers.split(b",")):
            raw = self.box.mails[uid][:most]
            self.wfile.write(b"* %d FETCH (UID %d BODY[]<0> {%d}\r\n" % (uid, uid, len(raw)) + raw + b")\r\n")

    def _store(self, arguments: bytes) -> None:
        flags = set(re.findall(rb"\\\w+", arguments))
        for uid in map(int, _NUMBERS.findall(arguments)[0].split(b",")):
            self.box.flags[uid] |= flags
        self.box.changed.notify_all()

    def _expunge(self, arguments: bytes) -> None:
        for uid in map(int, arguments.split(b",")):
            if b"\\Deleted" in self.box.flags[uid]:
                del self.box.mails[uid], self.box.flags[uid]
        self.box.changed.notify_all()

    def _noop(self, _: bytes) -> None:
        """Nothing."""

    def _logout(self, _: bytes) -> None:
        self._say(b"* BYE")

    def _idle(self, _: bytes) -> None:
        self._say(b"+ idling")
        self.box.idling += 1
        self.box.changed.notify_all()

    def _idle_on(self) -> None:
        """Announce new emails until DONE; a waiting client is noticed by its bytes or its hang-up."""
        known = len(self.box.mails)
        told = Thread(target=self._tell, args=(known,), daemon=True)
        told.start()
        self.rfile.readline()
        with self.box.changed:
            self.box.idling -= 1
            self.box.changed.notify_all()
        told.join()

    def _tell(self, known: int) -> None:
        with self.box.changed:
            self.box.changed.wait_for(lambda: len(self.box.mails) > known or not self.box.idling)
            if self.box.idling:
                self._say(b"* %d EXISTS" % len(self.box.mails))
