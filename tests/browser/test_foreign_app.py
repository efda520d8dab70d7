"""Somebody else's app when things go wrong, and how it looks: examples/app on another origin than Sundial's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Request, expect
from sqlalchemy import func, select

from service.accounts.oauth.clients import HOLDS
from service.db.engines import session, transaction
from service.models import ApiToken
from service.play.games import NewGame, SeatWish, create_game
from tests.browser.test_axe import complaints
from tests.browser.test_sessions import SIZES, is_as_wide_as_the_screen
from tests.clients.script import Answer, listening
from tests.foreign_app import ForeignApp, app_opened
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from tests.service.web.visitor import mailed
from tests.site import Site

ANN = "ann@example.net"
TOKEN_ENDPOINT = re.compile("/oauth/token$")
STREAM = re.compile("/events/stream")


@pytest.fixture
def app(browser: Browser, site: Site) -> Iterator[ForeignApp]:
    """Open the app beside the site."""
    with app_opened(browser, site.address) as app:
        yield app


def mailed_code() -> str:
    """Return the code from the newest email."""
    session().rollback()
    code: str = mailed("sign-in")["code"]
    return code


def let_in(app: ForeignApp) -> None:
    """Sign Ann in, and let the app in."""
    app.connect()
    app.sign_in(ANN, mailed_code)
    app.answer("Allow")
    heading(app, "My games")


def heading(app: ForeignApp, words: str) -> None:
    """Wait for a screen by its heading."""
    expect(app.page.get_by_role("heading", level=1)).to_have_text(words)


def tokens() -> int:
    """How many there are."""
    session().rollback()
    return session().scalar(select(func.count()).select_from(ApiToken)) or 0


def told(app: ForeignApp, words: str) -> None:
    """Wait for an error message of the app."""
    expect(app.page.get_by_role("alert")).to_contain_text(words)


def test_who_says_no_is_led_back_and_may_change_their_mind(app: ForeignApp) -> None:
    app.connect()
    app.sign_in(ANN, mailed_code)
    app.answer("Deny")
    told(app, "You said no, so this app was not let in.")
    assert tokens() == 0

    app.connect()
    app.answer("Allow")
    heading(app, "My games")
    assert tokens() == 1


@pytest.mark.parametrize("end", ["revoked", "expired"])
def test_whose_token_has_ended_is_told_so_and_asked_to_connect_again(
    app: ForeignApp, clock: FakeClock, end: str
) -> None:
    let_in(app)
    if end == "revoked":
        with transaction():
            session().scalars(select(ApiToken)).one().revoked_at = clock()
    else:
        clock.advance(seconds=HOLDS.total_seconds())

    app.page.reload()

    heading(app, "Play on a Sundial")
    expect(app.page.get_by_text("Connect again to play on.")).to_be_visible()
    assert "sdl_" not in app.kept()


def test_a_token_endpoint_that_is_away_is_asked_again(app: ForeignApp) -> None:
    app.page.context.route(TOKEN_ENDPOINT, lambda route: route.abort("connectionrefused"))
    app.connect()
    app.sign_in(ANN, mailed_code)
    app.answer("Allow")
    told(app, f"{app.sundial} does not answer just now.")
    assert tokens() == 0

    app.page.context.unroute(TOKEN_ENDPOINT)
    app.page.get_by_role("button", name="Try again").click()
    heading(app, "My games")
    assert tokens() == 1


def test_a_sundial_that_is_away_for_a_moment_is_asked_again(app: ForeignApp) -> None:
    rulesets = re.compile("/rulesets$")
    app.page.context.route(rulesets, lambda route: route.abort("connectionrefused"))
    app.connect()
    app.sign_in(ANN, mailed_code)
    app.answer("Allow")
    told(app, f"{app.sundial} does not answer just now.")

    app.page.context.unroute(rulesets)
    app.page.get_by_role("button", name="Try again").click()
    heading(app, "My games")


def test_a_code_that_has_become_too_old_is_told_so(app: ForeignApp, clock: FakeClock) -> None:
    app.page.context.route(TOKEN_ENDPOINT, lambda route: route.abort("connectionrefused"))
    app.connect()
    app.sign_in(ANN, mailed_code)
    app.answer("Allow")
    told(app, "does not answer just now.")

    clock.advance(minutes=1)
    app.page.context.unroute(TOKEN_ENDPOINT)
    app.page.get_by_role("button", name="Try again").click()
    told(app, "The answer was good for a minute, and once.")


@pytest.mark.parametrize("forged", [{"state": "x" * 43}, {"iss": "https://evil.example"}, {"iss": ""}])
def test_an_answer_that_the_app_has_not_asked_for_changes_nothing(app: ForeignApp, forged: dict[str, str]) -> None:
    with app.page.expect_request(re.compile("/oauth/authorize")) as asked:
        app.connect()
    heading(app, "Sign in")
    [state] = parse_qs(urlsplit(asked.value.url).query)["state"]
    answer = {"code": "x" * 32, "state": state, "iss": app.sundial} | forged
    app.page.goto(f"{app.address}/?{urlencode({name: value for name, value in answer.items() if value})}")

    told(app, "That answer does not belong to a sign-in that was begun in this tab")
    assert "code=" not in app.page.url
    assert tokens() == 0


def test_a_sundial_that_calls_itself_otherwise_is_not_connected_to(app: ForeignApp) -> None:
    app.page.get_by_label("Address of the Sundial").fill(app.sundial.replace("127.0.0.1", "localhost"))
    app.connect()
    told(app, f"calls itself {app.sundial}. Connect to that address.")

    app.page.get_by_label("Address of the Sundial").fill(app.address)
    app.connect()
    told(app, f"There is no Sundial at {app.address}.")


def test_with_a_token_the_app_can_ask_nobody_but_its_sundial(app: ForeignApp) -> None:
    with listening() as elsewhere:
        elsewhere.answers = [Answer(200, "hello", headers={"Access-Control-Allow-Origin": "*"})]
        ask = f"fetch('{elsewhere.url}/').then(() => 'answered', () => 'kept from it')"
        let_in(app)
        assert app.page.evaluate(ask) == "kept from it"
        app.page.reload()
        heading(app, "My games")
        assert app.page.evaluate(ask) == "kept from it"
        assert elsewhere.asked == []


def test_an_invitation_is_accepted_and_moves_of_others_are_heard_of(app: ForeignApp, clock: FakeClock) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email=ANN)], shuffle_seats=False)
    game = Table(create_game(person("bob"), wish, clock()).id, [person("bob")])
    asked = list[Request]()

    def note(request: Request) -> None:
        asked.append(request)

    app.page.on("request", note)
    let_in(app)

    app.page.get_by_role("button", name="Accept").click()
    app.page.get_by_role("link", name="Seasons of the Sun").click()
    status = app.page.locator(".head").get_by_role("status")
    expect(status).to_contain_text("Bob to move")
    session().rollback()
    game.play("place max-15")

    expect(status).to_contain_text("Your turn")
    log, may_be_tapped = app.page.locator(".log button"), app.page.locator("[data-tap]")
    expect(log.filter(has_text="place max-15")).to_have_count(1)
    expect(may_be_tapped).not_to_have_count(0)
    log.filter(has_text="place max-15").click()
    expect(may_be_tapped).to_have_count(0)
    log.first.click()
    expect(may_be_tapped).not_to_have_count(0)
    streams = ["last-event-id" in each.headers for each in asked if STREAM.search(each.url)]
    assert (streams[0], streams[-1]) == (False, True)


@SIZES
def test_three_screens_look_well_and_axe_complains_of_none(browser: Browser, site: Site, size: Any) -> None:
    for ruleset in ("siesta", "springtime", "dawn"):
        table("ann", "wren", ruleset=ruleset)
    with app_opened(browser, site.address, viewport=size, reduced_motion="reduce") as app:
        page, found = app.page, []

        def look() -> None:
            assert is_as_wide_as_the_screen(page, size)
            found.extend(complaints(page))

        look()
        let_in(app)
        expect(page.locator(".games img[src]")).to_have_count(3)
        look()
        for name in ("Siesta", "Springtime", "DAWN"):
            page.get_by_role("link", name=name).click()
            page.locator(".offered button").first.click()
            app.settle()
            look()
            page.get_by_role("link", name="My games").click()
            heading(app, "My games")
    assert found == []
