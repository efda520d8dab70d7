"""Steps through a game: quick ones need no request each, and all of the page follows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from service.models import Visibility
from service.notifications.links import turn_link
from tests.browser.every_page import let_in
from tests.browser.test_keyboard import now
from tests.service.tables import Table, table
from tests.site import Site

TURNS = 14


@pytest.fixture
def of(site: Site) -> Table:
    """Create a public game with fourteen turns, Ann to move."""
    of = table("ann", "bob", ruleset="springtime", visibility=Visibility.PUBLIC)
    for _ in range(TURNS):
        of.play_anything()
    return of


@pytest.fixture
def asked(page: Page) -> list[str]:
    """The addresses of all requests."""
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    return asked


@pytest.fixture(params=["player", "watcher", "link of an email"])
def shown(page: Page, site: Site, of: Table, request: pytest.FixtureRequest) -> Page:
    """Open the game as one of these."""
    if request.param == "link of an email":
        page.goto(f"{turn_link(now(of), now(of).to_move or 0)}/game")
        return page
    if request.param == "player":
        let_in(page.context, site, of.mover)
    page.goto(f"{site.address}/games/{of.id}")
    return page


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def read(page: Page) -> list[str | None]:
    """Return what the page shows: the heading, the points, the board, and the turn in the log."""
    parts = ("h1", ".line .players", ".board > svg", ".steps", ".turns > .here > p a")
    return [page.locator(f".game {part}").first.inner_html() for part in parts]


def test_ten_quick_steps_back_are_ten_turns_and_one_request(shown: Page, asked: list[str]) -> None:
    asked.clear()
    for _ in range(10):
        shown.keyboard.press("ArrowLeft")

    expect(heading(shown)).to_have_text("Turn 4 of 14")
    [page] = [each for each in asked if "/games/" in each or "/t/" in each]
    assert "around" in page
    expect(shown).to_have_url(re.compile(r"[?]at=4$"))


def test_a_kept_turn_shows_what_its_own_page_does(shown: Page) -> None:
    shown.keyboard.press("ArrowLeft")
    shown.keyboard.press("ArrowLeft")
    shown.keyboard.press("ArrowLeft")
    expect(heading(shown)).to_have_text("Turn 11 of 14")
    kept = read(shown)

    shown.reload()

    assert read(shown) == kept


def test_a_kept_turn_is_shown_without_a_connection(shown: Page) -> None:
    shown.keyboard.press("ArrowLeft")
    expect(heading(shown)).to_have_text("Turn 13 of 14")
    shown.context.set_offline(True)

    shown.locator(".steps [rel=prev]").click()
    expect(heading(shown)).to_have_text("Turn 12 of 14")
    shown.locator(".turns > li", has_text="Turn 5").get_by_role("link", name="Turn 5", exact=True).click()

    expect(heading(shown)).to_have_text("Turn 5 of 14")
    shown.go_back()
    expect(heading(shown)).to_have_text("Turn 12 of 14")


def test_home_is_the_start_and_end_is_now(shown: Page) -> None:
    present = read(shown)
    shown.keyboard.press("Home")
    expect(heading(shown)).to_have_text("Start of the game")

    shown.keyboard.press("End")
    expect(shown.locator(".steps [rel=last]")).to_have_count(0)

    assert read(shown)[:1] == present[:1]
    assert "at=" not in shown.url


def test_keys_act_neither_in_fields_nor_on_the_board(page: Page, site: Site, of: Table) -> None:
    let_in(page.context, site, of.mover)
    page.goto(f"{site.address}/games/{of.id}")
    for part in (page.get_by_label("Type a move"), page.locator("svg.live [data-word]").first):
        part.focus()
        for key in ("ArrowLeft", "Home", "End", "ArrowRight"):
            page.keyboard.press(key)
    expect(heading(page)).to_have_text("Your turn")
    assert "at=" not in page.url


def test_a_move_that_is_played_meanwhile_is_not_missed(page: Page, site: Site, of: Table) -> None:
    let_in(page.context, site, of.mover)
    page.goto(f"{site.address}/games/{of.id}")
    page.keyboard.press("ArrowLeft")
    expect(heading(page)).to_have_text("Turn 13 of 14")
    of.play_anything()
    page.evaluate("document.dispatchEvent(new Event('here:behind'))")
    expect(heading(page)).to_have_text("Turn 13 of 15")

    page.keyboard.press("ArrowRight")

    expect(heading(page)).to_have_text("Turn 14 of 15")
