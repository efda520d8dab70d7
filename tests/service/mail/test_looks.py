"""What every mail looks like: its size, its colours by day and night, and what Outlook's Word engine makes of it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from flask import Flask

import rules
from service.accounts.accounts import change
from service.mail.compose import LARGEST, compose
from service.mail.contrast import ENOUGH, contrast, readable
from service.notifications.digests import claim_notices
from service.presentation.offers import moves_for_example
from tests.figures import Figures
from tests.gauntlet.mails import KINDS, play_scene
from tests.service.conftest import FakeClock
from tests.service.mail.occasions import mail, newest, part
from tests.service.tables import person, table

pytestmark = pytest.mark.real_pictures

PHASES, MOVES = (0, 1, 6, 7, 14, 15), 24
"""At which moves of a game its mails are looked at, in both languages; and at which one the last time."""
SPARE = 1024
"""Bytes that are left in the largest of them, for long names and addresses."""
PAPER = {"color": "#000000", "background": "#ffffff"}
VOID = {"meta", "img", "br", "link", "input", "hr", "source"}
NIGHT = re.compile(r"([^{}]+)\{([^{}]+)\}")
RULE = re.compile(r"(?<![\w-])(color|background): *(#[0-9a-f]{6})")


class Painted(HTMLParser):
    """The pairs of text colour and background of all visible text in an email."""

    def __init__(self, night: list[tuple[list[str], dict[str, str]]]) -> None:
        super().__init__()
        self._night = night
        self._stack: list[tuple[str, list[str], dict[str, str]]] = [("", [], PAPER)]
        self.pairs: set[tuple[str, str, str]] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        given = {name: value or "" for name, value in attrs}
        colours = dict(self._stack[-1][2]) | dict(RULE.findall(given.get("style", "")))
        names = [tag, *(f".{name}" for name in given.get("class", "").split())]
        path = [name for _, names_above, _ in self._stack for name in names_above]
        for selector, changes in self._night:
            *above, own = selector
            if own in names and all(name in path for name in above):
                colours |= changes
        is_seen = "max-height:0" not in given.get("style", "")
        self._stack.append((tag if is_seen else "style", names, colours))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._stack.pop()

    def handle_data(self, data: str) -> None:
        if data.strip() and not any(tag in ("style", "title", "head") for tag, _, _ in self._stack):
            colours = self._stack[-1][2]
            self.pairs.add((colours["color"], colours["background"], data.strip()[:30]))


def night_of(html: str) -> list[tuple[list[str], dict[str, str]]]:
    """Return the colours that the email changes in dark mode, by selector."""
    [rules_of_night] = re.findall(r"prefers-color-scheme: dark\) \{(.*?)\n  \}", html, re.DOTALL)
    return [
        (selector.split(), dict(RULE.findall(body)))
        for selectors, body in NIGHT.findall(rules_of_night)
        for selector in selectors.split(",")
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_every_letter_can_be_read_by_day_and_by_night_and_word_can_lay_it_out(
    app: Flask, clock: FakeClock, kind: str
) -> None:
    play_scene(kind, clock)
    claim_notices(clock())
    html = part(mail(newest(kind.replace("_", "-")).kind), "html")
    for night in ([], night_of(html)):
        painted = Painted(night)
        painted.feed(html)
        assert len(painted.pairs) > 3
        assert [pair for pair in painted.pairs if contrast(pair[0], pair[1]) < ENOUGH] == []
    assert not re.search(r"inline-block|display: ?(?:flex|grid)|float:|position:", html)
    assert '<table role="presentation" width="600"' in html


def test_a_letter_on_a_seats_colour_can_be_read() -> None:
    assert contrast("#ffffff", readable("#d55e00")) >= ENOUGH
    assert readable("#0072b2") == "#0072b2"


SEATED = [(game.id, seats) for game in rules.games().values() for seats in sorted({2, max(game.players)})]


@pytest.mark.parametrize(("ruleset", "seats"), SEATED)
def test_a_mail_about_a_turn_is_small_from_the_first_to_the_last(
    app: Flask, figures: Figures, ruleset: str, seats: int
) -> None:
    change(person("bob").id, language="de")
    of, number, sizes = table(*("ada", "bob", "cleo", "dan")[:seats], ruleset=ruleset), 0, {}
    while of.game.to_move is not None and number < MOVES:
        if number in PHASES:
            sizes[number] = len(compose(newest("your-turn")))
        moves = moves_for_example(of.game)
        of.play(moves[number % len(moves)])
        number += 1
    sizes[number] = len(compose(newest("game-over" if of.game.to_move is None else "your-turn")))
    assert max(sizes.values()) <= LARGEST - SPARE
    figures(f"Largest mail of {ruleset} for {seats}", bytes=max(sizes.values()))


def test_an_invitation_and_a_slip_of_the_pen_are_small(app: Flask, clock: FakeClock) -> None:
    play_scene("invitation", clock)
    assert len(compose(newest("invitation"))) <= LARGEST
    play_scene("answer", clock)
    assert len(compose(newest("answer"))) <= LARGEST // 4
