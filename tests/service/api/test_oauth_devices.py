"""The device flow over HTTP: a terminal asks, its owner types the code on a page, and the terminal gets a token."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from service.accounts import retention
from service.accounts.oauth.clients import HOLDS
from service.accounts.scopes import MEANINGS
from service.accounts.tokens import create_token
from service.config.limits import TABLE
from service.db.engines import session
from service.models import ApiToken, DeviceGrant
from tests.service.api.program import Program, code
from tests.service.conftest import FakeClock
from tests.service.tables import person
from tests.service.web.visitor import Page, Visitor, returning

GRANT = "urn:ietf:params:oauth:grant-type:device_code"
APP = "a terminal"


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    """Return a browser without an account."""
    return Visitor(app)


@pytest.fixture
def ann(app: Flask) -> Visitor:
    """Return a signed-in browser."""
    return returning(app, "ann@example.net")


@dataclass
class Terminal:
    """A program without a browser."""

    client: FlaskClient
    codes: dict[str, Any]

    def ask(self, **other: str) -> TestResponse:
        """Poll for the token."""
        form = {"grant_type": GRANT, "client_id": APP, "device_code": self.codes["device_code"]}
        return self.client.post("/oauth/token", data=form | other)

    @property
    def user_code(self) -> str:
        """Return the user code."""
        return str(self.codes["user_code"])


def begun(client: FlaskClient, **form: str) -> Terminal:
    """Start the device flow."""
    answer = client.post("/oauth/device", data={"client_id": APP, "scope": "games:read games:play"} | form)
    assert answer.status_code == 200, answer.text
    return Terminal(client, answer.get_json())


def error(answer: TestResponse) -> tuple[int, str]:
    """Return status and code of a refusal (RFC 6749)."""
    assert answer.mimetype == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    body = answer.get_json()
    assert set(body) <= {"error", "error_description"}
    return answer.status_code, body["error"]


def typed(visitor: Visitor, user_code: str) -> Page:
    """Open the consent page for the user code."""
    return visitor.press(visitor.open("/device"), "Continue", user_code=user_code)


def test_a_terminal_gets_a_token_once_its_owner_has_said_yes(client: FlaskClient, ann: Visitor) -> None:
    terminal = begun(client)
    assert re.fullmatch("[B-Z]{4}-[B-Z]{4}", terminal.user_code)
    assert terminal.codes["interval"] == 5
    assert terminal.codes["expires_in"] == 600
    assert error(terminal.ask()) == (400, "authorization_pending")

    page = typed(ann, f" {terminal.user_code.lower().replace('-', ' ')}")
    assert f"calls itself {APP}" in page.text
    assert "create, join and play games" in page.text
    assert f"{HOLDS.days} days" in page.text
    assert ann.press(page, "Allow").heading == "Connected"

    given = terminal.ask()
    assert given.status_code == 200
    assert given.headers["Cache-Control"] == "no-store"
    token = given.get_json()
    assert (token["token_type"], token["scope"]) == ("Bearer", "games:read games:play")
    assert token["expires_in"] == HOLDS.total_seconds()
    program = Program(client, token["access_token"])
    assert program.get("/me").get_json()["scopes"] == ["games:read", "games:play"]
    assert code(program.get("/tokens")) == (403, "missing-scope")
    assert error(terminal.ask()) == (400, "invalid_grant")


def test_the_token_stands_on_the_page_of_its_owner_who_can_end_it(client: FlaskClient, ann: Visitor) -> None:
    terminal = begun(client)
    ann.press(typed(ann, terminal.user_code), "Allow")
    program = Program(client, terminal.ask().get_json()["access_token"])

    page = ann.open("/me/tokens")
    assert f"{APP} app · games:read, games:play" in " ".join(page.text.split())
    ann.press(page, f"Revoke {APP}")

    assert code(program.get("/me")) == (401, "revoked-token")


def test_the_address_with_the_code_in_it_fills_it_in_and_tells_nothing(client: FlaskClient, ann: Visitor) -> None:
    terminal = begun(client)

    page = ann.open(terminal.codes["verification_uri_complete"])

    assert f"calls itself {APP}" not in page.text
    assert page.response.headers["Referrer-Policy"] == "no-referrer"
    assert page.response.headers["Cache-Control"] == "no-store"
    assert ann.press(ann.press(page, "Continue"), "Allow").heading == "Connected"


@pytest.mark.parametrize(
    "copied",
    ["Code: {}", "\u202a{}\u202c", "{}.", "\u200b{}\ufeff", "Enter this code on the page that is open: {}"],
)
def test_a_code_is_taken_as_it_was_copied_and_shown_as_the_terminal_shows_it(
    client: FlaskClient, ann: Visitor, copied: str
) -> None:
    terminal = begun(client)
    page = typed(ann, copied.format(terminal.user_code))

    assert f"It shows the code {terminal.user_code}." in " ".join(page.text.split())
    assert ann.press(page, "Allow").heading == "Connected"


def test_a_code_is_taken_in_letters_of_full_width(client: FlaskClient, ann: Visitor) -> None:
    terminal = begun(client)
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in terminal.user_code)
    assert ann.press(typed(ann, wide), "Allow").heading == "Connected"


def test_who_is_not_signed_in_signs_in_first_and_comes_back(client: FlaskClient, visitor: Visitor) -> None:
    page = visitor.open(begun(client).codes["verification_uri_complete"])

    assert page.address == "/sign-in"


def test_who_says_no_sends_it_away(client: FlaskClient, ann: Visitor) -> None:
    terminal = begun(client)

    assert ann.press(typed(ann, terminal.user_code), "Deny").heading == "Access denied"

    assert error(terminal.ask()) == (400, "access_denied")
    assert typed(ann, terminal.user_code).status == 422


def test_who_asks_every_five_seconds_by_a_clock_of_its_own_waits_long_enough(
    client: FlaskClient, clock: FakeClock
) -> None:
    terminal = begun(client)
    seen = [error(terminal.ask())[1]]
    for seconds in (4.96, 5.04, 4.96, 4.2, 5):
        clock.advance(seconds=seconds)
        seen.append(error(terminal.ask())[1])
    assert set(seen) == {"authorization_pending"}


def test_who_does_not_wait_is_to_wait_longer_each_time(client: FlaskClient, ann: Visitor, clock: FakeClock) -> None:
    terminal = begun(client)
    pending, slower = "authorization_pending", "slow_down"
    seen = [error(terminal.ask())[1]]
    for seconds in (4, 9, 15, 14, 20):
        clock.advance(seconds=seconds)
        seen.append(error(terminal.ask())[1])
    assert seen == [pending, slower, slower, pending, slower, pending]

    ann.press(typed(ann, terminal.user_code), "Allow")
    assert terminal.ask().status_code == 200


def test_codes_are_good_for_ten_minutes_and_forgotten_an_hour_later(
    client: FlaskClient, ann: Visitor, clock: FakeClock
) -> None:
    terminal = begun(client)
    clock.advance(minutes=10)

    assert typed(ann, terminal.user_code).status == 422
    assert error(terminal.ask()) == (400, "expired_token")
    retention.devices.apply(clock())
    assert session().scalar(select(func.count()).select_from(DeviceGrant)) == 1

    clock.advance(hours=1)
    assert retention.devices.apply(clock()) == 1
    assert error(terminal.ask()) == (400, "invalid_grant")


def test_an_owner_who_lets_it_in_late_does_so_in_vain(client: FlaskClient, ann: Visitor, clock: FakeClock) -> None:
    terminal = begun(client)
    page = typed(ann, terminal.user_code)
    clock.advance(minutes=10)

    assert ann.press(page, "Allow").status == 422


def test_another_app_gets_nothing_for_the_code(client: FlaskClient, ann: Visitor) -> None:
    terminal = begun(client)
    ann.press(typed(ann, terminal.user_code), "Allow")

    assert error(terminal.ask(client_id="a thief")) == (400, "invalid_grant")
    assert terminal.ask().status_code == 200


def test_an_account_that_is_full_gets_no_more_tokens(client: FlaskClient, ann: Visitor, clock: FakeClock) -> None:
    terminal = begun(client)
    ann.press(typed(ann, terminal.user_code), "Allow")
    for _ in range(TABLE["tokens"].amount):
        create_token(person("ann"), "laptop", ["games:read"], clock(), is_told=False)

    assert error(terminal.ask()) == (400, "access_denied")
    assert session().scalar(select(func.count()).select_from(ApiToken)) == TABLE["tokens"].amount


def test_what_is_asked_for_is_known_or_the_least(client: FlaskClient, ann: Visitor) -> None:
    for scope in ("everything", "games:read read"):
        assert error(client.post("/oauth/device", data={"client_id": APP, "scope": scope})) == (400, "invalid_scope")

    terminal = begun(client, scope="")
    ann.press(typed(ann, terminal.user_code), "Allow")
    assert terminal.ask().get_json()["scope"] == "games:read"


@pytest.mark.parametrize(
    ("path", "form", "refusal"),
    [
        ("device", {"scope": "messages"}, "invalid_client"),
        ("device", {"client_id": "http://app.example/"}, "invalid_client"),
        ("device", {"client_id": "x" * 81}, "invalid_client"),
        ("device", {"client_id": "S\u00fcd"}, "invalid_request"),
        ("device", {"client_id": APP, "client_secret": "x"}, "invalid_client"),
        ("device", {"client_id": [APP, APP]}, "invalid_request"),
        ("token", {"code": "x"}, "unsupported_grant_type"),
        ("token", {"grant_type": "password"}, "unsupported_grant_type"),
        ("token", {"grant_type": 'a"b'}, "invalid_request"),
        ("token", {"grant_type": "x" * 1001}, "invalid_request"),
        ("token", {"grant_type": GRANT, "client_id": APP}, "invalid_request"),
        ("token", {"grant_type": GRANT, "device_code": "x"}, "invalid_client"),
        ("token", {"grant_type": GRANT, "client_id": APP, "device_code": "x"}, "invalid_grant"),
        ("revoke", {}, "invalid_request"),
        ("introspect", {"token": ""}, "invalid_request"),
    ],
)
def test_what_cannot_be_is_refused_with_a_code(
    client: FlaskClient, path: str, form: dict[str, str], refusal: str
) -> None:
    assert error(client.post(f"/oauth/{path}", data=form)) == (400, refusal)
    assert session().scalar(select(func.count()).select_from(DeviceGrant)) == 0


def test_parameters_stand_in_a_form_and_nowhere_else(client: FlaskClient) -> None:
    in_json = client.post("/oauth/device", json={"client_id": APP})
    in_query = client.post(f"/oauth/device?client_id={APP}", data={"scope": "messages"})

    assert error(in_json) == (400, "invalid_request")
    assert error(in_query) == (400, "invalid_client")


def test_whoever_has_a_token_may_end_it(client: FlaskClient, clock: FakeClock) -> None:
    made = create_token(person("ann"), "laptop", ["games:read"], clock())

    for _ in range(2):
        answer = client.post("/oauth/revoke", data={"token": made.secret, "token_type_hint": "whatever"})
        assert (answer.status_code, answer.get_json()) == (200, {})
    assert client.post("/oauth/revoke", data={"token": "sdl_none"}).status_code == 200

    assert code(Program(client, made.secret).get("/me")) == (401, "revoked-token")


def test_whoever_has_a_token_may_ask_what_it_is_worth(client: FlaskClient, clock: FakeClock) -> None:
    ends = clock().replace(hour=18)
    made = create_token(person("ann"), "laptop", ["games:read", "messages"], clock(), ends, app=APP)

    def worth() -> dict[str, Any]:
        told: dict[str, Any] = client.post("/oauth/introspect", data={"token": made.secret}).get_json()
        return told

    known = worth()
    assert known.pop("iss").startswith("http")
    assert known == {
        "active": True, "scope": "games:read messages", "client_id": APP, "username": "ann", "token_type": "Bearer",
        "iat": int(clock().timestamp()), "exp": int(ends.timestamp()),
    }  # fmt: skip

    clock.advance(hours=6)
    assert worth() == {"active": False}
    assert client.post("/oauth/introspect", data={"token": "sdl_none"}).get_json() == {"active": False}


def test_every_address_in_the_metadata_answers(client: FlaskClient) -> None:
    answer = client.get("/.well-known/oauth-authorization-server")
    told = answer.get_json()

    assert told["scopes_supported"] == list(MEANINGS)
    for name in told:
        if name.endswith("_endpoint") and name != "authorization_endpoint":
            assert client.post(told[name].removeprefix(told["issuer"]), data={}).status_code == 400, name


def test_pages_from_anywhere_may_ask(client: FlaskClient) -> None:
    preflight = client.options("/oauth/token", headers={"Origin": "https://app.example"})
    refused = client.post("/oauth/token", data={}, headers={"Origin": "https://app.example"})

    assert preflight.headers["Access-Control-Allow-Origin"] == "*"
    assert "Authorization" in preflight.headers["Access-Control-Allow-Headers"]
    assert refused.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in refused.headers
