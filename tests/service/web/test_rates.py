"""Rate limits of forms: they share the API's limits, by sender."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from flask import Flask
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from service.config.environment import Config
from service.db.engines import session
from service.models import SignIn
from service.notifications import links
from tests.service.tables import person, table
from tests.service.web.visitor import Page, Visitor, path_of, sign_in

QUOTAS = {
    "reads": 3, "writes": 4, "moves": 5, "sign-in": 6, "network-writes": 4, "network-sign-in": 6, "link-writes": 5,
}  # fmt: skip


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """So few that a test can use them up."""
    return replace(sqlite_settings, rate_limits=QUOTAS)


def visitor_at(app: Flask, address: str) -> Visitor:
    """Return a browser at another address."""
    visitor = Visitor(app)
    visitor.client.environ_base["REMOTE_ADDR"] = address
    return visitor


def ask(visitor: Visitor, name: str) -> Page:
    """Request a sign-in email."""
    return visitor.press(visitor.open("/sign-in"), "Email me a sign-in link", email=f"{name}@example.net")


def until_refused(send: Callable[[], TestResponse]) -> tuple[int, TestResponse]:
    """How often something could be sent, and the refusal that came then."""
    for number in range(1 + max(QUOTAS.values())):
        answer = send()
        if answer.status_code == 429:
            return number, answer
    raise AssertionError("nothing is refused")


def test_a_hundred_sign_in_mails_for_a_hundred_addresses_are_stopped_by_the_bucket_of_the_client(app: Flask) -> None:
    mallory = visitor_at(app, "192.0.2.1")

    statuses = [ask(mallory, f"victim{number}").status for number in range(100)]

    assert statuses == [200] * 6 + [429] * 94
    assert session().scalar(select(func.count()).select_from(SignIn)) == 6
    assert ask(visitor_at(app, "192.0.2.2"), "ann").status == 200


def test_pages_and_api_share_the_bucket_of_sign_in(app: Flask) -> None:
    visitor = visitor_at(app, "192.0.2.1")
    for number in range(4):
        answer = visitor.client.post("/api/v1/sign-in", json={"email": f"victim{number}@example.net"})
        assert answer.status_code == 202

    assert [ask(visitor, f"other{number}").status for number in range(3)] == [200, 200, 429]
    assert visitor.client.post("/api/v1/tokens", json={"email": "a@example.net", "code": "1"}).status_code == 429


def test_codes_are_tried_in_the_same_bucket(app: Flask) -> None:
    visitor = visitor_at(app, "192.0.2.1")
    page = ask(visitor, "ann")

    assert [visitor.press(page, "Sign in", code="1").status for _ in range(6)] == [422] * 5 + [429]


def test_the_page_says_when_to_try_again_and_so_do_the_headers(app: Flask) -> None:
    ann = sign_in(app, "ann")
    me = ann.open("/me/tokens")

    granted, *_, refused = [ann.press(me, "Create token", name="laptop") for _ in range(5)]

    seconds = refused.response.headers["Retry-After"]
    assert granted.response.headers["RateLimit-Policy"] == '"writes";q=4;w=60'
    assert granted.response.headers["RateLimit"].startswith('"writes";r=3;t=')
    assert refused.status == 429
    assert refused.heading == "Too many requests."
    assert f"Try again in {seconds} seconds." in refused.text or "Try again in 1 minute." in refused.text
    assert refused.response.headers["RateLimit"] == f'"writes";r=0;t={seconds}'


def test_forms_count_for_the_account_wherever_it_is_and_looking_does_not(app: Flask) -> None:
    ann, page = sign_in(app, "ann"), "/me/tokens"
    assert {ann.open(page).status for _ in range(20)} == {200}
    made = []
    for number in range(5):
        ann.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{number}"
        made.append(ann.press(ann.open(page), "Create token", name="laptop").status)

    assert made == [200] * 4 + [429]
    bob = sign_in(app, "bob")
    assert bob.press(bob.open("/me/tokens"), "Create token", name="laptop").status == 200


def test_a_move_on_the_page_has_a_bucket_that_other_forms_do_not_empty(app: Flask) -> None:
    game = table("ann", "bob").game
    ann = sign_in(app, "ann")
    me, page = ann.open("/me/tokens"), ann.open(f"/games/{game.id}")
    for _ in range(5):
        ann.press(me, "Create token", name="laptop")
    csrf = next(field.attributes["value"] for field in page.tree.all("input") if field.attributes["name"] == "csrf")

    played = ann.client.post(f"/games/{game.id}/move", data={"csrf": csrf, "move": "place max-15", "version": "1"})

    assert played.status_code == 303
    assert played.headers["RateLimit"].startswith('"moves";r=4;')


def test_moves_in_games_of_others_do_not_count_as_moves(app: Flask) -> None:
    game = table("ann", "bob").game
    eve = sign_in(app, "eve")
    csrf = next(field.attributes["value"] for field in eve.open("/me").tree.all("input"))

    answer = eve.client.post(f"/games/{game.id}/move", data={"csrf": csrf})

    assert answer.status_code == 404
    assert answer.headers["RateLimit"].startswith('"writes";r=3;')


def test_forged_forms_use_nothing_up(app: Flask) -> None:
    ann = sign_in(app, "ann")
    me = ann.open("/me/tokens")

    assert {ann.post("/me/tokens", name="forged").status for _ in range(10)} == {403}

    assert ann.press(me, "Create token", name="laptop").status == 200


def test_nobody_but_its_holder_can_use_up_the_bucket_of_a_link(app: Flask) -> None:
    """Check with other links, invalid links and no links from the same address."""
    game = table("ann", "bob").game
    mine, others = links.turn_link(game, 0), links.turn_link(table("cyd", "dee").game, 0)
    client = app.test_client()
    for flood in (path_of(others), "/t/made-up", "/unsubscribe/made-up"):
        until_refused(partial(client.post, flood, data={"move": "x", "version": "1"}))

    stopped = client.post(
        path_of(links.unsubscribe_link(person("ann"), "your-turn")), data={"List-Unsubscribe": "One-Click"}
    )
    played = client.post(path_of(mine), data={"move": "place max-15", "version": "1"})

    assert (stopped.status_code, played.status_code) == (200, 303)


@pytest.mark.parametrize("kind", ["turn", "invitation", "unsubscribe"])
def test_a_link_has_an_end_to_its_own_limit(app: Flask, kind: str) -> None:
    game = table("ann", "bob").game
    paths = {
        "turn": path_of(links.turn_link(game, 0)),
        "invitation": f"{path_of(links.invitation_link(game, 1))}/accept",
        "unsubscribe": path_of(links.unsubscribe_link(person("ann"), "your-turn")),
    }
    client = app.test_client()

    sent, refused = until_refused(lambda: client.post(paths[kind], data={"move": "x", "version": "1"}))

    assert sent == QUOTAS["link-writes"]
    assert refused.headers["Retry-After"]
    assert refused.headers["RateLimit"].startswith('"link-writes";r=0;')


def test_made_up_links_count_for_the_address_together(app: Flask) -> None:
    visitor = visitor_at(app, "192.0.2.1")

    statuses = [visitor.post(f"/i/made-up-{number}/accept").status for number in range(5)]

    assert statuses == [404] * 4 + [429]


def test_where_nothing_is_limited_forms_are_not_either(sqlite_settings: Config) -> None:
    from service.server.app import create_app  # noqa: PLC0415  # another app than the fixture's

    app = create_app(replace(sqlite_settings, rate_limits={}))
    with app.app_context():
        answers = [app.test_client().post("/t/made-up") for _ in range(10)]

    assert {answer.status_code for answer in answers} == {404}
    assert not any("RateLimit" in answer.headers for answer in answers)
