"""Rate limits of OAuth apps and of short codes; and secrets stay out of logs."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest
from flask import Flask

from service.config.environment import Config
from tests.service.web.test_rates import QUOTAS, until_refused
from tests.service.web.visitor import Visitor, fields_of, returning


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """So few that a test can use them up."""
    return replace(sqlite_settings, rate_limits=QUOTAS)


@pytest.mark.parametrize(
    ("endpoint", "bucket"),
    [("token", "network-writes"), *((each, "network-sign-in") for each in ("device", "revoke", "introspect"))],
)
def test_apps_at_one_address_are_held_back_with_a_code_of_their_standards(
    app: Flask, endpoint: str, bucket: str
) -> None:
    client = app.test_client()

    sent, refused = until_refused(lambda: client.post(f"/oauth/{endpoint}", data={"client_id": "x", "token": "y"}))

    assert sent == QUOTAS[bucket]
    assert refused.get_json()["error"] == "temporarily_unavailable"
    assert int(refused.headers["Retry-After"]) > 0
    assert refused.headers["RateLimit-Policy"].startswith(f'"{bucket}"')


def test_whoever_tries_short_codes_is_held_back_and_nobody_else_is(app: Flask) -> None:
    eve, ann = returning(app, "eve@example.net"), returning(app, "ann@example.net")

    def guess(visitor: Visitor) -> int:
        form = fields_of(visitor.open("/device").tree.one("main").one("form")) | {"user_code": "BCDF-GHJK"}
        return visitor.client.post("/device", data=form).status_code

    assert [guess(eve) for _ in range(QUOTAS["sign-in"] + 1)] == [422] * QUOTAS["sign-in"] + [429]
    assert guess(ann) == 422


def test_no_log_tells_a_code(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = app.test_client()
    codes = client.post("/oauth/device", data={"client_id": "x"}).get_json()
    form = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": "x"}

    client.post("/oauth/token", data=form | {"device_code": codes["device_code"]})

    assert codes["device_code"] not in caplog.text
    assert codes["user_code"] not in caplog.text
