"""A gallery of all emails: each kind in each state, written to build/mails/ as text, HTML and pictures.

Chromium draws each picture, as on a telephone and a desktop, by day and by night. index.html there shows all of them.
"""

from __future__ import annotations

import html
import os
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Literal

import pytest
from flask import Flask
from playwright.sync_api import Browser, sync_playwright
from sqlalchemy import select

import rules
from service.accounts.accounts import change
from service.config import environment
from service.db.engines import session
from service.mail.compose import LARGEST
from service.models import Account
from service.notifications.digests import claim_notices
from service.notifications.links import turn_box
from service.presentation.offers import moves_for_example
from service.security.addresses import Named
from tests import chromium
from tests.figures import Figures
from tests.gauntlet.mails import KINDS, play_scene
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import Mailed, mailed, write
from tests.service.mail.occasions import mail, newest
from tests.service.tables import person, table

pytestmark = pytest.mark.real_pictures

ADA = "ada@example.net"
FOLDER = Path(__file__).parents[3] / "build" / "mails"
LANGUAGES = os.environ.get("LANGUAGES", "en it de").split()
WIDTHS = (360, 800)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PHASES = {"opening": 0, "middle": 9, "end": 999}
TO_A_TURN = {
    "nonsense": "Lovely weather today",
    "no-move-of-the-rules": "place max-99",
    "near-miss": "place max 15 please",
    "two-moves": "place max-15\r\n\r\nno wait, rather\r\n\r\nplace max-9",
    "move": "place max-15\r\n\r\nGood luck!",
    "held": "place max-15\r\n\r\nSorry, that was meant for Carol.",
    "holds": "holds every",
    "help": "help",
    "help-moves": "help moves",
    "rules": "rules",
    "board": "board",
    "log": "log",
    "show": "show 1",
    "resign": "resign",
    "draw": "draw",
    "takeback": "takeback",
    "say": "say Good evening!",
    "vacation": "vacation 10 days",
    "pause": "pause 7",
    "mute": "mute",
    "name": "name Zoë",
    "zone": "zone Europe/Rome",
    "words": "words",
    "plan": "if anything then place max-8",
    "misused": "help chess",
    "elsewhere": "new siesta level1",
    "nothing": "",
}
TO_GENERAL_ADDRESS = {
    "hello": "Hello, can I play here?",
    "help": "help",
    "help-siesta": "help siesta",
    "rules": "rules dawn",
    "new": "new seasons level1",
    "new-wrong": "new chess",
    "new-alone": "new",
    "new-nobody": "new siesta",
    "new-bad-term": "new siesta level9",
    "misused": "zone",
    "away": "vacation 1-14 August",
    "games": "games",
    "nonsense": "qwertz 42",
}
QUESTIONS = {
    "new": ["new siesta level2"],
    "ada": ["new siesta level2"],
    "bob": ["new siesta level2", "new seasons tom@example.org", "stop"],
}
"""Commands by their sender; the first sender has no account yet."""


@pytest.fixture
def settings(sqlite_settings: environment.Config) -> environment.Config:
    """Use one database: the look of emails does not depend on it."""
    return sqlite_settings


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Run Chromium; write the index page after all emails."""
    with sync_playwright() as playwright:
        running = chromium.launched(playwright)
        yield running
        running.close()
    _write_index()


@dataclass
class Album:
    """The folder that collects the emails."""

    browser: Browser

    def keep(self, sent: Mailed, name: str) -> int:
        """Save an email's text, HTML and pictures; return its size in bytes."""
        FOLDER.mkdir(parents=True, exist_ok=True)
        raw = sent.message.as_bytes()
        (FOLDER / f"{name}.txt").write_text(f"{_head(sent)}\n\n{sent.text}", encoding="utf-8")
        page = FOLDER / f"{name}.html"
        page.write_text(_shown(sent), encoding="utf-8")
        for width, scheme in product(WIDTHS, SCHEMES):
            context = self.browser.new_context(viewport={"width": width, "height": 640}, color_scheme=scheme)
            tab = context.new_page()
            tab.goto(page.as_uri())
            tab.screenshot(path=FOLDER / f"{name}-{width}-{scheme}.png", full_page=True)
            assert tab.evaluate("document.documentElement.scrollWidth") <= width, f"{name} is wider than {width}"
            context.close()
        return len(raw)


@pytest.fixture
def album(browser: Browser) -> Album:
    """Return the folder that collects the emails."""
    return Album(browser)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind(app: Flask, clock: FakeClock, album: Album, language: str, kind: str) -> None:
    play_scene(kind, clock)
    for account in session().scalars(select(Account)).all():
        change(account.id, language=language)
    claim_notices(clock())
    notice = newest(kind.replace("_", "-"))
    album.keep(Mailed(notice, mail(notice.kind)), f"{language}-kind-{kind}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("ruleset", rules.games())
def test_each_game(app: Flask, album: Album, figures: Figures, language: str, phase: str, ruleset: str) -> None:
    for name in ("ada", "bob"):
        change(person(name).id, language=language)
    of, number = table("ada", "bob", ruleset=ruleset), 0
    while of.game.to_move is not None and (number < PHASES[phase] or of.mover.name != "ada"):
        moves = moves_for_example(of.game)
        of.play(moves[number % len(moves)])
        number += 1
    kind = "game-over" if of.game.to_move is None else "your-turn"
    size = album.keep(mailed(ADA, kind)[-1], f"{language}-game-{ruleset}-{phase}")
    assert size <= LARGEST


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", TO_A_TURN)
def test_each_answer_to_a_turn(app: Flask, album: Album, language: str, state: str) -> None:
    change(person("ada").id, language=language)
    write(ADA, turn_box(table("ada", "bob").game, 0), TO_A_TURN[state])
    for answer in mailed(ADA, "answer")[-1:]:
        album.keep(answer, f"{language}-answer-{state}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", TO_GENERAL_ADDRESS)
def test_each_answer_of_the_general_address(app: Flask, album: Album, language: str, state: str) -> None:
    change(person("ada").id, language=language)
    table("ada", "bob")
    write(ADA, Named.GENERAL, TO_GENERAL_ADDRESS[state])
    for answer in mailed(ADA, "general-mailbox", "confirm")[-1:]:
        album.keep(answer, f"{language}-general-{state}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_question_whose_mail_it_is(app: Flask, album: Album, language: str) -> None:
    for name, orders in QUESTIONS.items():
        if name != "new":
            change(person(name).id, language=language)
        for order in orders:
            write(f"{name}@example.net", Named.GENERAL, order, Content_Language=language)
        album.keep(mailed(f"{name}@example.net", "confirm")[-1], f"{language}-question-to-{name}")


def _head(sent: Mailed) -> str:
    return "\n".join(f"{name}: {sent.message[name]}" for name in ("From", "Subject"))


def _shown(sent: Mailed) -> str:
    """Return its HTML with inline data for the pictures, since a browser has no email to load them from."""
    body = sent.message.get_body(("html",))
    assert body is not None
    page: str = body.get_content()
    for each in sent.message.walk():
        if each.get_content_maintype() == "image":
            content: bytes = each.get_content()
            page = page.replace(
                f"cid:{each['Content-ID'].strip('<>')}", f"data:image/png;base64,{b64encode(content).decode()}"
            )
    return page


def _write_index() -> None:
    names = sorted(path.stem for path in FOLDER.glob("*.html") if path.stem != "index")
    shown = "".join(
        f"<h2>{html.escape(name)}</h2><p><a href='{name}.html'>HTML</a> <a href='{name}.txt'>text</a></p>"
        + "".join(f"<img loading='lazy' height='600' src='{name}-{w}-{s}.png'> " for w, s in product(WIDTHS, SCHEMES))
        for name in names
    )
    (FOLDER / "index.html").write_text(
        f"<!doctype html><meta charset='utf-8'><title>Mails</title>{shown}", encoding="utf-8"
    )
