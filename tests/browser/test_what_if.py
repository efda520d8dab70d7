"""What-if lines in a real browser, by clicks on the board, and without scripts on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Page, expect

from service.db.engines import session
from service.play.what_if import branches_of
from tests.browser.every_page import let_in
from tests.service.tables import Table, table
from tests.service.web.visitor import returning
from tests.site import Site
from workers.jobs import plans

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}


@pytest.fixture
def of(site: Site) -> Table:
    """Create a game of Springtime between Ann and Bob."""
    return table("ann", "bob", ruleset="springtime")


@pytest.fixture
def without_scripts(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(java_script_enabled=False, viewport=PHONE) as context:  # type: ignore[arg-type]
        yield context


def known_as_ann(context: BrowserContext, site: Site) -> None:
    """Let the browser be one in which Ann has signed in."""
    cookie = returning(site.app, "ann@example.net").client.get_cookie("sundial")
    assert cookie is not None
    context.add_cookies([{"name": "sundial", "value": cookie.value, "url": site.address}])


def fits(page: Page) -> bool:
    """Check that nothing overflows horizontally."""
    found: bool = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    return found


def kept(of: Table) -> list[tuple[str, str]]:
    """Return Ann's saved branches of the game."""
    session().rollback()
    return [(each.name, each.line) for each in branches_of(of.game, of.players[0])]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_line_is_clicked_on_the_board_stepped_through_and_kept(
    page: Page, site: Site, of: Table, size: dict[str, int]
) -> None:
    known_as_ann(page.context, site)
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(f"{site.address}/games/{of.id}")
    page.get_by_role("link", name="What if …?").click()
    for square, following in (("e5", "It would be the turn of bob"), ("e7", "It would be your turn")):
        page.locator(f"figure.board [data-word={square}]").click()
        page.get_by_role("link", name="Continue from here").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(following)
        assert fits(page)
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("It would be the turn of bob")
    page.locator(".steps [rel=next]").click()
    page.get_by_label("Name").fill("the corner")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved as the corner.")).to_be_visible()
    assert kept(of) == [("the corner", "e5 / e7")]
    assert of.game.log_length == 0


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_conditional_moves_are_played_on_the_board_kept_played_and_deleted(
    page: Page, site: Site, of: Table, size: dict[str, int]
) -> None:
    let_in(page.context, site, of.players[1])
    page.set_viewport_size(size)  # type: ignore[arg-type]
    for answer in ("e7", "a1"):
        page.goto(f"{site.address}/games/{of.id}?tab=plan#plan")
        page.get_by_role("link", name="Play them on the board").click()
        page.locator("figure.board [data-word=e5]").click()
        page.get_by_role("link", name="Continue from here").click()
        page.locator(f"figure.board [data-word={answer}]").click()
        expect(page.get_by_text("If ann plays: e5")).to_be_visible()
        page.get_by_role("button", name="Save conditional moves").click()
        expect(page.get_by_text("Saved. We play your answers for you.")).to_be_visible()
        assert fits(page)
        page.get_by_role("link", name="See or delete your conditional moves").click()
        expect(page.locator("#plan")).to_contain_text(f"if e5 then {answer}")
        assert complaints_of(page, "#plan") == []
        if answer == "e7":
            page.locator("#plan").get_by_role("button", name="if e5 then e7").click()
            expect(page.locator("#plan")).not_to_contain_text("if e5 then e7")
    of.play("e5")
    plans.run()
    page.goto(f"{site.address}/games/{of.id}")
    expect(page.get_by_text("Your conditional move was played: a1.")).to_be_visible()


def complaints_of(page: Page, part: str) -> list[str]:
    """Return axe's violations in a part of the page."""
    page.evaluate(AXE_SCRIPT)
    said = page.evaluate("(part) => axe.run(part)", part)
    return [f"{rule['id']}: {node['html'][:120]}" for rule in said["violations"] for node in rule["nodes"]]


def test_all_of_it_works_without_scripts_on_a_telephone(without_scripts: BrowserContext, site: Site, of: Table) -> None:
    known_as_ann(without_scripts, site)
    page = without_scripts.new_page()
    page.goto(f"{site.address}/games/{of.id}/what-if")
    for square in ("e5", "e7"):
        page.get_by_label("Type a move").fill(square)
        page.locator("form", has=page.get_by_label("Type a move")).get_by_role("button", name="Preview").click()
        page.get_by_role("link", name="Continue from here").click()
    page.get_by_label("Name").fill("the corner")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("It would be the turn of bob")
    page.get_by_role("link", name="the corner").click()
    page.get_by_text("Change").click()
    page.get_by_label("New name").fill("the edge")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("link", name="the edge")).to_be_visible()
    assert kept(of) == [("the edge", "e5 / e7")]
    page.get_by_text("Change").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("link", name="the edge")).to_have_count(0)
    assert kept(of) == []


def test_dice_are_chosen_and_thrown_without_scripts(without_scripts: BrowserContext, site: Site) -> None:
    of = table("ann", "bob")
    known_as_ann(without_scripts, site)
    page = without_scripts.new_page()
    for by_hand in (True, False):
        page.goto(f"{site.address}/games/{of.id}/what-if/1/place max-15")
        expect(page.get_by_role("heading", level=1)).to_have_text("The dice would be rolled")
        if by_hand:
            page.get_by_label("Choose a result").select_option("roll 2 3 4")
            page.get_by_role("button", name="Use this result").click()
        else:
            page.get_by_role("button", name="Roll the dice").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("It would be the turn of bob")
    assert of.game.log_length == 1
