"""Pasted links: with trailing text and invisible characters."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.server.glued import LINK
from tests.gauntlet.mails import come_about
from tests.service.conftest import FakeClock
from tests.service.web.html import parse
from tests.service.web.visitor import path_of

KINDS = ("your_turn", "invitation", "sign_in", "new_sign_in", "new_token", "confirm")
"""Kinds of mail that have every kind of link among them by which whoever has it may do something."""
TAILS = (*".)>,! /", "/)", '".', *"\u200b\u2060\ufeff\u00a0\u00ad\u201d", "\u200b.", "\u00bb,")
WITHIN = ("\u200b", "\u00ad", "\u2060")


def heading(browser: FlaskClient, address: str) -> tuple[int, str]:
    """Return the status and the heading of a page."""
    answer = browser.get(address)
    return answer.status_code, parse(answer.text).one("h1").text


@pytest.mark.parametrize("kind", KINDS)
def test_every_link_that_permits_something_bears_what_is_glued_to_it(app: Flask, clock: FakeClock, kind: str) -> None:
    paths = [path for path in map(path_of, come_about(kind, clock).links) if LINK.match(path) and "?" not in path]
    browser = app.test_client()
    assert paths
    for path in paths:
        clean = heading(browser, path)
        middle = path.rindex("/") - 3 if path.count("/") > 2 else len(path) - 3
        glued = [path + quote(tail, safe="!),>/.") for tail in TAILS]
        glued += [path[:middle] + quote(sign) + path[middle:] for sign in WITHIN]
        assert [(each, heading(browser, each)) for each in glued] == [(each, clean) for each in glued]


def test_all_pages_whose_address_holds_a_secret_bear_it(app: Flask) -> None:
    secret = [rule.rule for rule in app.url_map.iter_rules() if rule.arguments & {"token", "secret"}]
    assert len(secret) > 10
    assert [rule for rule in secret if not LINK.match(rule)] == []
