"""All pages: they render valid HTML with security headers, and a GET changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from sqlalchemy import select

from service.accounts.sign_in import request_sign_in
from service.accounts.sign_in_askers import Asker
from service.bots.accounts import create_bot
from service.config.environment import Config
from service.db import clock
from service.db.engines import db
from service.models import Model, Visibility
from service.notifications import links
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.standing import standing
from tests.service.cups import cup
from tests.service.tables import person, table
from tests.service.web.html import Element
from tests.service.web.visitor import Page, Visitor, mailed, sign_in

PUBLIC = [
    "/",
    "/games",
    "/games?status=active&ruleset=seasons",
    "/rules",
    "/rules/seasons",
    "/rules/seasons/example?at=1",
    "/rules/siesta/lesson/4",
    "/rules/siesta/try/1?answer=yes",
    "/rules/siesta/try/4?pick=sun+e7",
    "/help",
    "/docs/try",
    "/bots",
    "/tournaments",
    "/problems",
    "/security",
    "/privacy",
    "/terms",
    "/imprint",
    "/problems/not-your-turn",
    "/problems/disc-filled",
    "/games/new",
    "/games/new/seasons",
    "/sign-in",
    "/mailbox",
]
OWN = ["/me", "/me/feeds", "/bots/new", "/tournaments/new", "/games?mine=yes"]


def dump() -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    with db.engine.connect() as connection:
        return {
            each.name: sorted((tuple(row) for row in connection.execute(select(each))), key=repr)
            for each in Model.metadata.sorted_tables
        }


def every_page(app: Flask) -> Iterator[str]:
    """Yield an address for every page, of games in every state."""
    yield from PUBLIC + OWN
    running, over = table("ann", "bob"), table("cy", "dee")
    yield "/players/ann"
    yield "/ratings/seasons"
    yield f"/games/{running.id}"
    yield f"/games/{running.id}?at=0"
    yield f"/games/{running.id}/resign"
    yield links.turn_link(running.game, 0)
    yield f"{links.turn_link(running.game, 0)}?pick=place+max-15"
    yield f"{links.turn_link(running.game, 0)}?pick=nonsense&chosen=more"
    old = links.turn_link(over.game, 0)
    yield old
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email="eve@example.net")], visibility=Visibility.PUBLIC)
    waiting = create_game(person("fay"), wish, clock.now())
    yield f"/games/{waiting.id}"
    yield links.invitation_link(waiting, 1)
    yield links.never_link(waiting, 1)
    request_sign_in("gil@example.net", Asker("192.0.2.1"), clock.now())
    yield mailed("sign-in")["link"]
    of_match = create_match(person("hal"), replace(wish, seats=[SeatWish(me=True), SeatWish(ai=1)]), clock.now())
    yield f"/matches/{of_match.id}"
    yield f"/games/{standing(of_match).games[0].id}"
    create_bot(person("ann"), "rusty", {"homepage": "https://bots.example.net/"}, clock.now())
    yield "/bots/rusty"
    yield f"/tournaments/{cup('kim').number}"
    yield "/nothing"
    over.play_to_the_end()


@pytest.fixture
def pages(app: Flask) -> list[Page]:
    """Every page, as seen by Ann."""
    addresses = list(every_page(app))
    ann = sign_in(app, "ann")
    return [ann.open(address) for address in addresses]


def test_looking_at_any_page_changes_nothing(app: Flask) -> None:
    addresses = list(every_page(app))
    ann = sign_in(app, "ann")
    before = dump()

    for address in addresses:
        ann.open(address)
        ann.peek(address)

    assert dump() == before


def test_every_page_is_sound(pages: list[Page]) -> None:
    for page in pages:
        tree = page.tree
        ids = [element.attributes["id"] for element in tree.all() if "id" in element.attributes]
        assert len(ids) == len(set(ids)), f"an id twice on {page.address}"
        assert page.heading, page.address
        assert tree.one("html").attributes["lang"] == "en"
        assert tree.one("head").one("title").inside[0] != ""
        assert len(list(tree.all("main"))) == len(list(tree.all("h1"))) == 1
        assert not any("style" in element.attributes for element in tree.all()), page.address
        assert all("alt" in image.attributes for image in tree.all("img"))
        assert unlabelled(tree) == [], page.address


def unlabelled(tree: Element) -> list[str]:
    """Return form fields without an accessible label."""
    labelled = {label.attributes.get("for") for label in tree.all("label")}
    inside = {id(field) for label in tree.all("label") for field in label.all("input", "select")}
    fields = (field for field in tree.all("input", "select") if field.attributes.get("type") != "hidden")
    return [
        str(field.attributes)
        for field in fields
        if id(field) not in inside and field.attributes.get("id") not in labelled
    ]


def test_every_page_allows_only_our_own_scripts_and_no_frame_around_it(pages: list[Page]) -> None:
    for page in pages:
        policy = page.response.headers["Content-Security-Policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert page.response.headers["X-Content-Type-Options"] == "nosniff"
        assert page.response.headers["Referrer-Policy"] in ("same-origin", "no-referrer")


@pytest.mark.parametrize("address", OWN[:3])
def test_a_page_of_ones_own_asks_to_sign_in_first_and_is_shown_then(app: Flask, address: str) -> None:
    stranger = Visitor(app)

    asked = stranger.open(address)
    sent = stranger.press(asked, "Email me a sign-in link", email="ann@example.net")
    page = stranger.press(sent, "Sign in", code=mailed("sign-in")["code"])

    assert asked.heading == "Sign in"
    assert page.address == address


def test_what_a_link_opens_sets_no_cookie_and_is_kept_by_nobody(visitor: Visitor, app: Flask) -> None:
    page = visitor.open(links.turn_link(table("ann", "bob").game, 0))

    assert not visitor.has_cookie()
    assert page.response.headers["Cache-Control"] == "no-store"
    assert page.response.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(("address", "status"), [("/nothing", 404), ("/games/aaaaaaaaaaaa", 404), ("/rules/go", 404)])
def test_an_address_of_nothing_says_so_and_what_to_do(visitor: Visitor, address: str, status: int) -> None:
    page = visitor.open(address)

    assert page.status == status
    assert "Go to the home page" in page.text


@pytest.mark.parametrize("address", ["/nothing", "/games/aaaaaaaaaaaa"])
def test_an_address_of_nothing_keeps_the_menu_of_whoever_is_looking(app: Flask, visitor: Visitor, address: str) -> None:
    def menu(who: Visitor) -> list[str]:
        return [link.text for link in next(iter(who.open(address).tree.all("nav"))).all("a")]

    assert menu(sign_in(app, person("ann").name)) == ["My games 0 new", "Games", "Rules", "Help", "ann"]
    assert menu(visitor) == ["Games", "Rules", "Help", "Sign in"]


def test_an_address_of_nothing_says_so_while_there_is_no_database(app: Flask, sqlite_settings: Config) -> None:
    ann = sign_in(app, "ann")
    db.session.remove()
    db.engine.dispose()
    (sqlite_settings.home / "sundial.sqlite").write_bytes(b"no database")

    page = ann.open("/nothing")

    assert page.status == 404
    assert page.heading == "This page doesn't exist."


def test_a_page_that_is_not_posted_to_says_so_with_the_methods_that_it_allows(visitor: Visitor) -> None:
    page = visitor.post("/rules")

    assert page.status == 405
    assert "GET" in page.response.headers["Allow"]


def test_too_long_a_form_is_refused(visitor: Visitor) -> None:
    page = visitor.post("/sign-in", email="x" * 70_000)

    assert page.status == 413


def test_a_form_from_elsewhere_is_refused(app: Flask) -> None:
    running = table("ann", "bob")
    ann = sign_in(app, "ann")

    for address in ("/sign-out", "/me", f"/games/{running.id}/resign", f"/games/{running.id}/move", "/me/tokens"):
        page = ann.post(address, csrf="guessed", name="eve", move="place max-15", version="1")
        assert page.status == 403, address
    assert ann.open("/me").heading == "ann"


def test_files_for_the_browser_may_be_kept_for_ever_under_the_name_of_their_content(
    app: Flask, visitor: Visitor
) -> None:
    sheet = next(link for link in visitor.open("/").tree.all("link") if link.attributes["rel"] == "stylesheet")
    client = app.test_client()

    current = client.get(sheet.attributes["href"])
    other = client.get("/static/000000000000/page.css")

    assert (current.status_code, current.mimetype) == (200, "text/css")
    assert "immutable" in current.headers["Cache-Control"]
    assert other.headers["Cache-Control"] == "no-cache"
    assert client.get("/static/000000000000/..%2fidentity.py").status_code == 404


def test_search_engines_are_kept_from_games_and_links(app: Flask) -> None:
    robots = app.test_client().get("/robots.txt")

    assert "Disallow: /\n" in robots.text


def test_the_log_of_errors_does_not_tell_links(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    app.logger.error("Exception on %s [%s]", "/t/tsecret123", "GET")

    assert "Exception on /t/… [GET]" in caplog.text
