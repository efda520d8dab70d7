"""Malformed requests are refused before their meaning is checked: always a problem, never a 5xx."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.server.app import MAX_REQUEST_BYTES
from tests.service.api.program import Match, Program, code, program_of


def send(program: Program, raw: bytes, content_type: str = "application/json") -> tuple[int, str]:
    """Send a raw body; return status and code."""
    return code(program.call("POST", "/games", data=raw, content_type=content_type))


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"[" * 10_000, "too-deep"),
        (b'{"a":' * 10_000, "too-deep"),
        (b'{"a":' * 21 + b"1" + b"}" * 21, "too-deep"),
        (b"[]", "not-an-object"),
        (b'"text"', "not-an-object"),
        (b"null", "not-an-object"),
        (b"{", "not-json"),
        (b"{}{}", "not-json"),
        (b" ", "not-json"),
        (b"\xef\xbb\xbf{}", "not-json"),
        (b'{"ruleset":"seasons","ruleset":"siesta"}', "doubled-key"),
        (b'{"options":{"a":1,"a":1}}', "doubled-key"),
        (b'{"days_per_move":NaN}', "not-a-number"),
        (b'{"days_per_move":-Infinity}', "not-a-number"),
        (b'{"days_per_move":1e999}', "number-too-large"),
        (b'{"days_per_move":9223372036854775808}', "number-too-large"),
        (b'{"days_per_move":' + b"9" * 5000 + b"}", "number-too-large"),
        (b'{"ruleset":"\\ud800"}', "bad-character"),
        (b'{"\\udfff":1}', "bad-character"),
        (b'{"ruleset":"a\\u0000b"}', "bad-character"),
        (b'{"ruleset":"\xff"}', "not-utf-8"),
        (b'{"ruleset":"\xed\xa0\x80"}', "not-utf-8"),
    ],
)
def test_json_that_readers_would_take_differently_is_refused(ann: Program, raw: bytes, reason: str) -> None:
    answer = ann.call("POST", "/games", data=raw, content_type="application/json")
    assert code(answer) == (400, "bad-json")
    assert answer.json
    assert answer.json["reason"] == reason


def test_a_body_of_another_type_is_refused(ann: Program) -> None:
    for content_type in ("text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", ""):
        assert send(ann, b"{}", content_type) == (415, "unsupported-media-type")


def test_a_body_that_is_too_large_is_refused(ann: Program) -> None:
    assert send(ann, b'{"ruleset":"' + b"a" * MAX_REQUEST_BYTES + b'"}') == (413, "too-large")


def test_a_whole_number_can_be_written_with_a_point(ann: Program) -> None:
    answer = ann.post("/games", {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1.0}], "days_per_move": 2.0})
    assert answer.status_code == 201
    assert answer.json
    assert answer.json["days_per_move"] == 2


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"surprise": 1}, "/surprise"),
        ({"ruleset": 7}, "/ruleset"),
        ({"ruleset": None}, "/ruleset"),
        ({"ruleset": ""}, "/ruleset"),
        ({"options": []}, "/options"),
        ({"options": {"version": 1}}, "/options/version/value"),
        ({"seats": {}}, "/seats"),
        ({"seats": []}, "/seats"),
        ({"seats": [{"me": True}] * 9}, "/seats"),
        ({"seats": [{"me": 1}, {"ai": 1}]}, "/seats/0/me"),
        ({"seats": [{"me": "true"}, {"ai": 1}]}, "/seats/0/me"),
        ({"seats": [{"me": False}, {"ai": 1}]}, "/seats/0/me"),
        ({"seats": [{"me": True}, {"ai": "3"}]}, "/seats/1/ai"),
        ({"seats": [{"me": True}, {"ai": 1.5}]}, "/seats/1/ai"),
        ({"seats": [{"me": True}, {"ai": True}]}, "/seats/1/ai"),
        ({"seats": [{"me": True}, {"ai": 6}]}, "/seats/1/ai"),
        ({"seats": [{"me": True}, {"bot": "x"}]}, "/seats/1/bot"),
        ({"shuffle_seats": 0}, "/shuffle_seats"),
        ({"days_per_move": 0}, "/days_per_move"),
        ({"days_per_move": "3"}, "/days_per_move"),
        ({"days_per_move": False}, "/days_per_move"),
        ({"visibility": "secret"}, "/visibility"),
        ({"layout": []}, "/layout"),
        ({"contribution": "x" * 65}, "/contribution"),
    ],
)
def test_a_body_that_does_not_fit_is_told_where(ann: Program, change: dict[str, Any], pointer: str) -> None:
    answer = ann.post("/games", {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}], **change})
    assert code(answer) == (422, "bad-request")
    assert answer.json
    assert (answer.json["errors"][0]["in"], answer.json["errors"][0]["pointer"]) == ("body", pointer)


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=101", "limit=x", "limit=1.0", "limit=%D9%A3", "limit=1_0", "limit=+1", "limit=" + "9" * 30,
     "limit=", "limit=1&limit=2", "mine=yes", "mine=1", "status=lost", "surprise=1", "ruleset=%00", "%00=1"],
)  # fmt: skip
def test_a_query_that_does_not_fit_is_refused(ann: Program, query: str) -> None:
    answer = ann.get(f"/games?{query}")
    assert code(answer) == (422, "bad-request")
    assert answer.json
    assert answer.json["errors"][0]["in"] == "query"


def test_a_method_that_is_not_allowed_is_told_which_are(ann: Program) -> None:
    answer = ann.call("PUT", "/games")
    assert code(answer) == (405, "method-not-allowed")
    assert {"GET", "HEAD", "OPTIONS", "POST"} == set(answer.headers["Allow"].split(", "))


def test_an_answer_in_a_form_that_the_client_does_not_take_is_refused(running: Match) -> None:
    for path, accept in (
        ("", "text/html"),
        ("/board.svg", "image/png"),
        ("/board.png", "application/json;q=1, */*;q=0"),
    ):
        assert code(running.ann.get(running.path + path, headers={"Accept": accept})) == (406, "not-acceptable")
    for path, accept in (("", "application/*"), ("/board.svg", "image/*"), ("", "*/*"), ("", "")):
        assert running.ann.get(running.path + path, headers={"Accept": accept}).status_code == 200


def test_an_error_of_ours_is_a_problem_that_tells_nothing(client: FlaskClient) -> None:
    app = client.application
    app.config["PROPAGATE_EXCEPTIONS"] = False
    ann = program_of(client, "ann")
    nonsense: Any = None  # what no operator can set
    app.config["SETTINGS"] = replace(app.config["SETTINGS"], disabled_games=nonsense)
    answer = ann.get("/rulesets")
    assert code(answer) == (500, "internal-error")
    assert "NoneType" not in answer.get_data(as_text=True)


def test_head_is_a_get_without_its_body(running: Match) -> None:
    got, head = running.ann.get(running.path), running.ann.call("HEAD", running.path)
    assert head.status_code == 200
    assert head.get_data() == b""
    assert head.headers["ETag"] == got.headers["ETag"]


def test_pages_from_anywhere_may_call_with_a_token_and_never_with_cookies(anybody: Program) -> None:
    preflight = anybody.call("OPTIONS", "/games", headers={"Origin": "https://example.org"})
    assert preflight.status_code == 200
    assert "POST" in preflight.headers["Allow"]
    assert preflight.headers["Access-Control-Allow-Origin"] == "*"
    assert "Authorization" in preflight.headers["Access-Control-Allow-Headers"]
    for answer in (preflight, anybody.get("/games"), anybody.get("/nothing")):
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers


def test_pages_from_anywhere_may_send_each_header_that_is_described(anybody: Program) -> None:
    described = anybody.get("/openapi.json").get_json()["components"]["parameters"].values()
    headers = {each["name"] for each in described if each["in"] == "header"}
    assert {"Idempotency-Key", "If-Match", "Join-Key"} <= headers

    preflight = anybody.call("OPTIONS", "/games", headers={"Origin": "https://example.org"})

    assert headers <= set(preflight.headers["Access-Control-Allow-Headers"].split(", "))


@pytest.mark.parametrize("path", ["/nothing", "/games/x/nothing", "/games/x%00/moves"])
def test_pages_from_anywhere_can_read_that_there_is_nothing(anybody: Program, path: str) -> None:
    """Check CORS for unknown paths: with a 404 to the preflight, the browser would report a network error."""
    wish = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}

    assert anybody.call("OPTIONS", path, headers=wish).status_code == 200
    assert code(anybody.post(path)) == (404, "not-found")
    assert code(anybody.call("OPTIONS", path)) == (404, "not-found")


def test_a_body_is_read_as_it_was_written(ann: Program) -> None:
    body = json.dumps({"name": "ann-2"}).encode()
    assert ann.call("PATCH", "/me", data=body, content_type="application/json; charset=UTF-8").status_code == 200
