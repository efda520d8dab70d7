"""Whole games by answers alone: each game in each language, in all programs and places, with small talk in between.

`GAMES=3 pytest` of it plays so many of each game in each language; the suite plays three, one in each language.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from itertools import cycle, product
from random import Random

import pytest
from flask import Flask
from sqlalchemy import select

import rules
from rules import parse_move
from service.accounts.accounts import change
from service.config import environment
from service.db.engines import session
from service.mail.compose import texts_of
from service.mail.quoted import SentMail
from service.models import Account, Game, GameStatus, Holding, Notice, Outcome
from service.notifications.links import talk_box, turn_box
from service.play.chat import said
from service.play.positions import log_of, position_of
from service.presentation.offers import moves_for_example
from tests.figures import Figures
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import deliver, mail, process_all
from tests.service.mail.programs import MARKING, PLACES, PROGRAMS
from tests.service.tables import person, table

GAMES = int(os.environ.get("GAMES", "0"))
SHORT = [("siesta", "en"), ("springtime-puzzle", "it"), ("dawn", "de")]
"""What is played each time."""
CHOICE = 40
"""How many whole moves the players choose from."""
EVERY_FIFTH = 5
"""Turns after which the others answer what was said, and the next begins with a question or a second thought."""
TALK = {
    "en": (["Well played!"], ["Hello Bob,", "that was close 😀"], ["Sorry for the delay, busy week."]),
    "it": (["Ben giocato!"], ["Ciao Bob,", "ci è mancato poco 😀"], ["Scusa il ritardo, settimana piena."]),
    "de": (["Gut gespielt!"], ["Hallo Bob,", "das war knapp 😀"], ["Entschuldige, die Woche war voll."]),
}
REPLY = {"en": "Thank you, same to you!", "it": "Grazie, anche a te!", "de": "Danke, gleichfalls!"}
HELP = {"en": "Help!", "it": "Aiuto!", "de": "Hilfe!"}
RATHER = {"en": "no wait, rather", "it": "anzi no, meglio", "de": "nein, doch lieber"}
CLOSE = {"en": ["Best,", "Ada"], "it": ["Un abbraccio", "Ada"], "de": ["Viele Grüße", "Ada"]}


@pytest.fixture
def settings(sqlite_settings: environment.Config) -> environment.Config:
    """Use one database: parsing does not depend on it."""
    return sqlite_settings


def share() -> list[tuple[str, str, int]]:
    """Return the games to play as ruleset, language and number."""
    if not GAMES:
        return [(ruleset, language, 0) for ruleset, language in SHORT]
    return list(product(sorted(rules.games()), TALK, range(GAMES)))


@dataclass
class Correspondence:
    """A game played by email, the lines written in it, and their results."""

    game: Game
    language: str
    rng: Random
    ways: cycle[tuple[str, str]]
    clock: FakeClock
    written: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)

    def play(self) -> None:
        """Play until the game is over, one reply after the other."""
        turns = 0
        while self.game.status == GameStatus.ACTIVE:
            turns += 1
            self.clock.advance(minutes=2)  # who answers at once each time is taken for a machine
            if turns % EVERY_FIFTH == 0:
                self.ask_for_help()
                self.think_twice()
            else:
                self.answer(self._move())
            self._look()
            if turns % EVERY_FIFTH == 0 and self.game.status == GameStatus.ACTIVE:
                self.reply_to_talk()

    def answer(self, move: str) -> None:
        """Reply with a move and usually some talk, in the next program's format and at the next place."""
        program, place = next(self.ways)
        notice = self._turn()
        sent = SentMail(*texts_of(notice))
        if move in sent.text:
            place = "top"  # a line of the mail itself is nobody's answer, but above it is
        talk = self.rng.choice([[], *TALK[self.language]])
        self._note(move)
        self._send(notice, program, place, [*talk, "", move, "", *CLOSE[self.language]], Outcome.PLAYED)
        self.counted[place] += 1
        if talk and self._is_heard() and (place == "top" or program in MARKING):
            self.heard.append("\n".join(talk))

    def ask_for_help(self) -> None:
        """Write `help` in the game's language."""
        self._write(turn_box(self.game, self._seat()), HELP[self.language], Outcome.ANSWERED)

    def think_twice(self) -> None:
        """Write two moves, and answer the question about them with the second."""
        move, other = self._move(), self._move()
        box = turn_box(self.game, self._seat())
        if move != other:
            self._write(box, f"{other}\r\n\r\n{RATHER[self.language]}\r\n\r\n{move}", Outcome.ANSWERED)
        self._note(move)
        self._write(box, move, Outcome.PLAYED)
        self.counted["top"] += 1

    def reply_to_talk(self) -> None:
        """Reply to a chat message, if another person plays."""
        if not self._is_heard():
            return
        seat = self._seat()
        self._write(talk_box(self.game, seat), REPLY[self.language], Outcome.DONE)
        self.heard.append(REPLY[self.language])

    def _note(self, move: str) -> None:
        self.written += map(str, parse_move(position_of(self.game), move))
        self.counted["moves"] += 1

    def _send(self, notice: Notice, program: str, place: str, own: list[str], due: Outcome) -> None:
        raw = PROGRAMS[program].answer(SentMail(*texts_of(notice)), own, place, self.language)
        head = f"Message-ID: <{self.game.id}.{len(self.written)}@programs.example.net>\r\n"
        head += f"In-Reply-To: {notice.message_id}\r\n"
        answer = head.encode() + raw.replace(b"ada@example.net", str(notice.email).encode(), 1)
        self._deliver(turn_box(self.game, self._seat()), answer, due, (program, place, own))

    def _write(self, box: str, text: str, due: Outcome) -> None:
        self._deliver(box, mail(self._mover().email or "", text), due, text)

    def _deliver(self, box: str, raw: bytes, due: Outcome, what: object) -> None:
        deliver(box, raw)
        outcomes = process_all()
        assert outcomes == [due], (what, outcomes)
        self.counted["mails"] += 1
        self._look()

    def _look(self) -> None:
        session().rollback()
        self.game = session().get_one(Game, self.game.id, populate_existing=True)

    def _is_heard(self) -> bool:
        return len(self.game.seats) > 1

    def _move(self) -> str:
        return self.rng.choice(moves_for_example(self.game, CHOICE))

    def _seat(self) -> int:
        assert self.game.to_move is not None
        return self.game.to_move

    def _mover(self) -> Account:
        return next(seat.account for seat in self.game.seats if seat.number == self.game.to_move and seat.account)

    def _turn(self) -> Notice:
        """Return the notice of the current turn."""
        of_turn = select(Notice).where(
            Notice.game_id == self.game.id, Notice.kind == "your-turn", Notice.account_id == self._mover().id
        )
        return session().scalars(of_turn.order_by(Notice.id.desc()).limit(1)).one()


@pytest.mark.parametrize(("ruleset", "language", "number"), share())
def test_a_game_is_played_to_its_end_in_a_language_by_answers_alone(
    app: Flask, clock: FakeClock, figures: Figures, ruleset: str, language: str, number: int
) -> None:
    names = ("ada", "bob")[: max(rules.game(ruleset).players[0], 1)]
    for name in names:
        change(person(name).id, language=language, moves_held=Holding.NONE)
    rng, ways = Random(f"{ruleset} {language} {number}"), list(product(PROGRAMS, PLACES))
    rng.shuffle(ways)
    played = Correspondence(table(*names, ruleset=ruleset).game, language, rng, cycle(ways), clock)
    played.play()
    wrong = sum(
        logged != wanted
        for logged, wanted in zip(
            [entry.action for entry in log_of(played.game) if entry.seat >= 0], played.written, strict=True
        )
    )
    assert wrong == 0
    assert [message.text for message in said(played.game)] == played.heard
    figures(f"Whole games by answers, {language}", games=1, **played.counted, wrong=wrong, silence=0)
