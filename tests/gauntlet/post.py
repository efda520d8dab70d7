"""Invalid emails: to unknown recipients, forged, endless, hostile; processed as by a worker."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from random import Random

from service.db import clock
from service.notifications import links
from tests.gauntlet.ground import Ground
from tests.gauntlet.inputs import TEXTS
from tests.gauntlet.referee import INSIDE, NOTED, Referee
from tests.gauntlet.state import changes, state
from tests.web_server import HOST
from workers.inbound.child import Reader
from workers.jobs.inbound import process_due

DOOR = "mail"
DOMAIN = "sundial.localhost"
SECONDS = 10.0
QUILL, EVE = "quill@example.net", "eve@example.net"
ANSWERED = (*NOTED, "notice")
"""What a mail may write that nobody plays by: that it came, and what is answered to it."""
HEAD = "Content-Type: text/plain; charset=utf-8\r\n"
REPORT = "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a\r\n\r\n"
ATTACHED = 'Content-Disposition: attachment; filename="/etc/cron.d/x"\r\n'
COMMANDS = (
    "RCPT TO:<play@sundial.localhost>", "DATA", "MAIL FROM:<a@b> SIZE=999999999999",
    "MAIL FROM:<" + "a" * 9000 + ">", "VRFY quill", "EXPN quill", "HELO " + "x" * 5000, "AUTH PLAIN AGEAYg==",
    "BDAT 10 LAST", "STARTTLS", "\0\0\0", "ÄÖÜ", "MAIL FROM:<a@b>\nRCPT TO:<play@sundial.localhost>",
    "GET / HTTP/1.1", "XCLIENT ADDR=127.0.0.1", "ETRN x", "RSET x", "NOOP " + "x" * 3000,
)  # fmt: skip


def send_mails(referee: Referee, rng: Random, share: float) -> None:
    """Send them over SMTP, process the accepted ones, and check that no game changed."""
    reader, mails = Reader(), list(_mails(referee.ground))
    before = state(ANSWERED)
    for what, recipients, sender, raw in rng.sample(mails, max(12, round(share * len(mails)))):
        reply = _deliver(referee.ground.mail_port, sender, recipients, raw)
        _judge(referee, what, reply)
        while process_due(clock.now, reader):
            pass
        if changed := changes(before, state(ANSWERED)):
            referee.complain("changed", f"{DOOR}, {what}", str(changed)[:400])
        referee.restore()
    reader.stop()
    for command in rng.sample(COMMANDS, max(5, round(share * len(COMMANDS)))):
        _judge(referee, command[:40], _say(referee.ground.mail_port, [f"{command}\r\n".encode("latin-1")]))


def _judge(referee: Referee, what: str, reply: str) -> None:
    codes = [int(found) for found in re.findall(r"^(\d{3})[ -]", reply, re.MULTILINE)]
    last = [code for code in codes if code not in (220, 221)][-1:]
    referee.note(DOOR, "mails", what, 404 if last and last[0] >= 400 else 200)
    if INSIDE.search(reply):
        referee.complain("inside told", f"{DOOR}, {what}", reply[-200:])
    if not codes:
        referee.complain("no answer", f"{DOOR}, {what}", reply)


def _mails(ground: Ground) -> Iterator[tuple[str, list[str], str, bytes]]:
    """Yield name, recipients, envelope sender and bytes of each."""
    box = links.turn_box(ground.private.table.game, 0)
    for what, text in TEXTS.items():
        yield f"a move: {what}", [box], QUILL, _mail(QUILL, text)
        yield f"to the general address: {what}", ["play"], QUILL, _mail(QUILL, f"new {text}")
        yield f"a subject: {what}", ["play"], QUILL, _mail(QUILL, "help", f"Subject: {text}\r\n")
    for what, mailbox in {
        "no box": "nobody", "a flipped letter": box[:-1] + ("a" if box[-1] != "a" else "b"), "a cut token": box[:-3],
        "a long box": "x" * 60, "forged bounces": f"bounces+{box}", "a path": "../../etc/passwd",
        "a pipe": "|reboot", "a quote": '"play"', "percent": "play%evil.example", "nothing": "",
        "the end of all": "play@evil.example", "with dots": "play..x", "with blanks": "pl ay",
    }.items():  # fmt: skip
        yield f"box: {what}", [mailbox], QUILL, _mail(QUILL, "place max-15")
    for what, sender in {
        "a stranger": EVE,
        "nobody": "",
        "ourselves": f"play@{DOMAIN}",
        "long": "x" * 300 + "@b",
    }.items():
        yield f"from {what}", [box], sender, _mail(sender, "place max-15")
    for what, (head, text) in _hostile().items():
        yield what, [box], QUILL, f"From: {QUILL}\r\n{head}\r\n{text}\r\n".encode("latin-1", "replace")
    for what, status in {"failed": "5.1.1", "delayed": "4.4.1", "odd": "9.9.9"}.items():
        report = f"{REPORT}Final-Recipient: rfc822; {QUILL}\r\nAction: {what}\r\nStatus: {status}\r\n\r\n--b--"
        head = 'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n'
        for mailbox in ("bounces", box, f"bounces+r{'a' * 30}1"):
            yield (
                f"a forged report to {mailbox[:8]}: {what}",
                [mailbox],
                "",
                _mail("mailer-daemon@a.example", report, head),
            )
    for ending in ("\n.\n", "\r.\r", "\n.\r\n", "\r\n.\n", "\r\n.\r\r\n", "\0\r\n.\r\n"):
        smuggled = (
            f"hello{ending}MAIL FROM:<{QUILL}>\r\nRCPT TO:<{box}@{DOMAIN}>\r\nDATA\r\nFrom: {QUILL}\r\n\r\nplace max-15"
        )
        yield f"smuggled behind {ending!r}", ["play"], EVE, _mail(EVE, smuggled)
    yield "many recipients", [f"x{number}" for number in range(200)], QUILL, _mail(QUILL, "place max-15")


def _hostile() -> dict[str, tuple[str, str]]:
    parts = "".join("--b\r\nContent-Type: text/plain\r\n\r\nx\r\n" for _ in range(5000))
    nested = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(800))
    return {
        "a long line": (HEAD, "x" * 60_000), "too long a line": (HEAD, "x" * 70_000), "too much": (HEAD,
        "x\r\n" * 100_000), "an endless header": ("Subject: " + "x" * 50_000 + "\r\n", "place nowhere"),
        "many headers": ("".join(f"X-{n}: a\r\n" for n in range(3000)), "place nowhere"),
        "many senders": (f"From: {EVE}\r\nFrom: {EVE}\r\nSender: {EVE}\r\n", "place max-15"),
        "a group of senders": (f"From: x: {QUILL}, {EVE};\r\n", "place max-15"),
        "many parts": ('Content-Type: multipart/mixed; boundary="b"\r\n', f"{parts}--b--"), "deep parts": (nested,
        ""), "no boundary": ("Content-Type: multipart/mixed\r\n", "--\r\n\r\nplace max-15"),
        "a broken encoding": ("Content-Transfer-Encoding: base64\r\n", "%%%%"),
        "an unknown encoding": ("Content-Type: text/plain; charset=klingon\r\n", "\xff\xfe"),
        "a long parameter": (f"Content-Type: text/plain; charset={'x' * 9000}\r\n", "x"),
        "encoded words": ("Subject: " + "=?utf-8?q?=0d=0aBcc:_eve@example.net?= " * 200 + "\r\n", "x"),
        "an answer of a machine": ("Auto-Submitted: auto-replied\r\n", "place max-15"),
        "a list": ("Precedence: list\r\nList-Id: <x>\r\n", "place max-15"), "no text": ("", ""),
        "HTML": ("Content-Type: text/html\r\n", "<div>" * 9000 + "<script>alert(1)</script>place nowhere"),
        "a pickle": ("Content-Type: application/octet-stream\r\n", "\x80\x04cposix\nsystem\n(S'reboot'\ntR."),
        "a program": (f'Content-Type: application/x-sh; name="../../x.sh"\r\n{ATTACHED}', "reboot"),
    }  # fmt: skip


def _mail(sender: str, text: str, head: str = HEAD) -> bytes:
    fields = f"From: {sender}\r\nMessage-ID: <{abs(hash((sender, text[:50], head[:50])))}@example.net>\r\n{head}"
    return f"{fields}\r\n{text}\r\n".encode("utf-8", "surrogatepass")


def _deliver(port: int, sender: str, recipients: list[str], raw: bytes) -> str:
    stuffed = raw.replace(b"\r\n.\r\n", b"\r\n..\r\n") if b"MAIL FROM" not in raw else raw
    commands = [b"EHLO client.test", f"MAIL FROM:<{sender}>".encode()]
    commands += [f"RCPT TO:<{box}@{DOMAIN}>".encode() for box in recipients] + [b"DATA"]
    return _say(port, [*(command + b"\r\n" for command in commands), stuffed + b"\r\n.\r\n"])


def _say(port: int, commands: list[bytes]) -> str:
    """Say it piece by piece, each when the last was answered; all that was answered."""
    said = ""
    with suppress(OSError), socket.create_connection((HOST, port), SECONDS) as connection:
        said += connection.recv(4096).decode("latin-1")
        for command in commands:
            connection.sendall(command)
            said += _reply(connection)
        connection.sendall(b"QUIT\r\n")
        said += _reply(connection)
    return said


def _reply(connection: socket.socket) -> str:
    heard = ""
    while not re.search(r"^\d{3}( .*)?\r?\n\Z", heard, re.MULTILINE):
        piece = connection.recv(4096)
        if not piece:
            raise ConnectionError(heard)
        heard += piece.decode("latin-1")
    return heard
