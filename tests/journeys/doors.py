"""Two interfaces for actions besides moves: a program, and a browser without scripts.

Each has a method of the same name for what can be done there. The third is in `tests/journeys/letters.py`.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

import httpx

from tests.journeys.forms import Page, new_browser, open_page
from tests.journeys.installation import Player
from tests.journeys.mail_player import text_of
from tests.sink import Sink
from tests.waiting import eventually

PATIENCE = 60.0
"""Seconds for a mail to be sent, answered and read on a slow machine."""
RULESET = "siesta"
SIGN_IN = re.compile(r"http\S+/sign-in/\S+")


@dataclass
class Program:
    """Does it over REST."""

    player: Player
    name: str = "rae"

    def _post(self, path: str, **body: object) -> None:
        answer = self.player.http.post(path, json=body)
        assert answer.is_success, answer.text

    def challenge(self) -> None:
        self._post("challenges", to={"anybody": True}, ruleset=RULESET)

    def series(self, with_whom: str) -> None:
        self.player.create(ruleset=RULESET, seats=[{"me": True}, {"email": with_whom}], series={"first_to": 2})

    def fast(self, with_whom: str) -> None:
        clock = {"fast": {"minutes": 15, "seconds_per_move": 20}}
        self.player.create(ruleset=RULESET, seats=[{"me": True}, {"email": with_whom}], clock=clock)

    def accept(self, game: str) -> None:
        self.player.join(game)

    def never(self, game: str, host: str) -> None:
        del game  # over REST it is said of a person
        self.player.expect(200, self.player.http.put(f"me/blocks/{host}"))

    def move(self, game: str, move: str) -> None:
        self.player.expect(201, self.player.move(game, self.player.game(game)["version"], move))

    def take_back(self, game: str) -> None:
        self._post(f"games/{game}/takeback")

    def plan(self, game: str, text: str) -> None:
        assert self.player.http.put(f"games/{game}/plan", json={"text": text}).is_success

    def vacation(self, game: str, first: str, last: str) -> None:
        del game
        self._post("me/vacations", first_day=first, last_day=last)

    def clock(self, game: str) -> str:
        return " ".join(self.player.expect(200, self.player.http.get(f"games/{game}/clock"))["words"])

    def stop_clocks(self, game: str) -> None:
        self._post(f"games/{game}/clock/stop")

    def start_clocks(self, game: str) -> None:
        self._post(f"games/{game}/clock/start")

    def quick_words(self, game: str) -> None:
        self._post(f"games/{game}/messages", quick="good-game")

    def whisper(self, game: str, whom: str, text: str) -> None:
        [seat] = [each["seat"] for each in self.player.game(game)["seats"] if each["account"] == whom]
        self._post(f"games/{game}/messages", text=text, to=seat)

    def report(self, game: str, message: int) -> None:
        self._post(f"games/{game}/messages/{message}/report", why="abuse", words="")

    def draw(self, game: str) -> None:
        self._post(f"games/{game}/draw")

    def rematch(self, game: str) -> None:
        self._post(f"games/{game}/rematch")

    def resign(self, game: str) -> str:
        told = self.player.expect(200, self.player.http.get(f"games/{game}/resignation"))
        seen = {"If-Match": told["etag"]}
        self.player.expect(200, self.player.http.post(f"games/{game}/resign", headers=seen))
        return " ".join(told["words"])


@dataclass
class Browser:
    """Acts on pages, signed in with an emailed link."""

    sink: Sink
    address: str
    email: str
    name: str = "pam"
    pages: httpx.Client = field(default_factory=new_browser)

    def __post_init__(self) -> None:
        page = self._open("/sign-in")
        page.send(page.form_with("email"), email=self.email).answer.raise_for_status()
        page = open_page(eventually(self._link, PATIENCE), self.pages)
        page.send(next(form for form in page.forms if not form.action)).answer.raise_for_status()

    def _link(self) -> str:
        """Return the newest sign-in link, or an empty string."""
        mails = [text_of(mail) for mail in list(self.sink.mails) if mail.recipients == (self.email,)]
        found = [link for text in mails for link in SIGN_IN.findall(text)]
        return found[-1] if found else ""

    def _open(self, path: str) -> Page:
        page = open_page(f"{self.address}{path}", self.pages)
        page.answer.raise_for_status()
        return page

    def _press(self, path: str, ending: str, **filled: str) -> Page:
        """Open a page, fill in the form that posts to that address, and send it."""
        page = self._open(path)
        done = page.send(page.form_to(ending), **filled)
        done.answer.raise_for_status()
        return done

    def _seen(self, path: str) -> str:
        """Return a page's text, without markup."""
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", self._open(path).answer.text)).split())

    def challenge(self) -> None:
        self._press("/lobby", "/lobby", ruleset=RULESET, time="1-3")

    def series(self, with_whom: str) -> None:
        self._set_up(with_whom, series="2")

    def fast(self, with_whom: str) -> None:
        self._set_up(with_whom, days="fast-15-20")

    def _set_up(self, with_whom: str, **chosen: str) -> None:
        seats = {"seat-0": "me", "seat-1": "invite", "who-1": with_whom}
        page = self._open(f"/games/new/{RULESET}")
        done = page.send(page.form_with("who-1"), **seats, **chosen)
        done.answer.raise_for_status()
        if done.has_form_to("/join"):
            done.send(done.form_to("/join")).answer.raise_for_status()

    def accept(self, game: str) -> None:
        self._press(f"/games/{game}", "/join")

    def never(self, game: str, host: str) -> None:
        del host  # on the page it is whoever invites
        self._press(f"/games/{game}", "/never")

    def move(self, game: str, move: str) -> None:
        page = self._open(f"/games/{game}")
        for action in move.split(", "):
            page = page.send(page.form_with_choices(), pick=action)
        form = page.form_to("/move")
        assert form.fields["move"] == move
        page.send(form).answer.raise_for_status()

    def take_back(self, game: str) -> None:
        self._press(f"/games/{game}", "/takeback")

    def plan(self, game: str, text: str) -> None:
        self._press(f"/games/{game}?tab=plan", "/plan", plan=text)

    def vacation(self, game: str, first: str, last: str) -> None:
        del game
        page = self._open("/me/vacations")
        page.send(page.form_with("first"), first=first, last=last).answer.raise_for_status()

    def clock(self, game: str) -> str:
        return self._seen(f"/games/{game}")

    def stop_clocks(self, game: str) -> None:
        self._press(f"/games/{game}", "/clock/stop")

    def start_clocks(self, game: str) -> None:
        self._press(f"/games/{game}", "/clock/start")

    def quick_words(self, game: str) -> None:
        self._press(f"/games/{game}", "/messages", quick="good-game")

    def whisper(self, game: str, whom: str, text: str) -> None:
        options = re.findall(r'<option value="(\d+)">([^<]+)', self._open(f"/games/{game}").answer.text)
        seat = next(value for value, said in options if said == f"Only {whom}")
        self._press(f"/games/{game}", "/messages", to=seat, text=text)

    def report(self, game: str, message: int) -> None:
        page = self._open(f"/games/{game}/messages/{message}/report")
        page.send(next(form for form in page.forms if not form.action), why="abuse", words="").answer.raise_for_status()

    def draw(self, game: str) -> None:
        self._press(f"/games/{game}", "/draw")

    def rematch(self, game: str) -> None:
        self._press(f"/games/{game}", "/rematch")

    def resign(self, game: str) -> str:
        asked = self._seen(f"/games/{game}/resign")
        self._press(f"/games/{game}/resign", "/resign")
        return asked
