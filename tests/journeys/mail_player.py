"""A player who only follows links in emails: chooses a move, checks the preview, presses the button."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from random import Random
from urllib.parse import urlsplit

from service.security.keys import GAME_ID_LENGTH
from tests.journeys.forms import open_page
from tests.sink import Received, Sink

TURN = re.compile(r"http\S+/t/\w+(?!\w*/game)\S*")
INVITATION = re.compile(r"http\S+/i/\w+(?![\w/])")
ANNOUNCING = ("your-turn", "digest")
"""The kinds of mail that tell for the first time that it is somebody's turn."""


def text_of(mail: Received) -> str:
    """Return the text part of an email."""
    body = mail.message.get_body(("plain",))
    assert body is not None
    content: str = body.get_content()
    return content


def kind_of(mail: Received) -> str:
    """Return the kind of an email from its header."""
    return str(mail.message["X-Sundial-Mail"])


def turns_in(mail: Received) -> dict[str, list[str]]:
    """Return the turn links in an email, by the path that all links to a turn share."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for link in TURN.findall(text_of(mail)):
        found[urlsplit(link).path].append(link)
    return found


def game_of(turn: str) -> str:
    """Return the game id in the path of a turn."""
    return turn.removeprefix("/t/t")[:GAME_ID_LENGTH]


class MailPlayer:
    """Reads each email to an address once, in order; records its moves."""

    def __init__(self, sink: Sink, address: str, rng: Random) -> None:
        self._sink, self._address, self._rng = sink, address, rng
        self._read = 0
        self.played: dict[str, list[str]] = {}
        """The actions of each turn, by its path, as the page showed them before the button was pressed."""

    def actions_in(self, game: str) -> list[str]:
        """Return its actions in a game, from the beginning."""
        return [action for turn, chosen in self.played.items() if game_of(turn) == game for action in chosen]

    def read_new_mails(self) -> None:
        """Accept the invitation or play the turn of each new email."""
        while self._read < len(self.mails()):
            mail = self.mails()[self._read]
            self._read += 1
            for link in INVITATION.findall(text_of(mail)):
                self._accept(link)
            for turn, links in turns_in(mail).items():
                if turn not in self.played:
                    self.played[turn] = self._play(turn, self._rng.choice(links))

    def mails(self) -> list[Received]:
        """Return all emails to this player."""
        return [mail for mail in list(self._sink.mails) if mail.recipients == (self._address,)]

    def has_seen_the_end_of(self, games: int) -> bool:
        """Check whether this many games ended, by email alone, without asking the server."""
        return [kind_of(mail) for mail in self.mails()].count("game-over") == games

    def announced(self) -> Counter[str]:
        """Count the emails that announced each turn."""
        return Counter(turn for mail in self.mails() if kind_of(mail) in ANNOUNCING for turn in turns_in(mail))

    def _accept(self, link: str) -> None:
        page = open_page(link)
        page.send(page.form_to("/accept")).answer.raise_for_status()

    def _play(self, turn: str, link: str) -> list[str]:
        page = open_page(link)
        while not page.has_form_to(turn):
            page = page.send(page.form_with_choices(), pick=self._rng.choice(page.choices))
        form = page.form_to(turn)
        done = page.send(form)
        if done.has_form_to(turn) and "at_once" in done.form_to(turn).fields:
            done = done.send(done.form_to(turn))  # dice follow, so the move waited
        assert done.answer.status_code == 200, done.answer.text
        return form.fields["move"].split(", ")
