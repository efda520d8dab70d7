"""A seat that ran out of time: its player returns or a substitute takes over, by page, email and API.

With real processes and the clock of a sandbox.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import make_msgid
from functools import cached_property
from pathlib import Path
from smtplib import SMTP
from typing import Any

import httpx
import pytest

from service.embedded.ports import free_port
from tests.journeys.forms import Page, new_browser, open_page
from tests.playing import started
from tests.waiting import PAUSE_OF_A_SERVER, eventually

RULESET = "siesta"
SIGN_IN = re.compile(r"http\S+/sign-in/\S+")


@dataclass
class Person:
    """Somebody in the sandbox, with a token."""

    box: httpx.Client
    opened: ExitStack
    """Closes what they ask by."""
    name: str

    @cached_property
    def http(self) -> httpx.Client:
        """Return the HTTP client of their programs."""
        token = self.box.post("sandbox/accounts", json={"name": self.name}).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        return self.opened.enter_context(httpx.Client(base_url=self.box.base_url, headers=headers, timeout=30))

    @property
    def mails(self) -> list[dict[str, Any]]:
        """Return the emails to them, newest first."""
        found: list[dict[str, Any]] = self.box.get("sandbox/outbox", params={"to": self.address}).json()["mails"]
        return found

    @property
    def address(self) -> str:
        """Return their email address."""
        return f"{self.name}@example.net"

    def game(self, game: str) -> dict[str, Any]:
        """Read a game."""
        found: dict[str, Any] = self.http.get(f"games/{game}").json()
        return found


class Program(Person):
    """Comes back and takes over by REST."""

    def ready(self) -> None:
        """Do nothing in advance."""

    def come_back(self, game: str) -> None:
        """Return to one's own seat."""
        assert self.http.post(f"games/{game}/return", json={}).status_code == 200

    def take_over(self, game: str) -> None:
        """Take over the abandoned seat."""
        assert game in self.http.get("left-seats").text
        assert self.http.post(f"games/{game}/take-over", json={"seat": 0}).status_code == 200


class Browser(Person):
    """Does it on pages, without scripts."""

    @cached_property
    def pages(self) -> httpx.Client:
        """Return their browser."""
        return self.opened.enter_context(new_browser())

    def ready(self) -> None:
        """Sign in by email."""
        page = self._open("/sign-in")
        page.send(page.form_with("email"), email=self.address).answer.raise_for_status()
        assert eventually(self._keys, 60)
        page = open_page(self._keys()[0], self.pages)
        page.send(next(form for form in page.forms if not form.action)).answer.raise_for_status()

    def _keys(self) -> list[str]:
        return [link for mail in self.mails for link in SIGN_IN.findall(mail["text"])]

    def _open(self, path: str) -> Page:
        page = open_page(str(self.box.base_url.join(path)), self.pages)
        page.answer.raise_for_status()
        return page

    def come_back(self, game: str) -> None:
        """By the button on the page of the game."""
        page = self._open(f"/games/{game}")
        page.send(page.form_to(f"/games/{game}/return")).answer.raise_for_status()

    def take_over(self, game: str) -> None:
        """By the button on the page of seats."""
        page = self._open("/left-seats")
        page.send(page.form_to(f"/games/{game}/seats/0/take-over")).answer.raise_for_status()


@dataclass
class Letters(Person):
    """Acts by replying to emails."""

    port: int = 0

    def ready(self) -> None:
        """Ask to be asked."""
        self._send("play@sundial.localhost", f"substitute {RULESET}")
        self._reply("Reply to this email with “yes”", "", "Yes")
        assert eventually(lambda: self.http.get("me/substitute").json()["rulesets"] == [RULESET], 60)

    def come_back(self, game: str) -> None:
        """Reply to the email that says that the computer plays on."""
        self._reply("The computer is playing for you in", game, "back")

    def take_over(self, game: str) -> None:
        """Reply to the email that asks for a substitute."""
        self._reply("needs a substitute", game, "Yes, gladly")

    def _reply(self, told: str, game: str, words: str) -> None:
        def found() -> dict[str, Any] | None:
            about = (mail for mail in self.mails if game in mail["text"])
            return next((mail for mail in about if told in " ".join(mail["text"].split())), None)

        mail = eventually(found, 60)
        assert mail is not None, [each["text"] for each in self.mails]
        self._send(mail["reply_to"], words)

    def _send(self, box: str, words: str) -> None:
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self.address, box, "Re: Sundial"
        letter["Message-ID"] = make_msgid(domain="example.net")
        letter.set_content(words)
        with SMTP("127.0.0.1", self.port, "client.test", timeout=30) as smtp:
            smtp.sendmail(self.address, [box], letter.as_bytes())


Door = Program | Browser | Letters


@pytest.fixture
def doors(tmp_path: Path) -> Iterator[list[Door]]:
    """Return Rae with a program, Pam with a browser, and Bob with a mail program, in a sandbox."""
    port = free_port()
    with started(tmp_path / "home", SANDBOX="1", INBOUND_SMTP_PORT=str(port), RATE_LIMITS="off") as playing:
        playing.wait_until_ready()
        with ExitStack() as opened:
            box = opened.enter_context(httpx.Client(base_url=f"{playing.address}/api/v1/", timeout=30))
            yield [Program(box, opened, "rae"), Browser(box, opened, "pam"), Letters(box, opened, "bob", port)]


def table(host: Person, first: Person, on_timeout: str) -> str:
    """Create a game in which that person moves first and has seen it; return its id."""
    seats = [{"account": first.name}, {"me": True}]
    wish = {"ruleset": RULESET, "seats": seats, "shuffle_seats": False, "days_per_move": 1, "on_timeout": on_timeout}
    made: str = host.http.post("games", json=wish).json()["id"]
    assert first.http.post(f"games/{made}/join", json={}).json()["status"] == "active"
    first.game(made)
    return made


def told(host: Person, game: str) -> Counter[str]:
    """Count the game's events about seats by kind."""
    events = host.http.get("events", params={"game": game, "limit": 100}).json()["events"]
    return Counter(event["type"] for event in events if event["type"].startswith("seat."))


def test_whoever_is_away_comes_back_or_somebody_else_takes_the_seat_by_every_door_and_it_is_told_once(
    doors: list[Door],
) -> None:
    box, opened = doors[0].box, doors[0].opened
    ann, cyd = Person(box, opened, "ann"), Person(box, opened, "cyd")
    assert all(person.http for person in (ann, cyd, *doors))
    for door in doors:
        door.ready()
    own = {door.name: table(ann, door, "computer") for door in doors}
    left = {door.name: table(ann, cyd, "substitute") for door in doors}
    box.post("sandbox/clock", json={"advance": "PT25H"})
    for game in (*own.values(), *left.values()):
        assert eventually(lambda at=game: told(ann, at)["seat.stood_in"], 60, PAUSE_OF_A_SERVER)  # type: ignore[misc]

    for door in doors:
        door.come_back(own[door.name])
        door.take_over(left[door.name])

    for door in doors:
        game, other = own[door.name], left[door.name]
        assert eventually(lambda at=game: told(ann, at)["seat.returned"], 60, PAUSE_OF_A_SERVER), door.name  # type: ignore[misc]
        assert eventually(lambda at=other: told(ann, at)["seat.taken_over"], 60, PAUSE_OF_A_SERVER), door.name  # type: ignore[misc]
        assert told(ann, game) == {"seat.stood_in": 1, "seat.returned": 1}
        assert told(ann, other) == {"seat.stood_in": 1, "seat.taken_over": 1}
        assert ann.game(other)["seats"][0]["account"] == door.name
        assert door.game(other)["your_seat"] == 0
