"""Tablet and desktop layouts: the board with its context in view, buttons below or beside it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, expect

import rules
from tests.browser.every_page import opened
from tests.service.tables import Table, table
from tests.site import Site

TABLET, DESK = {"width": 820, "height": 1180}, {"width": 1440, "height": 900}
OWN_SHAPE = """(svg) => {
  const { width, height } = svg.getBoundingClientRect(), drawn = svg.viewBox.baseVal;
  return Math.abs(width / height - drawn.width / drawn.height) < 0.02;
}"""
"""Whether the picture is as wide and as high as it is drawn: nothing beyond its edge could be seen beside it."""


@pytest.fixture
def tablet(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport=TABLET, has_touch=True) as context:  # type: ignore[arg-type]  # a dict as theirs
        yield context


def edges(part: Locator) -> dict[str, float]:
    """Where it is on the screen."""
    found: dict[str, float] = part.evaluate("(part) => part.getBoundingClientRect().toJSON()")
    return found


def begun(ruleset: str) -> Table:
    """Create a game with one past turn."""
    of = table("ann", "bob", ruleset=ruleset)
    of.play(of.whole_moves(1)[0])
    return of


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_on_a_tablet_the_board_its_steps_the_deadline_and_what_there_is_to_press_are_seen_at_once(
    tablet: BrowserContext, site: Site, ruleset: str
) -> None:
    of = begun(ruleset)
    page = opened(tablet, site, of.mover, f"/games/{of.id}")

    board = page.locator("figure.board > svg")
    for part in (board, page.locator(".steps"), page.locator(".head .clock"), page.get_by_text("Choose your move")):
        expect(part).to_be_in_viewport(ratio=0.99)
    assert board.evaluate(OWN_SHAPE)


def test_on_a_tablet_what_there_is_to_press_is_scrolled_with_the_page_and_not_in_a_window_of_its_own(
    tablet: BrowserContext, site: Site
) -> None:
    of = begun("tribes")
    page = opened(tablet, site, of.mover, f"/games/{of.id}")

    assert page.locator("#panel").evaluate("(panel) => panel.scrollHeight <= panel.clientHeight")
    page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
    expect(page.get_by_text("Details", exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_on_a_desk_a_board_has_its_own_shape(browser: Browser, site: Site, ruleset: str) -> None:
    of = begun(ruleset)
    with browser.new_context(viewport=DESK) as context:  # type: ignore[arg-type]  # a dict as theirs
        page = opened(context, site, of.mover, f"/games/{of.id}")
        board = page.locator("figure.board > svg")
        assert board.evaluate(OWN_SHAPE)
        expect(board).to_be_in_viewport(ratio=1)


def test_games_stand_two_beside_each_other_on_a_tablet(tablet: BrowserContext, site: Site) -> None:
    of = [begun("siesta"), begun("springtime")][0]
    page = opened(tablet, site, of.players[0], "/games")

    first, second = (edges(card) for card in page.locator(".games > li").all())
    assert first["top"] == second["top"]
    assert first["right"] < second["left"]


@pytest.mark.parametrize("turns", [0, 1], ids=["left to move", "right to move"])
def test_both_names_stand_beside_the_points_and_the_clock_outside(
    tablet: BrowserContext, site: Site, turns: int
) -> None:
    of = table("ann", "bob", ruleset="springtime")
    for move in of.whole_moves(turns):
        of.play(move)
    page = opened(tablet, site, of.players[0], f"/games/{of.id}")

    left, right = page.locator(".line .pair li").all()
    for player, near, far in ((left, "right", "left"), (right, "left", "right")):
        name, score = edges(player.locator(".name")), edges(player.locator(".score"))
        assert (name["right"] <= score["left"]) is (near == "right")
        for clock in player.locator(".clock").all():
            assert (edges(clock)[near] <= name[far]) is (near == "right")


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_what_can_be_tried_on_a_board_to_learn_on_begins_in_sight_on_a_tablet(
    tablet: BrowserContext, site: Site, ruleset: str
) -> None:
    page = tablet.new_page()
    page.goto(f"{site.address}/rules/{ruleset}/try/1")

    assert page.locator("figure.board > svg").evaluate(OWN_SHAPE)
    for said in ("Not legal", "Try other moves on this board"):
        expect(page.get_by_text(said, exact=True)).to_be_in_viewport(ratio=1)
