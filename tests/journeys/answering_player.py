"""A player with only a mail program, who replies to emails and never opens a link."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from email.message import EmailMessage
from email.policy import SMTP as WIRE
from email.utils import make_msgid, parseaddr
from random import Random
from smtplib import SMTP

from tests.journeys.mail_player import text_of
from tests.sink import Received, Sink

EXAMPLE = re.compile(r"^    (\S.*)$", re.MULTILINE)
OFFERED = re.compile(r"Reply to this email with your move on the first line, for example:\n((?:    .+\n)+)")
ASKED = re.compile(r"Which one do you mean\?\n(?:(?!    ).*\n)*?((?:    .+\n)+)")
WAITING = re.compile(r"Or write yes to:\s+(\S+)")
"""Where another mail is confirmed that a question lists."""
GAME = re.compile(r"<game\.(\w+)@")
"""In the references of each mail about a game."""
GENERAL_ADDRESS = "play@sundial.localhost"
EVERY_FOURTH = 4
"""Mails sent a second time, as a mail server does that has missed an acknowledgement."""


def game_of(mail: Received) -> str:
    """Return the id of the game that an email is about."""
    found = GAME.search(str(mail.message["References"]))
    assert found is not None, mail.message["Subject"]
    return found[1]


class AnsweringPlayer:
    """Replies to each email once, in order, sometimes as people do: with small talk, line by line, or twice.

    It answers the first turn of each game with two moves, and the question about it with the second one. Its moves are
    recorded, to be compared with the log.
    """

    def __init__(self, sink: Sink, port: int, address: str, rng: Random) -> None:
        self._sink, self._port, self._address, self._rng = sink, port, address, rng
        self._read = 0
        self._sent = 0
        self._meant: dict[str, str] = {}
        self.played: defaultdict[str, list[str]] = defaultdict(list)
        self.ways: Counter[str] = Counter()
        """How many moves were written in which way."""
        self.unexpected: list[str] = []
        self.ended = 0
        """How many games have ended by mail."""

    def write_to_general_address(self, text: str) -> None:
        """Write to the general address."""
        self._send(GENERAL_ADDRESS, text)

    def answer_new_mails(self) -> None:
        """Reply to new emails."""
        while self._read < len(self.mails()):
            mail = self.mails()[self._read]
            self._read += 1
            self._answer(mail)

    def mails(self) -> list[Received]:
        """Return all emails to this player."""
        return [mail for mail in list(self._sink.mails) if mail.recipients == (self._address,)]

    def count(self, kind: str, game: str) -> int:
        """Count the emails of a kind about a game."""
        return sum(mail.message["X-Sundial-Mail"] == kind and game_of(mail) == game for mail in self.mails())

    def newest(self, kind: str, game: str) -> Received | None:
        """Return the newest email of a kind about a game."""
        about = [mail for mail in self.mails() if mail.message["X-Sundial-Mail"] == kind and game_of(mail) == game]
        return about[-1] if about else None

    def reply(self, mail: Received, text: str) -> None:
        """Reply as mail programs do: above a full quote."""
        _, box = parseaddr(str(mail.message["Reply-To"]))
        quoted = "\n".join(f"> {line}" for line in text_of(mail).splitlines())
        self._send(box, f"{text}\n\nOn Monday, 4 May 2026, Sundial <{GENERAL_ADDRESS}> wrote:\n{quoted}\n", mail)

    def _answer(self, mail: Received) -> None:
        kind, text = str(mail.message["X-Sundial-Mail"]), "\n".join(text_of(mail).splitlines())
        if kind in ("invitation", "confirm"):
            self.reply(mail, "Yes")
            for box in WAITING.findall(text):
                self._send(box, "Yes\n", mail)
        elif kind == "your-turn":
            offered = OFFERED.search(text)
            assert offered is not None, text
            self._play(mail, EXAMPLE.findall(offered[1]))
        elif kind == "answer" and (asked := ASKED.search(text)):
            self._choose(mail, EXAMPLE.findall(asked[1]))
        elif kind == "game-over":
            self.ended += 1
        elif kind == "answer" and "Your move is not played yet" in text:
            self.reply(mail, "Yes")
        elif kind == "answer" and "Your move was played" not in text:
            self.unexpected.append(text)

    def _play(self, mail: Received, moves: list[str]) -> None:
        move, game = self._rng.choice(moves), game_of(mail)
        others = [other for other in moves if other != move]
        if others and game not in self._meant:
            self._meant[game] = move
            self.reply(mail, f"{self._rng.choice(others)}\n\nno wait, rather\n\n{move}")
        else:
            self.played[game].append(move)
            self.reply(mail, self._as_people_write(move))

    def _choose(self, mail: Received, asked: list[str]) -> None:
        """Say which of the two was meant."""
        game = game_of(mail)
        assert asked[1:] == [self._meant[game]], asked
        self.ways["asked about"] += 1
        self.played[game].append(asked[1])
        self.reply(mail, asked[1])

    def _as_people_write(self, move: str) -> str:
        ways = {
            "alone": move,
            "with small talk": f"Hi Bob,\n\n{move}\n\nNo problem, take your time!\n\nBest,\nAda",
            "line by line": move.replace(", ", "\n"),
            "twice": f"{move}\n\nAs I said:\n{move.upper()}.",
        }
        way = self._rng.choice([way for way in ways if way != "line by line" or "," in move])
        self.ways[way] += 1
        return ways[way]

    def _send(self, box: str, text: str, answered: Received | None = None) -> None:
        letter = EmailMessage(policy=WIRE)
        letter["From"], letter["To"], letter["Subject"] = self._address, box, "Re: Sundial"
        letter["Message-ID"] = make_msgid(domain="example.net")
        if answered is not None:
            letter["In-Reply-To"] = str(answered.message["Message-ID"])
        letter.set_content(text)
        self._sent += 1
        for _ in range(2 if self._sent % EVERY_FOURTH == 0 else 1):
            self._deliver(box, letter.as_bytes())

    def _deliver(self, box: str, raw: bytes) -> None:
        with SMTP("127.0.0.1", self._port, "client.test", timeout=30) as smtp:
            smtp.sendmail(self._address, [box], raw)
