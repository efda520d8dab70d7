"""Malformed input gets a page with an explanation; PostgreSQL is the stricter database."""

from __future__ import annotations

import pytest
from flask import Flask

from service.config import environment
from service.notifications import links
from tests.service.tables import table
from tests.service.web.visitor import Visitor, sign_in

ODD = [
    "\0",
    "x\0y",
    "9" * 400,
    "-1",
    "٣",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "%s%n{0}{{7*7}}",
    "\u202e",
    "🌞" * 90,
]


@pytest.fixture
def settings(postgres_settings: environment.Config) -> environment.Config:
    """Return an installation with empty tables."""
    return postgres_settings


@pytest.mark.parametrize("odd", ODD)
def test_odd_values_in_addresses_are_answered(visitor: Visitor, odd: str) -> None:
    turn = links.turn_link(table("ann", "bob").game, 0).rsplit("/", 1)[1]
    client = visitor.client

    for path in ("/games/", "/t/", "/i/", "/sign-in/", "/rules/", "/mailbox/", "/unsubscribe/", "/static/1/"):
        assert client.get(path + odd.replace("%", "%25")).status_code < 500, path
    for path, name in [("/games", "after"), ("/games", "ruleset"), ("/games", "status"), ("/sign-in", "next")]:
        assert client.get(path, query_string={name: odd}).status_code < 500, name
    for name in ("pick", "chosen", "version"):
        assert client.get(f"/t/{turn}", query_string={name: odd}).status_code < 500, name
    assert client.get("/games", query_string={"after": f"0001-01-01T00:00:00+23:00~{odd}"}).status_code < 500


@pytest.mark.parametrize("odd", ODD)
def test_odd_values_in_forms_are_answered(app: Flask, odd: str) -> None:
    of = table("ann", "bob")
    ann = sign_in(app, "ann")
    csrf = next(field for field in ann.open("/me").tree.all("input") if field.attributes.get("name") == "csrf")
    fields = ("email", "code", "name", "time_zone", "kinds", "scopes", "move", "version", "days", "seat-1", "who-1")

    for path in (
        "/sign-in",
        "/sign-in/code",
        "/me",
        "/me/mails",
        "/me/tokens",
        "/games/new/seasons",
        f"/games/{of.id}/move",
    ):
        for kind in (odd, "invite"):
            sent = dict.fromkeys(("shown", *fields), odd) | {
                "csrf": csrf.attributes["value"],
                "seat-0": "me",
                "seat-1": kind,
            }
            assert ann.post(path, **sent).status < 500, path


def test_what_is_written_is_shown_as_text_and_never_run(visitor: Visitor) -> None:
    turn = links.turn_link(table("ann", "bob").game, 0)

    page = visitor.press(visitor.open(turn), "Preview", pick='"><script>alert(1)</script>')

    assert "<script>alert" not in page.response.text
    assert "That is not a move in this game's notation" in page.text
