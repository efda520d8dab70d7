"""A game on a telephone: one line on the table, whose turn it is, the board from 64 pixels on, and a sheet below."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import rules
from service.config.settings import settings
from service.db import clock
from service.embedded.mailbox import mails_in
from service.models import Account, Visibility
from service.notifications import links
from service.play.seats import resign
from service.play.timekeeping import Fast
from tests.browser.every_page import let_in
from tests.figures import Goals
from tests.lives import drain
from tests.service.tables import Table, person, table
from tests.site import Site
from workers.transports.mailbox import Mailbox

SMALL, USUAL = {"width": 360, "height": 740}, {"width": 390, "height": 844}
HIGHEST = 64
"""Pixels from the top of the screen, at which a board begins at the latest."""
SEEN = """(part) => {
  const box = part.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return part.contains(document.elementFromPoint(x, y)) && box.left >= 0 && box.right <= innerWidth;
}"""
"""Whether nothing lies over the middle of it, and it is on the screen in its whole width."""
ROWS = "(words) => words.map((word) => word.getClientRects().length)"
"""In how many rows each word stands."""
STATES = ("one's own turn", "by link", "waiting", "watched", "an earlier turn", "over", "over, lost", "over, watched")


@pytest.fixture
def telephone(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport=SMALL, has_touch=True) as context:  # type: ignore[arg-type]  # a dict as theirs
        yield context


def looked_at(context: BrowserContext, site: Site, viewer: Account | None, path: str) -> Page:
    """Open a page as that account, or as a stranger, in a new browser."""
    context.clear_cookies()
    if viewer is not None:
        let_in(context, site, viewer)
    page = context.pages[0] if context.pages else context.new_page()
    page.goto(site.address + path.removeprefix(site.address))
    return page


def pages_of(of: Table) -> Iterator[tuple[str, Account | None, str]]:
    """Yield a game's page with its viewer in each state; the game goes on and ends meanwhile."""
    own, [first, second] = f"/games/{of.id}", of.players
    mover, other = (first, second) if of.mover.id == first.id else (second, first)
    link = links.turn_link(of.game, of.game.to_move or 0)
    yield from zip(STATES[:5], (mover, None, other, None, mover), (own, link, own, own, f"{own}?at=1"), strict=True)
    resign(of.id, second, clock.now())
    of.play_to_the_end()
    yield from zip(STATES[5:], (first, second, None), (own, own, own), strict=True)


def highest(page: Page) -> int:
    """Return the top of the board in pixels, at the worse of two phone sizes, below the status."""
    tops = list[float]()
    for size in (SMALL, USUAL):
        page.set_viewport_size(size)  # type: ignore[arg-type]  # a dict as theirs
        page.evaluate("scrollTo(0, 0)")
        said, board = page.get_by_role("heading", level=1), page.locator("figure.board")
        tops.append(board.evaluate("(board) => board.getBoundingClientRect().top"))
        bottom = said.evaluate("(said) => said.getBoundingClientRect().bottom")
        assert bottom <= tops[-1], (page.url, said.text_content())
        assert said.evaluate(SEEN), (page.url, said.text_content())
        for part in page.locator(".line .score, .line .clock").all():
            assert part.evaluate(SEEN), (page.url, part.text_content())
    return round(max(tops))


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_the_board_of_a_game_begins_high_on_a_telephone_and_what_is_said_above_it_stays_in_sight(
    telephone: BrowserContext, site: Site, goals: Goals, ruleset: str
) -> None:
    of = table("ann", "bob", ruleset=ruleset, visibility=Visibility.PUBLIC)
    of.play(of.whole_moves(1)[0])
    tops = dict[str, int]()
    for state, viewer, path in pages_of(of):
        tops[state] = highest(looked_at(telephone, site, viewer, path))
    goals("pixels above the board of a game on a telephone", max(tops.values()), most=HIGHEST)
    assert max(tops.values()) <= HIGHEST, tops


def test_neither_long_names_nor_a_full_table_nor_fast_clocks_push_the_board_down(
    telephone: BrowserContext, site: Site, goals: Goals
) -> None:
    names = ("Maximiliane.Oberhuber-Wartenstein", "Bartholomew.Featherstonehaugh", "carl", "dora")
    full = table(*names, ruleset="siesta", visibility=Visibility.PUBLIC)
    fast = table(*names[:2], ruleset="siesta", days_per_move=1, fast=Fast(minutes=15, seconds_per_move=20))
    for of in (full, fast):
        of.play(of.whole_moves(1)[0])
        for viewer in of.players[:2]:
            for tongue in ("en", "de"):
                top = highest(looked_at(telephone, site, viewer, f"/games/{of.id}?language={tongue}"))
                goals("pixels above the board of a game on a telephone", top, most=HIGHEST)
                assert top <= HIGHEST, (names, tongue)


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_what_a_move_would_bring_is_in_sight_beside_the_button_that_plays_it(
    telephone: BrowserContext, site: Site, ruleset: str
) -> None:
    of = table("ann", "bob", ruleset=ruleset)
    pick = urlencode({"pick": of.whole_moves(1)[0]})
    page = looked_at(telephone, site, of.mover, f"/games/{of.id}?{pick}")

    told = page.locator(".effects").first.inner_text().removeprefix(of.mover.name).strip()
    expect(page.locator(".brings")).to_contain_text(told.splitlines()[0])
    assert page.locator(".brings").evaluate(SEEN)
    expect(page.get_by_role("button", name="Play this move")).to_be_in_viewport(ratio=1)


FIRST_LETTER = """(link) => {
  const letter = document.createRange();
  letter.setStart(link.firstChild, 0);
  letter.setEnd(link.firstChild, 1);
  return letter.getBoundingClientRect().left >= link.getBoundingClientRect().left - 1;
}"""


def test_a_long_name_in_the_menu_is_cut_at_its_end(telephone: BrowserContext, site: Site) -> None:
    page = looked_at(telephone, site, person("maximiliane.oberhuber"), "/rules")

    link = page.get_by_role("navigation", name="Main").get_by_role("link").last
    assert link.evaluate("(link) => link.scrollWidth > link.clientWidth")
    assert link.evaluate(FIRST_LETTER)


def test_what_was_refused_is_said_above_the_board_and_whose_turn_it_is_stays_in_sight(
    telephone: BrowserContext, site: Site
) -> None:
    of = table("ann", "bob", ruleset="siesta")
    page = looked_at(telephone, site, of.mover, f"/games/{of.id}?pick=sun+a1,+roof+l12")

    expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")
    assert page.get_by_role("heading", level=1).evaluate(SEEN)
    expect(page.get_by_role("alert")).to_be_attached()


def test_no_line_ends_within_a_word_of_a_move(telephone: BrowserContext, site: Site) -> None:
    of = table("ann", "bob")
    drain(Mailbox(settings().mailbox))
    [number] = (mail.number for mail in mails_in(settings().mailbox) if str(of.mover.email) in str(mail.message["To"]))

    for path in ("/rules/seasons", f"/mailbox/{number}/html"):
        words = looked_at(telephone, site, of.mover, path).locator(".word")
        assert set(words.evaluate_all(ROWS)) == {1}, path


def test_whoever_taps_reads_nothing_of_arrow_keys(telephone: BrowserContext, site: Site) -> None:
    of = table("ann", "bob")
    page = looked_at(telephone, site, of.mover, f"/games/{of.id}")

    expect(page.get_by_text("Tap the board")).to_be_visible()
    expect(page.get_by_text("arrow keys")).to_be_hidden()
