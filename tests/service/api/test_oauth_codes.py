"""Authorisation codes with PKCE: an app sends its user to the consent page, and exchanges the code for a token."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from service.accounts import retention
from service.accounts.oauth.clients import HOLDS
from service.db.engines import session
from service.models import ApiToken, AuthorizationCode
from tests.service.api.program import Program, code
from tests.service.api.test_oauth_devices import error
from tests.service.conftest import FakeClock
from tests.service.web.visitor import Page, Visitor, fields_of, path_of, returning

VERIFIER = "v" * 43
CHALLENGE = urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
SITE, BACK = "https://app.example/client.json", "https://app.example/back?x=1"
WISH = {
    "response_type": "code", "client_id": SITE, "redirect_uri": BACK, "scope": "games:read games:play",
    "state": 'a "state"', "code_challenge": CHALLENGE, "code_challenge_method": "S256",
}  # fmt: skip


@pytest.fixture
def ann(app: Flask) -> Visitor:
    """Return a signed-in browser."""
    return returning(app, "ann@example.net")


def asked(visitor: Visitor, **other: str) -> Page:
    """Open the consent page of an app."""
    return visitor.open(f"/oauth/authorize?{urlencode(WISH | other)}")


def answered(visitor: Visitor, page: Page, answer: str = "allow") -> TestResponse:
    """Answer the consent page; return the redirect without following it."""
    form = page.tree.one("form")
    fields = fields_of(form) | {"answer": answer}
    return visitor.client.post(path_of(form.attributes["action"]), data=fields)


def led_back(visitor: Visitor, page: Page, answer: str = "allow") -> dict[str, str]:
    """Return the parameters of the redirect to the app."""
    answered_with = answered(visitor, page, answer)
    assert answered_with.status_code == 303
    assert answered_with.headers["Referrer-Policy"] == "no-referrer"
    assert answered_with.headers["Cache-Control"] == "no-store"
    return {name: value for name, [value] in parse_qs(urlsplit(answered_with.headers["Location"]).query).items()}


def change(client: FlaskClient, given: str, **other: str) -> TestResponse:
    """Change a code for a token."""
    form = {"grant_type": "authorization_code", "code": given, "client_id": SITE, "redirect_uri": BACK}
    return client.post("/oauth/token", data=form | {"code_verifier": VERIFIER} | other)


def test_an_app_that_is_let_in_gets_a_token(client: FlaskClient, ann: Visitor) -> None:
    page = asked(ann)
    assert page.heading == "Give app.example access to your account?"
    assert "create, join and play games" in page.text
    assert f"{HOLDS.days} days" in page.text
    assert "form-action 'self' https://app.example;" in page.response.headers["Content-Security-Policy"]

    back = led_back(ann, page)
    assert (back["x"], back["state"]) == ("1", 'a "state"')
    assert back["iss"] == client.get("/.well-known/oauth-authorization-server").get_json()["issuer"]

    token = change(client, back["code"]).get_json()
    assert (token["token_type"], token["scope"]) == ("Bearer", "games:read games:play")
    assert Program(client, token["access_token"]).get("/me").get_json()["name"]
    assert f"app.example app {SITE} ·" in " ".join(ann.open("/me/tokens").text.split())


@pytest.mark.parametrize("redirect_uri", ["http://127.0.0.1:49152/back", "http://[::1]:8765/", "http://127.0.0.1/"])
def test_a_program_on_the_same_machine_is_answered_at_any_port(
    client: FlaskClient, ann: Visitor, redirect_uri: str
) -> None:
    page = asked(ann, client_id="my engine", redirect_uri=redirect_uri)
    assert "calls itself my engine" in page.text

    given = led_back(ann, page)["code"]

    assert change(client, given, client_id="my engine", redirect_uri=redirect_uri).status_code == 200


def test_a_code_that_comes_twice_ends_the_token_that_it_gave(client: FlaskClient, ann: Visitor) -> None:
    given = led_back(ann, asked(ann))["code"]
    program = Program(client, change(client, given).get_json()["access_token"])
    assert program.get("/me").status_code == 200

    assert error(change(client, given)) == (400, "invalid_grant")

    assert code(program.get("/me")) == (401, "revoked-token")


@pytest.mark.parametrize(
    ("other", "refusal"),
    [
        ({"code_verifier": "w" * 43}, "invalid_grant"),
        ({"code_verifier": CHALLENGE}, "invalid_grant"),
        ({"code_verifier": ""}, "invalid_request"),
        ({"redirect_uri": "https://app.example/elsewhere"}, "invalid_grant"),
        ({"client_id": "https://app.example/another"}, "invalid_grant"),
        ({"client_id": ""}, "invalid_client"),
        ({"code": "x" * 32}, "invalid_grant"),
    ],
)
def test_who_does_not_fit_the_code_gets_nothing_and_the_app_still_does(
    client: FlaskClient, ann: Visitor, other: dict[str, str], refusal: str
) -> None:
    given = led_back(ann, asked(ann))["code"]

    assert error(change(client, given, **other)) == (400, refusal)
    assert session().scalar(select(func.count()).select_from(ApiToken)) == 0

    assert change(client, given).status_code == 200


def test_a_code_is_good_for_a_minute_and_forgotten_a_day_later(
    client: FlaskClient, ann: Visitor, clock: FakeClock
) -> None:
    given = led_back(ann, asked(ann))["code"]
    clock.advance(minutes=1)
    assert error(change(client, given)) == (400, "invalid_grant")

    clock.advance(hours=23)
    assert retention.codes.apply(clock()) == 0
    clock.advance(hours=1)
    assert retention.codes.apply(clock()) == 1


def test_who_says_no_leads_the_app_back_without_a_code(ann: Visitor) -> None:
    back = led_back(ann, asked(ann), "deny")

    assert (back["error"], back["state"]) == ("access_denied", 'a "state"')
    assert "code" not in back


@pytest.mark.parametrize(
    ("other", "refusal"),
    [
        ({"scope": "everything"}, "invalid_scope"),
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": ""}, "invalid_request"),
        ({"code_challenge": "x" * 44}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
    ],
)
def test_what_is_asked_for_wrongly_leads_nobody_away_by_itself(
    ann: Visitor, other: dict[str, str], refusal: str
) -> None:
    answer = ann.client.get(f"/oauth/authorize?{urlencode(WISH | other)}")

    assert answer.status_code == 422
    assert "Location" not in answer.headers
    assert f"error={refusal}" in answer.text
    assert session().scalar(select(func.count()).select_from(AuthorizationCode)) == 0


@pytest.mark.parametrize(
    "other",
    [
        {"redirect_uri": "https://evil.example/back"},
        {"redirect_uri": "https://app.example.evil.example/back"},
        {"redirect_uri": "https://app.example:8443/back"},
        {"redirect_uri": "https://app.example@evil.example/back"},
        {"redirect_uri": "https://app.example\\@evil.example/back"},
        {"redirect_uri": "http://app.example/back"},
        {"redirect_uri": "https://app.example/back#x"},
        {"redirect_uri": "http://127.0.0.1:1/"},
        {"redirect_uri": "javascript:alert(1)"},
        {"redirect_uri": "//evil.example"},
        {"redirect_uri": ""},
        {"redirect_uri": f"https://app.example/{'x' * 500}"},
        {"client_id": "my engine"},
        {"client_id": "my engine", "redirect_uri": "http://localhost:1/"},
        {"client_id": "my engine", "redirect_uri": "http://127.0.0.1.evil.example/"},
        {"client_id": "my engine", "redirect_uri": "http://127.0.0.1:99999/"},
        {"client_id": "http://app.example/"},
        {"client_id": "https://app.example;script-src/", "redirect_uri": "https://app.example;script-src/"},
        {"client_id": ""},
        {"state": "\n"},
        {"state": "x" * 1001},
    ],
)
def test_who_may_not_be_answered_is_answered_nowhere(ann: Visitor, other: dict[str, str]) -> None:
    address = f"/oauth/authorize?{urlencode(WISH | other)}"

    refused = ann.client.get(address)
    assert refused.status_code == 422
    assert "Location" not in refused.headers
    assert "evil.example" not in refused.text


def test_a_form_from_elsewhere_lets_nobody_in(ann: Visitor) -> None:
    page = asked(ann)

    forged = ann.client.post(path_of(page.tree.one("form").attributes["action"]), data={"answer": "allow"})

    assert forged.status_code == 403
    assert session().scalar(select(func.count()).select_from(AuthorizationCode)) == 0


def test_the_metadata_are_sound(client: FlaskClient) -> None:
    told = client.get("/.well-known/oauth-authorization-server").get_json()

    AuthorizationServerMetadata({name: _https(value) for name, value in told.items()}).validate()
    assert told["code_challenge_methods_supported"] == ["S256"]


def _https(value: Any) -> Any:
    return value.replace("http:", "https:", 1) if isinstance(value, str) else value
