"""People who play by links in emails or by replies, during faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from smtplib import SMTP, SMTPException

from tests.journeys.answering_player import AnsweringPlayer, game_of
from tests.journeys.forms import Page, open_page
from tests.journeys.mail_player import MailPlayer
from tests.journeys.mail_player import game_of as game_of_turn
from tests.sink import Received
from tests.soak.company import PAUSE, Caller, Company, GaveUp
from tests.soak.post_office import PostOffice

PATIENCE = 10.0
DOUBTS = 12
"""Games in which the first turn is answered with two moves: somebody is asked so often an hour, and no oftener."""


class LinkReader(MailPlayer):
    """Opens links and presses buttons, retrying until the outcome is known."""

    def __init__(self, office: PostOffice, address: str, company: Company, rng: Random) -> None:
        super().__init__(office, address, rng)
        self._office, self._company = office, company
        self._caller = Caller(address, company)

    def play(self) -> None:
        """Process emails until the end of play."""
        while not self._company.closing.is_set():
            self.read_new_mails()
            self._company.closing.wait(PAUSE * 6)

    def mails(self) -> list[Received]:
        return self._office.copies_apart(self._address)

    def _insist(self, ask: Callable[[], Page]) -> tuple[Page, int]:
        answer, unknown = self._caller.insist(lambda _: ask().answer)
        return Page(answer), unknown

    def _accept(self, link: str) -> None:
        page, _ = self._insist(lambda: open_page(link))
        if page.has_form_to("/accept"):
            self._insist(lambda: page.send(page.form_to("/accept")))

    def _play(self, turn: str, link: str) -> list[str]:
        page, _ = self._insist(lambda: open_page(link))
        while not page.has_form_to(turn):
            if not page.choices:
                return []
            page = self._choose(page)
        form = page.form_to(turn)
        version = int(form.fields["version"])
        facts = {"player": self._address, "by": "link", "game": game_of_turn(turn), "version": version, "seat": None}
        self._company.history.note("sent", **facts, move=form.fields["move"])
        done, unknown = self._insist(lambda: page.send(form))
        if done.has_form_to(turn) and "at_once" in done.form_to(turn).fields:
            at_once = done.form_to(turn)  # dice follow, so the move waited
            done, more = self._insist(lambda: page.send(at_once))
            unknown += more
        kind = "acknowledged" if done.answer.status_code == 200 else "refused"
        code = None if kind == "acknowledged" else str(done.answer.status_code)
        self._company.history.note(kind, **facts, move=form.fields["move"], unknown=unknown, code=code)
        return form.fields["move"].split(", ")

    def _choose(self, page: Page) -> Page:
        pick = self._rng.choice(page.choices)
        return self._insist(lambda: page.send(page.form_with_choices(), pick=pick))[0]


class LetterWriter(AnsweringPlayer):
    """Replies to emails, retrying until our mail server has accepted each reply."""

    def __init__(self, office: PostOffice, ports: list[int], address: str, company: Company, rng: Random) -> None:
        super().__init__(office, ports[0], address, rng)
        self._office, self._ports, self._company = office, ports, company
        self.address = address

    def play(self) -> None:
        """Process emails until the end of play."""
        while not self._company.closing.is_set():
            self.answer_new_mails()
            self._company.closing.wait(PAUSE * 6)

    def mails(self) -> list[Received]:
        return self._office.copies_apart(self._address)

    def _play(self, mail: Received, moves: list[str]) -> None:
        if len(self._meant) >= DOUBTS:
            self._meant.setdefault(game_of(mail), moves[0])
        with self._noted(game_of(mail)):
            super()._play(mail, moves)

    def _choose(self, mail: Received, asked: list[str]) -> None:
        with self._noted(game_of(mail)):
            super()._choose(mail, asked)

    @contextmanager
    def _noted(self, game: str) -> Iterator[None]:
        """Record what is written, as acknowledged if our mail server accepted it."""
        before, kind = len(self.played[game]), "sent"
        try:
            yield
            kind = "acknowledged"
        finally:
            for move in self.played[game][before:]:
                facts = {"player": self._address, "by": "mail", "game": game, "version": None, "seat": None}
                self._company.history.note("sent", **facts, move=move)
                if kind == "acknowledged":
                    self._company.history.note(kind, **facts, move=move, unknown=0)

    def _deliver(self, box: str, raw: bytes) -> None:
        while not self._company.over.is_set():
            try:
                with SMTP("127.0.0.1", self._rng.choice(self._ports), "client.test", timeout=PATIENCE) as smtp:
                    smtp.sendmail(self._address, [box], raw)
            except (OSError, SMTPException):
                self._company.over.wait(PAUSE * 10)
            else:
                return
        raise GaveUp
