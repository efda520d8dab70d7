"""Caches store neither errors nor pages, which depend on viewer, language and time."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

FORM = "application/x-www-form-urlencoded"
ERRORS = [
    ("POST", "/sign-in", b"email=%00", 400),
    ("POST", "/sign-in", b"email=ann@example.net", 403),
    ("GET", "/nothing", b"", 404),
    ("GET", "/nothing/at/all", b"", 404),
    ("GET", "/static/1", b"", 404),
    ("GET", "/static/1/nothing.js", b"", 404),
    ("GET", "/games/aaaaaaaaaaaa", b"", 404),
    ("GET", "/t/guessed", b"", 404),
    ("GET", "/mailbox/nothing", b"", 404),
    ("PUT", "/sign-in", b"", 405),
    ("DELETE", "/t/guessed", b"", 405),
    ("PUT", "/favicon.ico", b"", 405),
    ("POST", "/sign-in", b"x" * 70_000, 413),
    ("GET", "/api/v1/nothing", b"", 404),
    ("GET", "/api/v1/me", b"", 401),
    ("PUT", "/api/v1/games", b"", 405),
    ("POST", "/api/v1/sign-in", b"{}", 415),
    ("POST", "/healthz", b"", 405),
]


@pytest.mark.parametrize(("method", "address", "body", "status"), ERRORS)
def test_no_error_is_kept(client: FlaskClient, method: str, address: str, body: bytes, status: int) -> None:
    answer = client.open(address, method=method, data=body, content_type=FORM)

    assert answer.status_code == status
    assert answer.headers["Cache-Control"] in ("private, no-cache", "no-store")
    assert set(answer.vary) >= ({"Accept", "Authorization"} if answer.is_json else {"Cookie", "Accept-Language"})


@pytest.mark.parametrize("address", ["/", "/api/v1/rulesets"])
@pytest.mark.parametrize(("fault", "status"), [(KeyError(), 500), (OperationalError("", {}, OSError()), 503)])
def test_no_error_of_ours_is_kept(app: Flask, address: str, fault: Exception, status: int) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False

    def fail(*_: object, **__: object) -> None:
        raise fault

    for name in ("web.home", "rulesets.list_rulesets"):
        app.view_functions[name] = fail  # type: ignore[assignment]  # it never returns
    answer = app.test_client().get(address)

    assert answer.status_code == status
    assert answer.headers["Cache-Control"] in ("private, no-cache", "no-store")
    assert answer.vary


def test_who_is_asked_whether_they_are_well_answers_anew_each_time(client: FlaskClient) -> None:
    for address in ("/healthz", "/readyz"):
        assert client.get(address).headers["Cache-Control"] == "no-store"


def test_files_may_be_kept_by_everybody(client: FlaskClient) -> None:
    answer = client.get("/favicon.ico")

    assert answer.headers["Cache-Control"].startswith("public")
    assert set(answer.vary) <= {"Accept-Encoding"}


@pytest.mark.parametrize("path", ["//nothing", "/games//new", "/api/v1//me"])
def test_nobody_is_sent_to_the_host_that_a_request_names(client: FlaskClient, path: str) -> None:
    answer = client.get("/", environ_overrides={"PATH_INFO": path, "HTTP_HOST": "elsewhere.example"})

    assert answer.status_code == 404
    assert "elsewhere" not in answer.text
    assert "Location" not in answer.headers


@pytest.mark.parametrize("host", ["a" * 64, "a..example", "."])
@pytest.mark.parametrize("address", ["/", "/nothing", "/healthz", "/t/guessed", "/api/v1/rulesets", "/api/v1/nothing"])
def test_a_request_to_what_can_be_no_host_is_refused_in_the_words_of_the_place(
    client: FlaskClient, host: str, address: str
) -> None:
    answer = client.get(address, environ_overrides={"HTTP_HOST": host})

    assert answer.status_code == (404 if "nothing" in address else 400)
    assert answer.headers["Cache-Control"] in ("private, no-cache", "no-store")
    is_for_programs = "/api/" in address or address == "/healthz"
    assert answer.mimetype == ("application/problem+json" if is_for_programs else "text/html")


def test_an_address_with_a_slash_too_many_is_still_below_the_prefix(client: FlaskClient) -> None:
    answer = client.get("/", environ_overrides={"PATH_INFO": "//api/v1/rulesets"})

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
