"""A game's page: the board as high as the window, and beside it one panel with few things above its log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, ViewportSize, expect

import rules
from service.db import clock
from service.models import Account, Game
from service.notifications import links
from service.play.chat import post
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import resign
from tests.browser.every_page import let_in, opened
from tests.figures import Goals
from tests.service.tables import Table, person, table
from tests.site import Site

LAPTOP, DESK, BIG = (
    ViewportSize(width=1366, height=650),
    ViewportSize(width=1440, height=900),
    ViewportSize(width=2560, height=1440),
)
TURNED, ZOOMED = ViewportSize(width=844, height=390), ViewportSize(width=720, height=450)
PHONE = ViewportSize(width=390, height=844)
LEAST_SHARE = 80
"""Percent of the window's height."""
MOST_ABOVE = 5
"""Things above the log: whose turn it is, the players, the move, the buttons beside it, and the steps."""
ABOVE = """() => {
  const panel = document.getElementById("panel");
  const own = [...panel.children].filter((part) => part.checkVisibility() && part.getBoundingClientRect().height);
  return 2 + own.findIndex((part) => part.matches(".sides"));
}"""
"""How many things stand above the log, the heading and the players among them."""
IS_IN_SIGHT = """(part) => {
  const { top, bottom, left, right } = part.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}"""


@pytest.fixture
def desk(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport=DESK) as context:
        yield context


def begun(ruleset: str) -> Table:
    """Create a game with one past turn."""
    of = table("ann", "bob", ruleset=ruleset)
    of.play(of.whole_moves(1)[0])
    return of


def against_computer(ruleset: str, *, level: int = 1) -> tuple[Game, Account]:
    """Create a game of Ann's against the computer."""
    ann = person("ann")
    seats = [SeatWish(me=True), SeatWish(ai=level)]
    return create_game(ann, NewGame(ruleset, seats, shuffle_seats=False), clock.now()), ann


def share(board: Locator, size: ViewportSize) -> int:
    """Return the percentage of the window's height that the board has."""
    height: float = board.evaluate("(board) => board.getBoundingClientRect().height")
    return round(100 * height / size["height"])


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_a_board_has_most_of_the_windows_height_and_is_seen_whole(
    desk: BrowserContext, site: Site, goals: Goals, ruleset: str
) -> None:
    of = begun(ruleset)
    page = opened(desk, site, of.mover, f"/games/{of.id}")
    board, shares = page.locator("figure.board > svg"), list[int]()
    for address in (page.url, links.turn_link(of.game, of.game.to_move or 0)):
        page.goto(address)
        for size in (LAPTOP, DESK, BIG, TURNED, ZOOMED):
            page.set_viewport_size(size)
            assert board.evaluate(IS_IN_SIGHT), size
            shares.append(share(board, size))
            right, left = (part.bounding_box() for part in (board, page.locator(".panel")))
            assert right is not None
            assert left is not None
            assert right["x"] + right["width"] <= left["x"] + 1, size
    goals("percent of the window's height that a board has beside its panel", min(shares), least=LEAST_SHARE)
    assert min(shares) >= LEAST_SHARE


@pytest.mark.parametrize("size", [LAPTOP, DESK], ids=["laptop", "desk"])
@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_few_things_stand_above_the_log_and_nothing_but_the_log_and_the_chat_scrolls(
    desk: BrowserContext, site: Site, goals: Goals, ruleset: str, size: ViewportSize
) -> None:
    of = begun(ruleset)
    page = opened(desk, site, of.mover, f"/games/{of.id}")
    page.set_viewport_size(size)
    above = page.evaluate(ABOVE)
    goals("things above the log on the page of a game", above, most=MOST_ABOVE)
    assert above <= MOST_ABOVE
    for part in (page.get_by_role("region", name="What happened"), page.get_by_label("Message", exact=True)):
        expect(part).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_what_there_is_to_do_is_a_row_of_buttons_with_words_and_only_what_applies(
    desk: BrowserContext, site: Site
) -> None:
    of = begun("siesta")
    page = opened(desk, site, of.mover, f"/games/{of.id}")
    row = page.get_by_role("group", name="Actions")
    for offered in ("Offer draw", "What if …?", "Resign …"):
        expect(row.get_by_text(offered)).to_be_visible()
    expect(row.get_by_text("Show hint")).to_have_count(0)

    resign(of.id, of.players[1], clock.now())
    page.reload()
    expect(row.get_by_text("What if …?")).to_be_visible()
    for over in ("Offer draw", "Resign …"):
        expect(row.get_by_text(over)).to_have_count(0)


def test_chips_and_typing_are_folded_for_a_pointer_and_reached_by_keyboard_and_readers(
    desk: BrowserContext, site: Site
) -> None:
    of = begun("siesta")
    page = opened(desk, site, of.mover, f"/games/{of.id}")
    chip, field = page.locator(".choices .chip").first, page.get_by_label("Type a move")
    assert chip.evaluate("(chip) => chip.closest('.picks').getBoundingClientRect().width") <= 1
    assert 'textbox "Type a move"' in page.locator(".choices").aria_snapshot().replace("combobox", "textbox")

    page.locator("#move-heading").focus()
    page.keyboard.press("Tab")
    expect(chip).to_be_focused()
    expect(chip).to_be_in_viewport(ratio=1)
    page.locator("#move-heading").focus()
    expect(chip).not_to_be_in_viewport(ratio=0.5)

    page.get_by_text("Type a move").click()
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)


def test_without_scripts_chips_and_typing_are_seen(browser: Browser, site: Site) -> None:
    of = begun("siesta")
    with browser.new_context(java_script_enabled=False) as context:
        page = opened(context, site, of.mover, f"/games/{of.id}")
        expect(page.get_by_label("Type a move")).to_be_in_viewport(ratio=1)
        expect(page.locator(".choices .chip").first).to_be_visible()


@pytest.mark.parametrize("is_own", [True, False], ids=["own turn", "waiting"])
def test_the_next_game_stands_beside_the_steps_on_ones_own_turn_too(
    desk: BrowserContext, site: Site, *, is_own: bool
) -> None:
    of, other = begun("siesta"), table("bob", "ann", ruleset="siesta")
    viewer = of.mover if is_own else of.players[0]
    if not is_own:
        other.play(other.whole_moves(1)[0])
    page = opened(desk, site, viewer, f"/games/{of.id}")
    link, steps = page.get_by_role("link", name="Next game (1)"), page.locator(".steps")
    expect(link).to_be_in_viewport(ratio=1)
    beside = [part.bounding_box() for part in (link, steps)]
    assert beside[0] is not None
    assert beside[1] is not None
    assert abs(beside[0]["y"] - beside[1]["y"]) <= 4


def test_the_next_game_stands_on_a_game_against_the_computer(desk: BrowserContext, site: Site) -> None:
    game, ann = against_computer("siesta")
    table("ann", "bob", ruleset="siesta")
    page = opened(desk, site, ann, f"/games/{game.id}")
    expect(page.get_by_role("heading", name="Choose your move")).to_be_visible()
    expect(page.get_by_role("link", name="Next game (1)")).to_be_in_viewport(ratio=1)


def test_messages_that_came_out_of_sight_are_counted_until_the_chat_is_seen(browser: Browser, site: Site) -> None:
    of = begun("seasons")
    with browser.new_context(viewport=PHONE, has_touch=True) as context:
        page = opened(context, site, of.players[0], f"/games/{of.id}")
        chat = page.get_by_role("group", name="Actions").get_by_role("link", name="Chat")
        expect(chat.locator(".count")).to_be_hidden()
        post(of.id, of.players[1], "Have fun!", clock.now())
        page.evaluate("document.dispatchEvent(new Event('live:anew'))")
        expect(chat.locator(".count")).to_have_text("1")
        chat.click()
        expect(page.get_by_text("Have fun!", exact=True)).to_be_in_viewport(ratio=1)
        expect(chat.locator(".count")).to_be_hidden()


@pytest.mark.parametrize("ruleset", ["springtime", "springtime-puzzle"])
def test_no_place_is_offered_while_another_is_to_move(desk: BrowserContext, site: Site, ruleset: str) -> None:
    of = begun(ruleset)
    waiting = next(player for player in of.players if player.id != of.mover.id)
    page = opened(desk, site, waiting, f"/games/{of.id}")
    expect(page.locator("figure.board .offer").first).to_be_hidden()


def test_the_headings_point_is_not_cut_on_a_telephone(browser: Browser, site: Site) -> None:
    of = table("maximiliane.oberhuber", "bartholomew.featherstone", ruleset="siesta")
    with browser.new_context(viewport=PHONE, has_touch=True) as context:
        page = opened(context, site, of.players[1], f"/games/{of.id}")
        for tongue in ("en", "de", "it"):
            page.goto(f"{site.address}/games/{of.id}?language={tongue}")
            heading = page.get_by_role("heading", level=1)
            assert heading.evaluate("(said) => said.scrollHeight <= said.clientHeight + 5"), heading.inner_text()
            assert heading.evaluate("(said) => said.scrollWidth <= said.clientWidth"), heading.inner_text()


def test_a_victory_lights_the_board_and_counts_the_points_up_unless_motion_is_unwelcome(
    browser: Browser, site: Site
) -> None:
    of = table("ann", "bob")
    of.play_to_the_end()
    winner = next(seat.account for seat in of.game.seats if seat.number in (of.game.winners or ()))
    assert winner is not None
    points = str(max(of.game.scores or []))
    for motion in ("reduce", "no-preference"):
        with browser.new_context(viewport=DESK, reduced_motion=motion) as context:
            page = context.new_page()
            page.clock.install()
            let_in(context, site, winner)
            page.goto(f"{site.address}/games/{of.id}")
            score = page.locator("li:has(.won) .score")
            lit = page.locator("figure.board").evaluate("(board) => getComputedStyle(board).boxShadow")
            assert "244, 177, 42" in lit
            if motion == "reduce":
                assert score.evaluate("(score) => score.firstChild.data") == points
            page.clock.run_for(2000)
            assert score.evaluate("(score) => score.firstChild.data") == points
            expect(page.get_by_role("button", name="Rematch")).to_have_class("primary")


def test_buttons_are_not_printed_and_the_log_is_whole(desk: BrowserContext, site: Site) -> None:
    of = begun("siesta")
    page = opened(desk, site, of.mover, f"/games/{of.id}")
    page.emulate_media(media="print")
    for part in (page.get_by_role("group", name="Actions"), page.locator(".steps"), page.locator(".choices")):
        expect(part).to_be_hidden()
    expect(page.locator("figure.board > svg")).to_be_visible()
    log = page.locator(".scroll.tall")
    assert log.evaluate("(log) => log.scrollHeight <= log.clientHeight")
