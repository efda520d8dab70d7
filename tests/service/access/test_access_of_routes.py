"""Every route, requested by everybody without permission: nothing leaks, and nothing changes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.accounts.scopes import MEANINGS
from tests.figures import Figures
from tests.service.access.answers import expected, expected_of_page
from tests.service.access.bodies import BODIES, HEADERS
from tests.service.access.conftest import CSRF, Private, Untouched, token_of
from tests.service.access.pages import PAGES
from tests.service.access.routes import REST
from tests.service.access.whose import Whose

READ_BY_ALL = sorted(
    name for name, rule in REST.items() if rule.scope and rule.anonymous and rule.whose is Whose.ONES_OWN
)
FORM = {"csrf": CSRF, "version": "1", "move": "place max-15", "text": "Hello!", "days": "3"}
AWAY: dict[str, Any] = {"environ_base": {"REMOTE_ADDR": "192.0.2.7"}}


def test_every_route_has_a_rule_and_every_rule_a_route(app: Flask) -> None:
    served = {
        f"{method} {re.sub('<[^>]*:', '<', str(route))}"
        for route in app.url_map.iter_rules()
        for method in (route.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert served - set(REST | PAGES) == set(), "say in routes.py who may use them"
    assert set(REST | PAGES) - served == set(), "these are not served any more"


def ask(
    client: FlaskClient, name: str, private: Private, token: str | None, away: dict[str, Any] = AWAY
) -> TestResponse:
    """Send a request that is valid except for its sender."""
    method, path = name.split(" ")
    headers = HEADERS.get(name, {}) | ({"Authorization": f"Bearer {token}"} if token else {})
    body: dict[str, Any] = (
        {"json": BODIES.get(name, {})} if name in BODIES or method in ("POST", "PATCH", "PUT") else {}
    )
    return client.open(private.fill(path), method=method, headers=headers, **away, **body)


@pytest.mark.parametrize("name", REST)
def test_over_rest_strangers_are_told_nothing_and_change_nothing(
    client: FlaskClient,
    private: Private,
    strangers: dict[str, str | None],
    untouched: Untouched,
    name: str,
    figures: Figures,
) -> None:
    leaks = []
    for number, (principal, token) in enumerate(strangers.items()):
        answer = ask(client, name, private, token, {"environ_base": {"REMOTE_ADDR": f"192.0.2.{number}"}})
        assert answer.status_code in expected(REST[name], principal), (principal, answer.text)
        leaks += [(principal, leak) for leak in private.leaks_into(answer.text)]
    figures("access", routes=1, requests=len(strangers), leaks=len(leaks))
    assert leaks == []
    assert untouched.holds()


@pytest.mark.parametrize("name", [name for name, rule in REST.items() if rule.scope and name not in READ_BY_ALL])
def test_over_rest_a_token_without_the_scope_is_refused(
    client: FlaskClient, private: Private, untouched: Untouched, name: str, figures: Figures
) -> None:
    others = [scope for scope in MEANINGS if scope != REST[name].scope]
    answer = ask(client, name, private, token_of(private.table.players[0], *others))
    assert answer.status_code == 403
    assert answer.json
    assert (answer.json["code"], answer.json["scope"]) == ("missing-scope", REST[name].scope)
    assert private.leaks_into(answer.text) == []
    figures("access", requests=1)


@pytest.mark.parametrize("name", READ_BY_ALL)
def test_over_rest_a_token_without_the_scope_reads_what_anybody_may(
    client: FlaskClient, private: Private, name: str
) -> None:
    others = [scope for scope in MEANINGS if scope != REST[name].scope]
    answer = ask(client, name, private, token_of(private.table.players[0], *others))
    assert (answer.status_code, answer.text) == (200, ask(client, name, private, None).text)


@pytest.mark.parametrize("name", PAGES)
def test_on_pages_strangers_are_told_nothing_and_change_nothing(
    private: Private, browsers: dict[str, FlaskClient], untouched: Untouched, name: str, figures: Figures
) -> None:
    method, path = name.split(" ")
    leaks = []
    for principal, browser in browsers.items():
        form: dict[str, Any] = (
            {"data": {"csrf": CSRF, "version": "1", "move": "place max-15"}} if method == "POST" else {}
        )
        answer = browser.open(private.fill(path), method=method, **AWAY, **form)
        assert answer.status_code in expected_of_page(PAGES[name], principal), (principal, answer.status_code)
        leaks += [(principal, leak) for leak in private.leaks_into(answer.data.decode(errors="replace"))]
    figures("access", routes=1, requests=len(browsers), leaks=len(leaks))
    assert leaks == []
    assert untouched.holds()
