"""An open page of a game: other players' moves appear at once, and unsent input is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from service.config import environment
from service.db.engines import db
from service.play import proposals
from service.play.chat import post
from service.play.rematches import rematch
from service.server.app import create_app
from tests import chromium
from tests.figures import Figures, Goals
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table
from tests.service.web.visitor import returning
from tests.site import Site
from tests.templates import share_templates
from tests.web_server import WebServer, web_server

MOST_BYTES = 120_000
"""Of a page of a game with all that it needs, fonts and scripts as well, on the wire at the first visit."""
MANY = "(2) Seasons of the Sun · Sundial"
WEIGHT = "performance.getEntries().reduce((bytes, entry) => bytes + (entry.transferSize ?? 0), 0)"
DRAFT = "Well played, but"
NOTED = """{
  window.noted = [];
  window.hearing = new Promise((done) => document.addEventListener("live:heard", () => done(true), { once: true }));
  window.isAway = false;
  Object.defineProperty(document, "hidden", { get: () => window.isAway });
  const Real = window.Notification;
  window.Notification = class extends Real { constructor(title) { super(title); window.noted.push(title); } };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) { window.noted.push(this.frequency.value); start.call(this, at); };
}"""
"""Before the page's own scripts: what is shown on the desktop and what sounds is noted, and one can look elsewhere."""
TURN_AWAY = """(isAway) => {
  window.isAway = isAway;
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SOFT = [523, 784]
PLAYED_BY_TWO = ("dawn", "seasons", "siesta", "springtime", "tribes")


@pytest.fixture
def app(sqlite_settings: environment.Config) -> Iterator[Flask]:
    """Create an app of the installation, with its clock; the test runs in its context."""
    app = create_app(sqlite_settings)
    share_templates(app)
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def server(app: Flask) -> Iterator[WebServer]:
    """Start the production server beside that app."""
    with web_server(app.config["SETTINGS"]) as running:
        yield running


@contextmanager
def opened(browser: Browser, app: Flask, address: str, of: Table, first: str = "") -> Iterator[Page]:
    """Open the game as Bob, running this script first; any console complaint fails the test."""
    complaints: list[str] = []
    cookie = returning(app, "bob@example.net").client.get_cookie("sundial")
    assert cookie is not None
    with browser.new_context(permissions=["notifications"]) as context:
        context.add_init_script(first)
        context.add_cookies([{"name": "sundial", "value": cookie.value, "url": address}])
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.text != chromium.BLOCKED else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        with page.expect_response("**/live*"):
            page.goto(f"{address}/games/{of.id}")
        yield page
    assert complaints == []


def test_a_move_is_seen_at_once_and_what_is_being_written_stays(
    browser: Browser, app: Flask, server: WebServer, figures: Figures, goals: Goals
) -> None:
    of = table("ann", "bob")
    with opened(browser, app, server.address, of) as page:
        draft, heading = page.get_by_label("Message", exact=True), page.get_by_role("heading", level=1)
        draft.press_sequentially(DRAFT)
        weight = page.evaluate(WEIGHT)

        of.play("place max-15")
        played = monotonic()
        expect(heading).to_have_text("Your turn")
        figures("live", pages=1, bytes=weight)
        goals("milliseconds until a move of the other is seen", round((monotonic() - played) * 1000), most=1000)

        assert weight <= MOST_BYTES
        assert [seat.here_at is not None for seat in of.game.seats] == [False, True]
        expect(page).to_have_title("(1) Seasons of the Sun · Sundial")
        expect(draft).to_be_focused()
        expect(draft).to_have_value(DRAFT)
        goals("characters of a draft that were lost meanwhile", 0, most=0)

        page.locator(".board [data-word=max-13]").click()
        expect(page.get_by_role("heading", name="Your move, not played yet")).to_be_visible()
        expect(draft).to_have_value(DRAFT)


def test_arrow_keys_step_through_a_game_and_back_to_ones_move(browser: Browser, site: Site) -> None:
    of = table("ann", "bob")
    of.play("place max-15")
    with opened(browser, site.app, site.address, of) as page:
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_role("heading", level=1)).to_have_text("Start of the game")

        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("heading", name="Choose your move")).to_be_visible()
        page.locator(".board [data-word=max-13]").click()

        expect(page.get_by_role("heading", name="Your move, not played yet")).to_be_visible()


def test_a_step_back_leaves_its_button_below_the_pointer(browser: Browser, site: Site) -> None:
    of = table("ann", "bob")
    for _ in range(3):
        of.play_anything()
    with opened(browser, site.app, site.address, of) as page:
        back, heading = page.locator(".steps [rel=prev]"), page.get_by_role("heading", level=1)
        for width in (1440, 360):
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(f"{site.address}/games/{of.id}")
            before = back.bounding_box()
            back.click()
            expect(heading).to_have_text("Turn 2 of 3")
            assert back.bounding_box() == before


def test_where_one_reads_and_what_one_has_opened_stay_as_the_board_changes(
    browser: Browser, app: Flask, server: WebServer
) -> None:
    of = table("ann", "bob")
    with opened(browser, app, server.address, of) as page:
        page.set_viewport_size({"width": 360, "height": 740})
        page.get_by_text("Details", exact=True).click()
        terms, mails = page.get_by_role("heading", name="Game settings"), page.get_by_label("When to send them")
        mails.select_option("same as for all my games")
        mails.focus()
        page.locator(".board summary").click()
        mails.scroll_into_view_if_needed()
        mails.focus()
        before = terms.evaluate("(terms) => terms.getBoundingClientRect().top")

        of.play("place max-15")
        expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")

        expect(mails).to_be_focused()
        expect(page.locator(".board details")).to_have_attribute("open", "")
        assert abs(terms.evaluate("(terms) => terms.getBoundingClientRect().top") - before) <= 1


def turn_away(page: Page, *, is_away: bool) -> None:
    """Look at another tab, or come back from it."""
    page.evaluate(TURN_AWAY, is_away)


def open_after_choosing(page: Page, address: str, of: Table, *, is_told: bool) -> None:
    """Choose in the settings whether to hear and read of a turn, and open the game again."""
    page.goto(f"{address}/me/board")
    for name in ("Play a sound", "Show a desktop notification"):
        page.get_by_label(name).set_checked(is_told)
    assert page.evaluate("noted.splice(0)") == (SOFT if is_told else [])
    with page.expect_event("load"):
        page.get_by_role("button", name="Save how boards look and sound").click()
    page.goto(f"{address}/games/{of.id}")
    assert page.evaluate("hearing")


def test_who_wants_it_hears_and_reads_on_the_desktop_that_it_is_their_turn(
    browser: Browser, app: Flask, server: WebServer
) -> None:
    of, other = table("ann", "bob"), table("ann", "bob")
    with opened(browser, app, server.address, of, NOTED) as page:
        open_after_choosing(page, server.address, of, is_told=True)
        of.play("place max-15")
        expect(page).to_have_title("(1) Seasons of the Sun · Sundial")
        expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")
        assert page.evaluate("noted.splice(0)") == SOFT

        turn_away(page, is_away=True)
        other.play("place max-15")
        expect(page).to_have_title(MANY)
        assert page.evaluate("noted.splice(0)") == [*SOFT, MANY]

        open_after_choosing(page, server.address, of, is_told=False)
        turn_away(page, is_away=True)
        of.play_anything()
        expect(page).to_have_title("(1) Seasons of the Sun · Sundial")
        of.play_anything()
        expect(page).to_have_title(MANY)
        assert page.evaluate("noted") == []


def test_the_title_of_any_page_says_how_many_games_wait_as_long_as_it_is_open(
    browser: Browser, app: Flask, server: WebServer
) -> None:
    of, other = table("ann", "bob"), table("ann", "bob")
    with opened(browser, app, server.address, of, NOTED) as first:
        second, third = (first.context.new_page() for _ in range(2))
        for page, path in ((first, "help"), (second, "rules"), (third, "bots")):
            with page.expect_response("**/live*"):
                page.goto(f"{server.address}/{path}")
        expect(first).to_have_title("Help · Sundial")

        of.play("place max-15")
        expect(first).to_have_title("(1) Help · Sundial")

        for page in (first, second, third):
            turn_away(page, is_away=True)
        other.play("place max-15")
        expect(third).to_have_title("(2) Bots · Sundial")

        first.close()
        second.close()
        of.play_anything()
        expect(third).to_have_title("(1) Bots · Sundial")


def test_the_list_of_ones_games_is_as_true_as_the_title_above_it(
    browser: Browser, app: Flask, server: WebServer
) -> None:
    of = table("ann", "bob")
    with opened(browser, app, server.address, of, NOTED) as page:
        with page.expect_response("**/live*"):
            page.goto(server.address)
        line = page.locator(f"#running a[href='/games/{of.id}']")
        line.focus()

        of.play("place max-15")
        expect(page).to_have_title("(1) Your games · Sundial")
        expect(page.locator(f"#your-turn a[href='/games/{of.id}']")).to_be_focused()

        turn_away(page, is_away=True)
        with page.expect_response(server.address + "/") as asked:
            of.play_anything()
            turn_away(page, is_away=False)
        assert asked.value.ok
        expect(line).to_be_visible()


def test_offers_and_chat_are_shown_in_menu_and_title_of_every_open_page_until_they_are_read(
    browser: Browser, app: Flask, server: WebServer, clock: FakeClock
) -> None:
    of = table("ann", "bob")
    ann = of.players[0]
    with opened(browser, app, server.address, of, NOTED) as game:
        page = game.context.new_page()
        with page.expect_response("**/live*"):
            page.goto(f"{server.address}/help")
        menu = page.get_by_role("link", name="My games")
        expect(menu).to_have_accessible_name("My games")

        turn_away(game, is_away=True)
        post(of.id, ann, "hello", clock())
        expect(menu).to_have_accessible_name("My games 1 new")
        expect(page).to_have_title("(+1) Help · Sundial")
        of.play("place max-15")
        expect(menu).to_have_accessible_name("My games (1) 1 new")
        expect(page).to_have_title("(1+1) Help · Sundial")

        turn_away(game, is_away=False)
        expect(game).to_have_title("(1) Seasons of the Sun · Sundial", timeout=10_000)
        expect(page).to_have_title("(1) Help · Sundial")
        expect(menu).to_have_accessible_name("My games (1)")

        proposals.offer_draw(of.id, ann, clock())
        expect(page).to_have_title("(1+1) Help · Sundial")
        page.goto(server.address)
        expect(page.locator(f".card:has([href='/games/{of.id}']) .badge")).to_have_text("Draw?")
        game.get_by_role("button", name="Agree").click()
        expect(game.get_by_role("heading", level=1)).to_contain_text("share the win")


def test_an_offered_rematch_appears_on_the_open_page_of_the_game_and_is_accepted_there(
    browser: Browser, app: Flask, server: WebServer, clock: FakeClock
) -> None:
    of = table("ann", "bob")
    of.play_to_the_end()
    with opened(browser, app, server.address, of) as page:
        expect(page.get_by_role("button", name="Rematch", exact=True)).to_be_visible()

        again = rematch(of.id, of.players[0], clock())
        expect(page.get_by_text("ann offers a rematch.")).to_be_visible()
        page.get_by_role("button", name="Accept rematch").click()

        expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")
        assert page.url.startswith(f"{server.address}/games/{again.id}")
        page.goto(f"{server.address}/games/{of.id}")
        expect(page.get_by_role("link", name="Go to the rematch")).to_have_attribute("href", f"/games/{again.id}")


def test_thirteen_games_fit_on_two_screens_of_a_phone(browser: Browser, app: Flask, server: WebServer) -> None:
    games = [table("bob", "ann", ruleset=ruleset) for ruleset in (PLAYED_BY_TWO * 3)[:13]]
    with opened(browser, app, server.address, games[0]) as page:
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(server.address)

        cards = page.locator("#your-turn .card, #running .card")
        expect(cards).to_have_count(13)
        last = cards.last.bounding_box()
        assert last is not None
        assert last["y"] + last["height"] <= 2 * 844
        assert page.locator(".card time").count() == 13
        assert page.get_by_text("Your turn").count() == 1
