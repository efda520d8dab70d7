"""Complete games by keyboard alone: one of each ruleset, one with a screen reader, and the keys for a move.

The keys are those of an impatient player: Tab to the board, Enter on the first target, and so on.
"""

from __future__ import annotations

from itertools import cycle

import pytest
from playwright.sync_api import Browser, Page, expect

import rules
from service.db.engines import session
from service.models import Game, GameStatus
from service.notifications import links
from tests.browser.every_page import let_in
from tests.browser.reader import Reader
from tests.figures import Figures, Goals
from tests.service.tables import Table, at_once, table
from tests.site import Site

MOST_TABS = 12
"""To the form for a move, from the top of the page."""
MOST_CHOICES = 20
"""For a move; many times what any move needs."""
WIDEST = 12
"""Columns or rows of the largest board."""
OVER_THE_BOARD = [
    *["ArrowLeft", "ArrowUp"] * WIDEST,
    *[*["ArrowRight"] * WIDEST, "ArrowDown", *["ArrowLeft"] * WIDEST, "ArrowDown"] * (WIDEST // 2),
]
"""Keys that bring the cursor to a corner, and from there over all rows."""
LEGAL = r"^[a-i]\d, empty, .*: places token"


def now(of: Table) -> Game:
    """Read the game from the database."""
    session().expire_all()
    session().rollback()
    return of.game


def turn_of(of: Table) -> str:
    """Return the turn link emailed to the player to move."""
    game = now(of)
    assert game.to_move is not None
    return links.turn_link(game, game.to_move)


def focused(page: Page) -> str:
    """Return the focused word on the board, or an empty string."""
    word: str = page.evaluate("document.activeElement.closest('.live [data-word]')?.dataset.word ?? ''")
    return word


def tab_to_the_board(page: Page, key: str = "Tab") -> None:
    for _ in range(MOST_TABS):
        if focused(page):
            return
        page.keyboard.press(key)
    raise AssertionError(f"The board is not reached by {MOST_TABS} presses of {key}.")


def walk_to_a_target(page: Page) -> None:
    """Move over the board by arrow keys until a target has the focus, if the cursor stays on what is none any more."""
    for key in OVER_THE_BOARD:
        if page.evaluate("document.activeElement.matches('.can')"):
            return
        page.keyboard.press(key)
    raise AssertionError("No target is reached by arrow keys.")


def choose_by_keys(page: Page) -> None:
    """Choose the first complete move: the first target, then the first choices offered."""
    expect(page.locator("svg.live")).to_be_attached()
    tab_to_the_board(page)
    for _ in range(MOST_CHOICES):
        walk_to_a_target(page)
        page.keyboard.press("Enter")
        expect(page.locator("#turn.busy")).to_have_count(0)
        if page.locator(".matches button").count():
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            expect(page.locator("#move-heading")).to_be_focused()
        if page.locator("form.play").count():
            return
        tab_to_the_board(page, "Shift+Tab")
    raise AssertionError(f"{MOST_CHOICES} choices make no move.")


def play_by_keys(page: Page, of: Table) -> None:
    """Play one turn from its emailed link."""
    version = now(of).version
    page.goto(turn_of(of))
    choose_by_keys(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_be_focused()
    assert now(of).version > version


@pytest.mark.parametrize(("ruleset", "seat"), [*zip(sorted(rules.games()), cycle((0, 1)))])
def test_a_whole_game_is_played_by_keyboard_alone(
    page: Page, site: Site, figures: Figures, ruleset: str, seat: int
) -> None:
    """Play one seat from the first turn to the last; playing both would cost twice as much."""
    of = at_once(table("cleo", "dan", ruleset=ruleset))
    turns = 0

    while (game := now(of)).status == GameStatus.ACTIVE:
        if game.to_move == seat:
            play_by_keys(page, of)
            turns += 1
        else:
            of.play(of.whole_moves(1)[0])

    figures("turns of a whole game by keyboard alone", **{ruleset: turns})
    assert turns > 1
    assert now(of).status == GameStatus.FINISHED


def test_after_each_piece_the_cursor_stays_on_the_board_where_it_was(page: Page, site: Site) -> None:
    of = table("cleo", "dan", ruleset="siesta")
    page.goto(turn_of(of))
    expect(page.locator("svg.live")).to_be_attached()
    for piece, square in (("sun", "f6"), ("roof", "g6")):
        for word in (piece, square):
            page.locator(f".live [data-word={word}]").focus()
            page.keyboard.press("Enter")
        expect(page.locator("p.chosen")).to_contain_text(f"{piece} {square}")
        assert focused(page) == square
    page.keyboard.press("ArrowRight")
    assert focused(page) == "h6"
    page.keyboard.press("Enter")
    expect(page.locator("form.play")).to_have_count(1)
    expect(page.locator("#move-heading")).to_be_focused()


STOPS = """() => {
  const stop = document.activeElement;
  return [stop.closest("section.move form") !== null, stop.closest(".live") !== null];
}"""
"""Whether the focus is in the form for a move, and whether it is on the board."""


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_few_stops_come_before_the_form_for_a_move(browser: Browser, site: Site, goals: Goals, ruleset: str) -> None:
    of = table("cleo", "dan", ruleset=ruleset)
    of.play(of.whole_moves(1)[0])
    with browser.new_context() as context:
        let_in(context, site, of.mover)
        page = context.new_page()
        page.goto(f"{site.address}/games/{of.id}")
        expect(page.locator("svg.live")).to_be_attached()
        stops = list[list[bool]]()
        while not stops or not stops[-1][0]:
            assert len(stops) <= MOST_TABS, "The form is not reached."
            page.keyboard.press("Tab")
            stops.append(page.evaluate(STOPS))

    goals("Tab stops before the form for a move", len(stops) - 1, most=MOST_TABS)
    assert [on_board for _, on_board in stops].count(True) == 1


def walk_to(reader: Reader, square: str) -> None:
    """Move over the board with arrow keys, guided only by what is read aloud."""
    for axis, (less, more) in enumerate((("ArrowLeft", "ArrowRight"), ("ArrowDown", "ArrowUp"))):
        while (at := reader.at_focus().name[axis]) != square[axis]:
            reader.press(more if at < square[axis] else less)


def test_a_whole_game_is_played_by_what_the_accessibility_tree_says_alone(page: Page, site: Site) -> None:
    of, reader = table("cleo", "dan", ruleset="springtime-puzzle"), Reader(page)

    while now(of).status == GameStatus.ACTIVE:
        reader.open(turn_of(of))
        reader.waits_for("heading", "^Your turn$")
        reader.waits_for("button", LEGAL)
        reader.tabs_to("button", LEGAL, MOST_TABS)
        farthest = [each.name for each in reader.everything() if each.is_a("button", LEGAL)][-1]
        walk_to(reader, farthest)
        assert reader.at_focus().name == farthest

        reader.press("Enter")
        reader.waits_for_focus("heading", "^Your move, not played yet$")
        reader.waits_for("status", "places token")
        reader.tabs_to("button", "^Play this move$", 1)
        reader.press("Enter")
        reader.waits_for_focus("heading", "^Waiting for|^Game over")

    assert now(of).status == GameStatus.FINISHED
