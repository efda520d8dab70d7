"""Games by answers alone in each language: begun, played, talked over and given up in its words, in eleven programs."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from email.message import EmailMessage
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from flask import Flask

import rules
from rules import parse_move
from service.accounts.accounts import change
from service.config import environment
from service.db.engines import session
from service.mail.compose import texts_of
from service.mail.helping import AT_GENERAL, AT_TURN, FIRST_STEPS
from service.mail.quoted import SentMail
from service.mail.vocabulary import written_in
from service.models import Game, GameStatus, Holding, Outcome
from service.play.chat import said
from service.play.positions import log_of, position_of
from service.presentation.offers import moves_for_example
from service.security.addresses import Named
from tests import prose
from tests.figures import Figures
from tests.service.mail.inbound.correspondent import Mailed, deliver, games, mailed, process_all, write
from tests.service.mail.programs import MARKING, PLACES, PROGRAMS
from tests.service.tables import person
from tests.service.web.html import parse

ADA, BOB = "ada@example.net", "bob@example.net"
TURNS = 6
"""Moves before somebody gives up: each place of an answer twice."""
CHOICE = 40
"""How many whole moves the players choose from."""
WIDEST = 78
"""Characters of a line of text that no program breaks (RFC 5322, 2.1.1); links may be longer."""
FOLDED = 60
"""Characters of a subject that lists of mails show."""
WORDS = {
    "it": {
        "new": "Nuova partita {game} bob@example.net",
        "yes": "Sì, volentieri!",
        "help": "Aiuto!",
        "talk": ("Ciao Bob,", "bella mossa!"),
        "close": ("Un abbraccio", "Ada"),
        "resign": "Abbandono, sì.",
    },
    "de": {
        "new": "Neues Spiel {game} bob@example.net",
        "yes": "Ja, gerne!",
        "help": "Hilfe!",
        "talk": ("Hallo Bob,", "schöner Zug!"),
        "close": ("Viele Grüße", "Ada"),
        "resign": "Aufgeben, ja.",
    },
}
"""What the players write."""
NAMES = ("Sundial", "UTC", "Ada", "Bob")
COMMANDS = [each for line in (*AT_TURN, *AT_GENERAL, *FIRST_STEPS) for each in (line.text, line.end) if each]
"""What answers list to be written as it stands."""
_NOT_PROSE = re.compile(r"(?:https?|mailto):[^\s⟦⟧]+|[^\s⟦⟧]+@[^\s⟦⟧]+|guest-\w+|[0-9a-f]{16,}")
_WORD = re.compile(r"[^\W\d_]{3,}")
"""Shorter ones are on boards: whose piece stands where."""


@pytest.fixture
def settings(sqlite_settings: environment.Config) -> environment.Config:
    """Use one database: email texts do not depend on it."""
    return sqlite_settings


def program_mail(name: str, place: str, language: str, turn: Mailed, own: list[str], number: int) -> bytes:
    """Write a reply to the turn's email as that program does, from its recipient."""
    raw = PROGRAMS[name].answer(SentMail(*texts_of(turn.notice)), own, place, language)
    head = f"Message-ID: <{number}@programs.example.net>\r\nIn-Reply-To: {turn.message['Message-ID']}\r\n"
    return head.encode() + raw.replace(ADA.encode(), str(turn.notice.email).encode(), 1)


def begun(ruleset: str, language: str) -> Game:
    """Start a game by email: one player invites, the other accepts."""
    words = WORDS[language]
    write(ADA, Named.GENERAL, str(words["new"]).format(game=ruleset))
    write(ADA, mailed(ADA, "confirm")[-1].box, str(words["yes"]))
    assert write(BOB, mailed(BOB, "invitation")[-1].box, str(words["yes"])) != Outcome.IGNORED
    [game] = games()
    return game


def mover(game: Game) -> str:
    return next(str(seat.account.email) for seat in game.seats if seat.number == game.to_move and seat.account)


def last_turn(game: Game) -> Mailed:
    """Return the email about the current turn to its player."""
    return mailed(mover(game), "your-turn")[-1]


def now(game: Game) -> Game:
    session().rollback()
    return session().get_one(Game, game.id, populate_existing=True)


@dataclass
class Played:
    """The emails of a game, the lines written in it, and the expected results."""

    game: Game
    language: str
    mails: dict[int, Mailed] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    notation: set[str] = field(default_factory=set)
    ways: Counter[str] = field(default_factory=Counter)

    def take(self, *mails: Mailed) -> None:
        """Record emails that a player received."""
        self.mails |= {each.notice.id: each for each in mails}

    def answer(self, turn: Mailed, program: str, place: str, move: str) -> None:
        """Reply to an email with a move and some talk; expect both to be accepted."""
        words, number = WORDS[self.language], len(self.written)
        self.written += map(str, parse_move(position_of(self.game), move))
        self.notation |= {*self.written, *map(str, position_of(self.game).legal_actions())}
        own = [*words["talk"], "", move, "", *words["close"]]
        deliver(turn.box, program_mail(program, place, self.language, turn, own, number))
        assert process_all() == [Outcome.PLAYED], (program, place, move)
        self.ways[place] += 1
        if place == "top" or program in MARKING:
            self.heard.append("\n".join(words["talk"]))


@pytest.mark.parametrize("language", sorted(WORDS))
@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_a_game_is_played_by_answers_in_a_language_and_every_mail_about_it_is_in_it(
    app: Flask, tmp_path: Path, figures: Figures, ruleset: str, language: str
) -> None:
    prose.speak(app, tmp_path / "translations", language)
    for name in ("ada", "bob"):
        change(person(name).id, language=language, moves_held=Holding.NONE)
    words, rng, ways = WORDS[language], Random(ruleset), zip(cycle(PROGRAMS), cycle(PLACES), strict=False)
    played = Played(begun(ruleset, language), language)
    played.take(*mailed(ADA), *mailed(BOB))
    assert write(mover(played.game), last_turn(played.game).box, str(words["help"])) == Outcome.ANSWERED
    for _, (program, place) in zip(range(TURNS), ways, strict=False):
        turn = last_turn(played.game)
        played.take(turn)
        examples = moves_for_example(played.game, CHOICE)
        unnamed = [move for move in examples if move not in turn.text]  # a line of the mail itself is nobody's answer,
        played.answer(turn, program, place if unnamed else "top", rng.choice(unnamed or examples))  # but above it is
        played.game = now(played.game)
        if played.game.status != GameStatus.ACTIVE:
            break
    assert [entry.action for entry in log_of(played.game) if entry.seat >= 0] == played.written
    assert [message.text for message in said(played.game)] == played.heard
    if played.game.status == GameStatus.ACTIVE:
        write(mover(played.game), last_turn(played.game).box, str(words["resign"]))
    assert now(played.game).status == GameStatus.FINISHED
    played.take(*mailed(ADA), *mailed(BOB))
    assert {"your-turn", "answer", "game-over"} <= {mail.notice.kind for mail in played.mails.values()}
    for mail in played.mails.values():
        is_in(language, mail.message, [played.game.id, *played.notation, *(str(said) for said in words.values())])
    moves = sum(played.ways.values())
    figures("Played by answers in Italian and German", games=1, moves=moves, wrong_moves=0, silence=0, **played.ways)


def is_in(language: str, message: EmailMessage, known: list[str]) -> None:
    """Check that every word of the email is in the catalogue, and that no line is too long."""
    text, html = (message.get_body((form,)) for form in ("plain", "html"))
    assert text is not None
    assert html is not None
    plain, page = str(text.get_content()), str(html.get_content())
    assert f'<html lang="{language}">' in page
    known += [
        *NAMES,
        *(written_in(each, language) for each in COMMANDS),
        *prose.dates(language),
        *(f"{game.id} {game.name}" for game in rules.games().values()),
    ]
    names = {word.lower() for each in known for word in _WORD.findall(each)}
    for told in (str(message["Subject"]), plain, parse(page).text):
        left = [word for word in _WORD.findall(prose.unmarked(_NOT_PROSE.sub("", told))) if word.lower() not in names]
        assert not left, (message["X-Sundial-Mail"], left)
    lines = plain.replace("⟦", "").replace("⟧", "").splitlines()
    assert not [line for line in lines if len(line) > WIDEST and "  " in line.strip()]
    assert len(str(message["Subject"]).replace("⟦", "").replace("⟧", "")) <= FOLDED
