"""Bodies that are too large or too slow are refused in the interface's format, and block nobody else."""

from __future__ import annotations

from contextlib import ExitStack

import httpx
import pytest

from service.config.environment import Config
from service.server.app import MAX_REQUEST_BYTES
from tests.service.server.line import Line, line
from tests.service.server.ways import Answer, Client, json_body
from tests.waiting import eventually
from tests.web_server import WebServer, web_server

JSON, FORM = "Content-Type: application/json", "Content-Type: application/x-www-form-urlencoded"
CHUNKED = "Transfer-Encoding: chunked"
TOO_MUCH = MAX_REQUEST_BYTES + 1
PLACES = {
    "POST /api/v1/sign-in": JSON,
    "PATCH /api/v1/me": JSON,
    "DELETE /api/v1/webhooks/1": JSON,
    "GET /api/v1/events": JSON,
    "POST /sign-in": FORM,
    "POST /unsubscribe/x": FORM,
    "PUT /nothing": JSON,
}
"""Requests below the API's prefix and elsewhere, and what their bodies are."""


def length(number: int) -> str:
    return f"Content-Length: {number}"


def chunk(raw: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(raw), raw)


def begin(on: Line, place: str, *headers: str, body: bytes = b"") -> None:
    """Send the beginning of a request."""
    on.send(f"{place} HTTP/1.1", PLACES[place], *headers, body=body)


def assert_refused(answer: Answer, place: str, status: int, code: str, sentence: str) -> None:
    """Check that the response is a problem under the API's prefix, and a page elsewhere; the last on its connection."""
    assert answer.status == status
    if "/api/v1/" in place:
        assert answer.kind == "application/problem+json"
        assert answer.json["code"] == code
    else:
        assert answer.kind == "text/html"
        assert sentence in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["connection"] == "close"
    assert answer.headers["cache-control"] in ("no-store", "private, no-cache")


def assert_too_large(answer: Answer, place: str) -> None:
    assert_refused(answer, place, 413, "too-large", "That was too much at once.")


@pytest.mark.parametrize("place", PLACES)
def test_a_body_that_says_it_is_too_large_is_refused_before_it_comes(server: WebServer, place: str) -> None:
    with line(server) as client:
        begin(client, place, length(TOO_MUCH))
        assert_too_large(client.answer(), place)


@pytest.mark.parametrize("place", PLACES)
def test_a_chunked_body_is_refused_once_it_is_too_large(server: WebServer, place: str) -> None:
    with line(server) as client:
        begin(client, place, CHUNKED, body=chunk(b"x" * TOO_MUCH))
        assert_too_large(client.answer(), place)


def test_nothing_more_is_taken_on_a_connection_after_a_body_that_was_refused(server: WebServer) -> None:
    with line(server) as client:
        begin(client, "POST /api/v1/sign-in", length(TOO_MUCH))
        client.answer()
        client.send(body=b"x" * TOO_MUCH)
        client.send("GET /healthz HTTP/1.1")
        assert client.is_closed()


@pytest.mark.parametrize("chunked", [False, True])
def test_who_sends_far_too_much_before_listening_gets_the_answer_all_the_same(
    server: WebServer, *, chunked: bool
) -> None:
    text = json_body({"email": "x" * 10 * MAX_REQUEST_BYTES})
    answer = Client(server, {}, chunked=chunked).send("POST", "/api/v1/sign-in", text)
    assert_too_large(answer, "POST /api/v1/sign-in")


@pytest.mark.parametrize("framing", [length(MAX_REQUEST_BYTES), CHUNKED])
def test_a_body_just_as_long_as_it_may_be_is_read(server: WebServer, framing: str) -> None:
    raw = b'{"email": "' + b"x" * (MAX_REQUEST_BYTES - len(b'{"email": ""}')) + b'"}'
    with line(server) as client:
        begin(client, "POST /api/v1/sign-in", framing, body=chunk(raw) + chunk(b"") if framing == CHUNKED else raw)
        answer = client.answer()
    assert (answer.status, answer.json["code"]) == (422, "bad-request")


@pytest.mark.parametrize(("size", "status"), [(2 * MAX_REQUEST_BYTES, 401), (5 * MAX_REQUEST_BYTES, 413)])
def test_where_a_record_is_brought_in_a_body_may_be_longer(server: WebServer, size: int, status: int) -> None:
    with line(server) as client:
        client.send(
            "POST /api/v1/me/imports HTTP/1.1", JSON, length(size), body=b"x" * min(size, 3 * MAX_REQUEST_BYTES)
        )
        assert client.answer().status == status


def test_who_asks_whether_to_go_on_is_told_to(server: WebServer) -> None:
    with line(server) as client:
        begin(client, "POST /api/v1/sign-in", length(2), "Expect: 100-continue")
        assert client.interim() == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.send(body=b"{}")
        assert client.answer().json["code"] == "bad-request"


def test_who_asks_whether_to_go_on_with_too_much_is_told_at_once_that_it_is(server: WebServer) -> None:
    with line(server) as client:
        begin(client, "POST /api/v1/sign-in", length(TOO_MUCH), "Expect: 100-continue")
        assert_too_large(client.answer(), "POST /api/v1/sign-in")


@pytest.mark.parametrize("framing", [length(60_000), CHUNKED])
@pytest.mark.parametrize("place", PLACES)
def test_a_body_that_does_not_come_in_time_is_refused(hasty: WebServer, place: str, framing: str) -> None:
    with line(hasty) as client:
        begin(client, place, framing, body=chunk(b"{") if framing == CHUNKED else b"{")
        assert_refused(client.answer(), place, 408, "too-slow", "did not arrive in time")
        assert client.is_closed()


def test_who_goes_away_in_the_middle_has_asked_for_nothing(server: WebServer) -> None:
    for framing, body in ((length(60), b'{"email": "wren@example.net"}'), (CHUNKED, chunk(b'{"email": "wr'))):
        with line(server) as client:
            begin(client, "POST /api/v1/sign-in", framing, body=body)

    assert httpx.get(f"{server.address}/healthz").status_code == 200
    assert server.output() == ""


def test_who_does_not_wait_to_be_refused_is_no_fault_of_ours(server: WebServer) -> None:
    for _ in range(20):
        with line(server) as client:
            begin(client, "POST /sign-in", length(TOO_MUCH))

    assert httpx.get(f"{server.address}/healthz").status_code == 200
    assert server.output() == ""


def test_slow_bodies_hold_nobody_else_up(server: WebServer) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(line(server)) for _ in range(150)]
        for number, client in enumerate(slow):
            begin(client, list(PLACES)[number % len(PLACES)], length(60_000), body=b"x")

        for path in ("/healthz", "/readyz", "/", "/api/v1/rulesets"):
            assert eventually(lambda path=path: httpx.get(server.address + path, timeout=5).status_code == 200), path  # type: ignore[misc]


def test_more_clients_may_be_connected_than_a_shell_allows_its_programs_to_have_files(empty: Config) -> None:
    with web_server(empty, first="ulimit -Sn 64") as few_files, ExitStack() as stack:
        for _ in range(150):
            begin(stack.enter_context(line(few_files)), "POST /sign-in", length(60_000), body=b"x")

        assert httpx.get(f"{few_files.address}/healthz", timeout=5).status_code == 200
        assert few_files.output() == ""
