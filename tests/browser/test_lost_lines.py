"""A lost connection or an expired session during a move: input is kept, and sent once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from service.accounts.sessions import end_sessions
from service.db.clock import now
from service.db.engines import session
from service.notifications.links import turn_link
from service.play import chat
from tests.browser.every_page import let_in
from tests.service.tables import Table, at_once, table
from tests.service.web.visitor import mailed
from tests.site import Site
from tests.waiting import eventually

MOVE = "place max-15"
WORDS = "Well played, but"
PREVIEW = "Your move, not played yet"
WAITS = "1 move waiting to be sent."
RELOADS_BY_ITSELF = """new Promise((done) => {
  document.addEventListener("table:renewed", () => done(true), { once: true });
  document.dispatchEvent(new Event("here:behind"));
})"""


@pytest.fixture
def of(site: Site) -> Table:
    """Ann and Bob, Ann to move."""
    return table("ann", "bob")


@pytest.fixture
def context(browser: Browser, site: Site, of: Table) -> Iterator[BrowserContext]:
    """Ann's browser."""
    with browser.new_context(base_url=site.address) as context:
        let_in(context, site, of.players[0])
        yield context


@pytest.fixture
def page(context: BrowserContext, of: Table) -> Page:
    """Open the game as Ann."""
    page = context.new_page()
    page.goto(f"/games/{of.id}")
    return page


def choose(page: Page) -> None:
    """Choose a whole move on the board."""
    page.locator(".board [data-word=max-15]").click()
    expect(page.get_by_role("heading", name=PREVIEW)).to_be_visible()


def play(page: Page) -> None:
    page.get_by_role("button", name="Play this move").click()


def play_too_late(page: Page, of: Table) -> None:
    """Choose and press without a connection, which comes back only after another move was played."""
    choose(page)
    page.context.set_offline(True)
    play(page)
    says(page, WAITS)
    of.play("place max-13")
    page.context.set_offline(False)


def moves(of: Table) -> int:
    """How often a seat has moved."""
    session().rollback()
    session().expire_all()
    return of.game.version - 1


def sign_in(page: Page, email: str = "ann@example.net") -> None:
    """Sign in on the page that asks for it."""
    page.get_by_label("Email address").fill(email)
    page.get_by_role("button", name="Email me a sign-in link").click()
    expect(page.get_by_label("Eight-digit code")).to_be_visible()
    session().rollback()
    page.get_by_label("Eight-digit code").fill(mailed("sign-in")["code"])
    page.get_by_role("button", name="Sign in").click()


def says(page: Page, words: str) -> None:
    """Whether the page says that of its line, where it is seen and heard."""
    told = page.get_by_role("status").filter(has_text=words)
    expect(told).to_be_in_viewport()


def cut_once(page: Page, address: str) -> None:
    """Lose the first answer from there, though the server has given it."""

    def lose(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    page.route(address, lose, times=1)


def test_a_tap_while_the_line_is_down_is_kept_and_previewed_once_it_is_back(page: Page, of: Table) -> None:
    page.context.set_offline(True)
    page.locator(".board [data-word=max-15]").click()
    says(page, "No connection.")
    expect(page.locator(".board > svg")).to_be_visible()

    page.context.set_offline(False)

    expect(page.get_by_role("heading", name=PREVIEW)).to_be_visible()
    expect(page.get_by_text("No connection.")).to_have_count(0)


def test_a_step_through_the_game_waits_for_the_line_too(page: Page, of: Table) -> None:
    of.play(MOVE)
    page.reload()
    page.context.set_offline(True)
    page.locator(".steps [rel=prev]").click()
    says(page, "No connection.")

    page.context.set_offline(False)

    expect(page.get_by_role("heading", level=1)).to_have_text("Start of the game")


def test_a_move_that_could_not_be_sent_is_sent_by_itself(page: Page, of: Table) -> None:
    choose(page)
    page.context.set_offline(True)
    play(page)
    says(page, WAITS)
    expect(page.get_by_role("heading", name=PREVIEW)).to_be_visible()

    page.context.set_offline(False)

    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for bob")
    expect(page.locator("#result")).to_be_focused()
    assert moves(of) == 1


def test_a_move_whose_answer_was_lost_is_played_once(page: Page, of: Table) -> None:
    choose(page)
    cut_once(page, "**/move")
    play(page)

    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for bob")
    assert moves(of) == 1


def test_the_link_of_a_mail_keeps_a_move_as_well(page: Page, of: Table) -> None:
    page.goto(turn_link(at_once(of).game, 0))
    choose(page)
    page.context.set_offline(True)
    play(page)
    says(page, WAITS)

    page.context.set_offline(False)

    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for bob")
    assert moves(of) == 1


def test_a_move_for_which_it_is_too_late_by_then_is_refused_as_ever(page: Page, of: Table) -> None:
    play_too_late(page, of)

    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for bob")
    assert moves(of) == 1


def test_a_move_waits_while_one_steps_through_the_game(page: Page, of: Table) -> None:
    of.play_anything()
    while of.mover.id != of.players[0].id:
        of.play_anything()
    before = moves(of)
    page.reload()
    choose(page)
    page.context.set_offline(True)
    play(page)
    says(page, WAITS)

    page.keyboard.press("ArrowLeft")
    says(page, WAITS)
    page.context.set_offline(False)

    expect(page.get_by_text(WAITS)).to_have_count(0)
    assert eventually(lambda: moves(of) == before + 1)


def test_leaving_a_page_with_a_move_that_waits_asks_first_and_keeps_the_choice(page: Page, of: Table) -> None:
    choose(page)
    page.context.set_offline(True)
    play(page)
    says(page, WAITS)
    with page.expect_event("dialog", lambda dialog: dialog.type == "beforeunload") as asked:
        page.evaluate("setTimeout(() => location.reload())")
    asked.value.dismiss()
    says(page, WAITS)

    page.on("dialog", lambda dialog: dialog.accept())
    page.route("**/move", lambda _: None)
    page.context.set_offline(False)
    page.reload()

    expect(page.get_by_role("heading", name=PREVIEW)).to_be_visible()
    expect(page.locator("p.chosen")).to_have_text(MOVE)
    assert moves(of) == 0


def test_a_choice_that_was_kept_is_not_played_on_another_version(page: Page, of: Table) -> None:
    choose(page)
    of.play(MOVE)
    of.play("place max-13")

    page.reload()

    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("form.play")).to_have_count(0)


def test_a_refusal_stays_when_the_page_reloads_by_itself(page: Page, of: Table) -> None:
    play_too_late(page, of)
    expect(page.get_by_role("alert")).to_be_visible()

    page.evaluate(RELOADS_BY_ITSELF)

    expect(page.get_by_role("alert")).to_be_visible()


def test_words_that_could_not_be_sent_stay_where_they_are(page: Page, of: Table) -> None:
    of.play(MOVE)
    page.goto(f"/games/{of.id}")
    page.get_by_label("Message", exact=True).fill(WORDS)
    page.context.set_offline(True)
    page.get_by_role("button", name="Send").click()
    says(page, "We kept what you wrote.")
    expect(page.get_by_label("Message", exact=True)).to_have_value(WORDS)

    page.context.set_offline(False)
    page.get_by_role("button", name="Send").click()

    expect(page.locator(".scroll.talk > p")).to_contain_text([WORDS])
    expect(page.get_by_label("Message", exact=True)).to_have_value("")
    session().rollback()
    assert [each.text for each in chat.said(of.game)] == [WORDS]


def test_words_of_who_is_to_move_are_sent_once_and_their_choice_stays(page: Page, of: Table) -> None:
    choose(page)
    page.get_by_label("Message", exact=True).fill(WORDS)
    page.get_by_role("button", name="Send").click()

    expect(page.locator(".scroll.talk > p")).to_contain_text([WORDS])
    session().rollback()
    assert [each.text for each in chat.said(of.game)] == [WORDS]
    expect(page.get_by_role("heading", name=PREVIEW)).to_be_visible()


def test_words_from_a_page_of_a_session_before_are_sent_by_the_one_press(page: Page, site: Site, of: Table) -> None:
    page.goto(f"/games/{of.id}")
    page.get_by_label("Message", exact=True).fill(WORDS)
    let_in(page.context, site, of.players[0])
    page.get_by_role("button", name="Send").click()

    expect(page.locator(".scroll.talk > p")).to_contain_text([WORDS])


@pytest.mark.parametrize("is_cookie_gone", [False, True], ids=["ended elsewhere", "cookie gone"])
def test_signing_in_leads_back_to_the_same_preview(page: Page, of: Table, *, is_cookie_gone: bool) -> None:
    choose(page)
    if is_cookie_gone:
        page.context.clear_cookies()
    else:
        end_sessions(of.players[0].id, now())
    play(page)
    says(page, "You are signed out.")
    expect(page.get_by_role("heading", name=PREVIEW)).to_be_visible()

    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open the sign-in page").click()
    sign_in(opened.value)

    for each in (opened.value, page):
        expect(each.get_by_role("heading", name=PREVIEW)).to_be_visible()
        expect(each.locator("p.chosen")).to_have_text(MOVE)
    play(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for bob")
    assert moves(of) == 1


@pytest.mark.parametrize("is_cookie_gone", [False, True], ids=["ended elsewhere", "cookie gone"])
def test_without_scripts_signing_in_leads_back_too(
    browser: Browser, site: Site, of: Table, *, is_cookie_gone: bool
) -> None:
    with browser.new_context(base_url=site.address, java_script_enabled=False) as context:
        let_in(context, site, of.players[0])
        page = context.new_page()
        page.goto(f"/games/{of.id}?version={of.game.version}&pick={MOVE}")
        if is_cookie_gone:
            context.clear_cookies()
        else:
            end_sessions(of.players[0].id, now())
        play(page)
        if is_cookie_gone:
            expect(page.get_by_role("heading", level=1)).to_have_text("This page has expired.")
        sign_in(page)

        expect(page.locator("p.chosen")).to_have_text(MOVE)
        play(page)
        expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for bob")


def test_without_scripts_words_on_a_page_that_has_expired_are_sent_by_one_press_more(
    browser: Browser, site: Site, of: Table
) -> None:
    words = '\nTwo lines,\n<b>one</b> "move"'
    with browser.new_context(base_url=site.address, java_script_enabled=False) as context:
        let_in(context, site, of.players[0])
        page = context.new_page()
        page.goto(f"/games/{of.id}")
        page.get_by_label("Message", exact=True).fill(words)
        let_in(context, site, of.players[0])
        page.get_by_role("button", name="Send").click()
        page.get_by_role("button", name="Send again").click()

        expect(page.locator(".scroll.talk .said")).to_have_text(words.strip())
