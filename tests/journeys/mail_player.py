"""A player who only follows links in mails, to the board or to a small choice: looks, sees the effect, plays it."""

from __future__ import annotations

import re
from random import Random

from tests.journeys.forms import open_page
from tests.sink import Received, Sink

TURN = re.compile(r"^\s*(http\S+/t/\S+)\s*$", re.MULTILINE)
INVITATION = re.compile(r"^\s*(http\S+/i/\S+)\s*$", re.MULTILINE)


def text_of(mail: Received) -> str:
    """The text part of a mail."""
    body = mail.message.get_body(("plain",))
    assert body is not None
    content: str = body.get_content()
    return content


class MailPlayer:
    """Reads the mails that the sink has for one address, each once, in order."""

    def __init__(self, sink: Sink, address: str, rng: Random) -> None:
        self._sink, self._address, self._rng = sink, address, rng
        self._read = 0
        self.turns_played = 0

    def read_new_mails(self) -> None:
        """Take the seat or play the turn that each mail offers which has come since the last time."""
        while self._read < len(self.mails()):
            text = text_of(self._next())
            for link in INVITATION.findall(text):
                self._accept(link)
            if links := TURN.findall(text):
                self._play(self._rng.choice(links))

    def mails(self) -> list[Received]:
        """All mails to this player."""
        return [mail for mail in list(self._sink.mails) if mail.recipients == (self._address,)]

    def _next(self) -> Received:
        mail = self.mails()[self._read]
        self._read += 1
        return mail

    def _accept(self, link: str) -> None:
        page = open_page(link)
        page.send(page.form_to("/accept")).answer.raise_for_status()

    def _play(self, link: str) -> None:
        page, token = open_page(link), link.rsplit("/", 1)[1].partition("?")[0]
        while not page.has_form_to(token):
            page = page.send(page.form_with_choices(), pick=self._rng.choice(page.choices))
        done = page.send(page.form_to(token))
        assert done.answer.status_code == 200, done.answer.text
        self.turns_played += 1
