"""Pages in a real browser: clicks on the board, with and without JavaScript, and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select

import rules
from service.db.engines import session
from service.mail.compose import compose
from service.models import Game, Notice
from service.notifications import links
from service.play.moves import legal_actions
from tests import chromium
from tests.browser.every_page import let_in
from tests.service.cups import begun
from tests.service.tables import Table, at_once, table
from tests.service.web.visitor import mailed
from tests.site import Site

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}


@pytest.fixture
def of(site: Site) -> Table:
    """Create a game of Seasons between Ann and Bob, whose moves never wait."""
    return at_once(table("ann", "bob"))


@pytest.fixture
def of_who_hold(site: Site) -> Table:
    """Create such a game, in which moves by link wait before the dice are rolled."""
    return table("ann", "bob")


@pytest.fixture
def without_scripts(browser: Browser) -> Iterator[Page]:
    with browser.new_context(java_script_enabled=False) as context:
        yield context.new_page()


def mailed_html(kind: str) -> str:
    """Return the HTML of the newest email of a kind."""
    notice = session().scalars(select(Notice).where(Notice.kind == kind).order_by(Notice.id.desc())).first()
    assert notice is not None
    body = message_from_bytes(compose(notice), policy=default).get_body(("html",))
    assert body is not None
    html: str = body.get_content()
    return html


def now(of: Table) -> Game:
    """Read the game from the database."""
    session().expire_all()
    session().rollback()
    return of.game


def open_turn(page: Page, of: Table) -> None:
    """Follow the turn link of the email."""
    game = now(of)
    assert game.to_move is not None
    page.goto(links.turn_link(game, game.to_move))


def test_a_sector_that_is_clicked_is_previewed_and_played_with_one_button(page: Page, of: Table) -> None:
    open_turn(page, of)

    page.locator("[data-word=max-15]").click()
    expect(page.get_by_role("heading", name="Your move, not played yet")).to_be_visible()
    assert now(of).to_move == 0
    page.get_by_role("button", name="Play this move").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for bob")
    assert now(of).to_move == 1


def test_a_move_by_link_waits_before_dice_are_rolled_and_is_stopped_or_played_at_once(
    page: Page, of_who_hold: Table
) -> None:
    for button, heading in (("Undo", "Your turn"), ("Play now", "Waiting for bob")):
        open_turn(page, of_who_hold)
        page.locator("[data-word=max-15]").click()
        page.get_by_role("button", name="Play this move").click()
        expect(page.get_by_text("Your move is not played yet")).to_be_visible()
        assert now(of_who_hold).to_move == 0
        page.get_by_role("button", name=button).click()
        expect(page.get_by_role("button", name=button)).to_have_count(0)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    assert now(of_who_hold).to_move == 1


def test_on_a_telephone_it_is_said_above_the_board_whose_turn_it_is_and_the_way_on_is_in_sight(
    browser: Browser, site: Site
) -> None:
    waiting, next_one = table("ann", "bob", ruleset="siesta"), table("bob", "ann")
    waiting.play(waiting.whole_moves(1)[0])
    with browser.new_context(viewport=PHONE, has_touch=True) as context:  # type: ignore[arg-type]  # a dict as theirs
        let_in(context, site, waiting.players[0])
        page = context.new_page()
        next_one.play("place max-15")
        page.goto(f"{site.address}/games/{waiting.id}")

        said, board = page.get_by_role("heading", level=1), page.locator("figure.board")
        expect(said).to_have_text("Waiting for bob")
        tops = [each.bounding_box() for each in (said, board)]
        assert tops[0] is not None
        assert tops[1] is not None
        assert tops[0]["y"] + tops[0]["height"] <= tops[1]["y"] <= 64
        expect(page.get_by_role("link", name="Next game (1)")).to_be_in_viewport(ratio=1)


def test_a_small_choice_is_tapped_in_the_mail_and_played_on_a_phone(browser: Browser, of: Table) -> None:
    mail = mailed_html("your-turn")
    with browser.new_context(viewport=PHONE, has_touch=True) as context:  # type: ignore[arg-type]  # dicts as theirs
        page = context.new_page()
        page.set_content(mail)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        tile = page.get_by_role("link", name=re.compile("^place max-15"))
        box = tile.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        tile.tap()
        expect(page.get_by_role("heading", name="Your move, not played yet")).to_be_attached()
        button = page.get_by_role("button", name="Play this move")
        expect(button).to_be_in_viewport()
        assert now(of).to_move == 0
        button.tap()
        expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for bob")
    assert now(of).to_move == 1


@pytest.mark.parametrize(
    ("ruleset", "begun", "square"),
    [
        ("springtime", "", "e5"),
        ("springtime-puzzle", "", "e5"),
        ("siesta", "sun", "f6"),
        ("dawn", "", "h6"),
        ("tribes", "choose", "winter"),
    ],
)
def test_one_click_on_the_board_chooses_in_any_game(
    page: Page, site: Site, ruleset: str, begun: str, square: str
) -> None:
    of = table("cleo", "dan", ruleset=ruleset)
    game = now(of)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # dicts as theirs
    page.goto(links.with_offer(links.turn_link(game, game.to_move or 0), begun))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    page.locator(f".board [data-word={square}]").first.click()

    expect(page.locator("p.chosen")).to_have_text(re.compile(rf"\b{square}$"))
    assert now(of).log_length == game.log_length


def test_dice_that_are_clicked_are_thrown_again_and_the_new_throw_is_shown_at_once(page: Page, of: Table) -> None:
    open_turn(page, of)
    thrown = page.locator(".board [data-word]").filter(has_not=page.locator("text"))

    for die in range(3):
        thrown.nth(die).click()
    expect(page.locator(".chosen")).to_have_text(re.compile(r"^reroll \d \d \d$"))
    page.get_by_role("button", name="Play this move").click()

    expect(page.get_by_role("heading", name="Choose your move")).to_be_visible()
    assert not any(action.startswith("reroll") for action in legal_actions(now(of)).actions)


def test_while_several_moves_fit_the_clicks_each_is_offered(page: Page, of: Table) -> None:
    open_turn(page, of)

    page.locator(".board [data-word]").filter(has_not=page.locator("text")).first.click()

    offered = page.locator(".matches .chip").all_text_contents()
    assert len(offered) > 1
    labels = (rules.game("seasons").in_words(action) for action in legal_actions(now(of)).actions)
    assert set(offered) <= set(map(str, labels))
    page.get_by_role("button", name="Start again").click()
    expect(page.locator(".matches")).to_be_empty()


def test_the_board_is_played_by_keyboard(page: Page, of: Table) -> None:
    open_turn(page, of)

    page.locator("[data-word=min-17]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#move-heading")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for bob")


def test_going_back_from_a_preview_shows_the_choice_again(page: Page, of: Table) -> None:
    open_turn(page, of)
    page.locator("[data-word=max-15]").click()
    expect(page.get_by_role("heading", name="Your move, not played yet")).to_be_visible()

    page.go_back()

    expect(page.get_by_role("heading", name="Choose your move")).to_be_visible()


def test_the_same_turn_is_played_without_javascript(without_scripts: Page, of: Table) -> None:
    page = without_scripts
    open_turn(page, of)

    page.get_by_role("button", name=re.compile("^max-15")).click()
    page.get_by_role("button", name="Play this move").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for bob")
    assert now(of).to_move == 1


def test_dice_are_thrown_again_without_javascript(without_scripts: Page, of: Table) -> None:
    page = without_scripts
    open_turn(page, of)

    page.locator("button[value^=reroll]").first.click()
    page.get_by_role("button", name="Play this move").click()

    expect(page.get_by_role("heading", name="Choose your move")).to_be_visible()
    assert page.locator("button[value^=reroll]").count() == 0


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_wider_than_the_screen_or_breaks_its_own_policy(
    browser: Browser, site: Site, of: Table, size: dict[str, int], scheme: str
) -> None:
    complaints: list[str] = []
    turn = links.turn_link(now(of), 0)
    paths = ["/", "/games", "/lobby", "/play/bot", "/rules", "/rules/seasons", "/help", "/sign-in"]

    with browser.new_context(viewport=size, color_scheme=scheme) as context:  # type: ignore[arg-type]  # dicts as theirs
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.text != chromium.BLOCKED else None)
        for address in [*(site.address + path for path in paths), turn, f"{turn}?pick=place+max-15"]:
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], address

    assert complaints == []


def test_no_page_of_ones_own_is_wider_than_a_telephone(page: Page, site: Site, of: Table) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site.address}/sign-in")
    page.get_by_label("Email address").fill("ann@example.net")
    page.get_by_role("button", name="Email me a sign-in link").click()
    page.get_by_label("Eight-digit code").fill(code())
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your games")

    game = f"/games/{of.id}"
    large = begun(*(f"player-{number}" for number in range(10)), organiser="ann")
    for path in [
        "/",
        f"/tournaments/{large.number}",
        "/lobby",
        "/play/bot",
        "/me",
        "/me/mails",
        "/me/times",
        "/me/sessions",
        "/me/tokens",
        "/me/webhooks",
        "/games/new",
        "/games/new/seasons",
        game,
        f"{game}?at=1",
        f"{game}/resign",
        "/mailbox",
    ]:
        page.goto(site.address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path

    page.goto(site.address + game)
    page.locator(".head .clock time").evaluate("clock => { clock.textContent = 'in 23 Stunden' }")
    said, clock = page.get_by_role("heading", level=1).bounding_box(), page.locator(".head .clock").bounding_box()
    assert said is not None
    assert clock is not None
    assert said["x"] + said["width"] <= clock["x"]
    assert clock["x"] + clock["width"] <= 360


def code() -> str:
    """Return the code of the newest sign-in email."""
    session().rollback()
    found: str = mailed("sign-in")["code"]
    return found


def test_a_page_that_waits_says_by_itself_that_it_is_ones_turn_again_and_no_more(page: Page, of: Table) -> None:
    old = links.turn_link(now(of), 0)
    of.play("place max-15")
    page.clock.install()
    page.goto(old)
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for bob")

    now(of)
    of.play("place max-13")
    page.clock.run_for(31_000)

    expect(page.get_by_text("Your turn again")).to_be_visible()
    expect(page.get_by_text("bob places")).to_have_count(0)
