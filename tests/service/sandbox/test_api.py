"""A sandbox is steered over REST, from the machine that it runs on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.resources.sandbox import SHOWN
from service.config.environment import Config
from service.db import clock
from service.sandbox.faults import Fault
from service.sandbox.layer import SLOT
from tests.service.api.document import METHODS
from tests.service.api.program import Program, code


@pytest.fixture
def anybody(client: FlaskClient) -> Program:
    return Program(client)


def test_the_clock_is_advanced_for_everything_that_asks_for_the_time(anybody: Program) -> None:
    assert anybody.get("/sandbox/clock").json["ahead_seconds"] == 0  # type: ignore[index]

    answer = anybody.post("/sandbox/clock", {"advance": "P1W2DT3H4M5S"})

    ahead = timedelta(weeks=1, days=2, hours=3, minutes=4, seconds=5)
    assert answer.json == {"now": answer.json["now"], "ahead_seconds": ahead.total_seconds()}  # type: ignore[index]
    assert timedelta() <= clock.now() - datetime.fromisoformat(answer.json["now"]) < timedelta(minutes=1)
    assert timedelta() <= clock.now() - ahead - datetime.now(UTC) + timedelta(seconds=1) < timedelta(minutes=1)


@pytest.mark.parametrize("span", ["", "P", "PT", "P1DT", "1D", "P1M", "P1Y", "-P1D", "P1.5D", "P367D", "P99999999W", 5])
def test_what_is_no_duration_is_refused_where_it_stands(anybody: Program, span: Any) -> None:
    answer = anybody.post("/sandbox/clock", {"advance": span})
    assert code(answer) == (422, "bad-request")
    assert answer.json["errors"][0]["pointer"] == "/advance"  # type: ignore[index]


def test_the_clock_does_not_go_beyond_a_century(anybody: Program) -> None:
    answers = [anybody.post("/sandbox/clock", {"advance": "P366D"}).status_code for _ in range(101)]
    assert set(answers[:99]) == {200}
    assert answers[-1] == 422


def test_an_account_comes_with_a_token_that_works_and_again_with_another(anybody: Program) -> None:
    first, second = (anybody.post("/sandbox/accounts", {"name": "ann"}).json for _ in range(2))
    assert first
    assert second
    assert first["token"] != second["token"]
    for made in (first, second):
        me = Program(anybody.client, made["token"]).get("/me").json
        assert me
        assert (me["name"], me["email"]) == ("ann", "ann@example.net")


def test_a_token_may_be_that_of_a_bot_of_the_account(anybody: Program) -> None:
    made = anybody.post("/sandbox/accounts", {"name": "ann", "bot": "rusty"}).json
    assert made
    assert (made["name"], made["email"]) == ("rusty", None)
    assert Program(anybody.client, made["token"]).get("/me").json["name"] == "rusty"  # type: ignore[index]


def test_a_name_that_somebody_has_or_nobody_may_have_is_refused(anybody: Program) -> None:
    anybody.post("/sandbox/accounts", {"name": "ann", "bot": "rusty"})
    assert code(anybody.post("/sandbox/accounts", {"name": "rusty"})) == (409, "name-taken")
    assert code(anybody.post("/sandbox/accounts", {"name": "Not a name"}))[0] == 422


def mail(settings: Config, number: str, to: str, text: str) -> None:
    written = EmailMessage()
    written["To"], written["Subject"], written["Date"] = to, "Hello", "Mon, 04 May 2026 12:00:00 +0000"
    written["Reply-To"] = "abc@sundial.localhost"
    written.set_content(text)
    settings.mailbox.mkdir(exist_ok=True)
    (settings.mailbox / f"{number}.eml").write_bytes(written.as_bytes())


def test_the_outbox_shows_a_mail_with_its_links_and_its_code(anybody: Program, settings: Config) -> None:
    text = "Your code:\n\n    12345678\n\nOr http://127.0.0.1/a and http://127.0.0.1/b\nhttp://127.0.0.1/a\n"
    mail(settings, "f00d", "ann@example.net", text)

    answer = anybody.get("/sandbox/outbox").json

    assert answer == {
        "mails": [
            {
                "id": "f00d",
                "to": "ann@example.net",
                "reply_to": "abc@sundial.localhost",
                "subject": "Hello",
                "date": "2026-05-04T12:00:00Z",
                "text": text.rstrip("\n"),
                "links": ["http://127.0.0.1/a", "http://127.0.0.1/b"],
                "code": "12345678",
            }
        ],
        "next_cursor": None,
    }


def test_a_long_outbox_goes_on_on_another_page(anybody: Program, settings: Config) -> None:
    for number in range(SHOWN + 1):
        mail(settings, f"{number:03}", "ann@example.net", "For Ann.")

    first = anybody.get("/sandbox/outbox").json or {}
    second = anybody.get("/sandbox/outbox", query_string={"cursor": first["next_cursor"]}).json or {}

    assert len({each["id"] for each in first["mails"] + second["mails"]}) == SHOWN + 1
    assert second["next_cursor"] is None
    assert code(anybody.get("/sandbox/outbox?cursor=999")) == (400, "bad-cursor")


def test_the_outbox_of_one_address_can_be_asked_for_and_all_be_emptied(anybody: Program, settings: Config) -> None:
    mail(settings, "01", "ann@example.net", "For Ann.")
    mail(settings, "02", "bob@example.net", "For Bob: 12345678 is no code here.")

    [bobs] = anybody.get("/sandbox/outbox", query_string={"to": "Bob@example.net"}).json["mails"]  # type: ignore[index]
    assert (bobs["id"], bobs["code"]) == ("02", None)

    assert anybody.call("DELETE", "/sandbox/outbox").status_code == 204
    assert anybody.get("/sandbox/outbox").json == {"mails": [], "next_cursor": None}


NONE = {"rate": 0.0, "next": 0}
ALL_NONE: dict[str, Any] = dict.fromkeys(Fault, NONE)


def test_faults_are_asked_for_shown_and_ended(anybody: Program) -> None:
    wish = {"cut": {"rate": 0.25}, "mail": {"next": 3}, "slow_seconds": 2, "seed": 9}
    asked = anybody.call("PUT", "/sandbox/faults", json=wish)

    expected = ALL_NONE | {"cut": {"rate": 0.25, "next": 0}, "mail": {"rate": 0.0, "next": 3}}
    expected |= {"slow_seconds": 2.0, "seed": 9, "done": dict.fromkeys(Fault, 0)}
    assert asked.json == anybody.get("/sandbox/faults").json == expected

    assert anybody.call("DELETE", "/sandbox/faults").status_code == 204
    assert anybody.get("/sandbox/faults").json["cut"] == NONE  # type: ignore[index]


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"cut": {"rate": 1.1}}, "/cut/rate"),
        ({"cut": {"rate": "0.5"}}, "/cut/rate"),
        ({"cut": {"rate": True}}, "/cut/rate"),
        ({"cut": {"next": -1}}, "/cut/next"),
        ({"slow_seconds": 3600}, "/slow_seconds"),
        ({"seed": -1}, "/seed"),
        ({"earthquake": {"next": 1}}, "/earthquake"),
    ],
)
def test_a_plan_that_cannot_be_followed_is_refused_where_it_is_wrong(
    anybody: Program, wish: dict[str, Any], pointer: str
) -> None:
    answer = anybody.call("PUT", "/sandbox/faults", json=wish)
    assert code(answer) == (422, "bad-request")
    assert [error["pointer"] for error in answer.json["errors"]] == [pointer]  # type: ignore[index]


def drawn(fault: Fault) -> dict[str, Any]:
    """Return the environment of a request for which that fault was drawn."""
    return {"environ_overrides": {"asgi.scope": {SLOT: fault}}}


def test_a_request_that_is_to_be_refused_does_nothing_and_may_be_sent_again(anybody: Program) -> None:
    answer = anybody.post("/sign-in", {"email": "ann@example.net"}, **drawn(Fault.UNAVAILABLE))
    assert code(answer) == (503, "not-ready")
    assert answer.headers["Retry-After"] == "1"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_events_that_are_to_be_repeated_come_twice_in_a_list_and_in_a_stream(anybody: Program) -> None:
    ann = Program(anybody.client, anybody.post("/sandbox/accounts", {"name": "ann"}).json["token"])  # type: ignore[index]
    ann.post("/games", {"ruleset": "seasons", "seats": [{"me": True}, {"open": True}]})
    once = ann.get("/events").json
    assert once
    assert once["events"]

    twice = ann.get("/events", **drawn(Fault.REPEATED_EVENTS)).json
    streamed = ann.get("/events/stream", **drawn(Fault.REPEATED_EVENTS)).text

    assert twice == {"events": once["events"] * 2, "next": once["next"]}
    assert streamed == ann.get("/events/stream").text * 2


def test_what_clients_ask_is_listed_with_its_answers(anybody: Program) -> None:
    assert anybody.get("/sandbox/requests").json == {"requests": []}
    ann = Program(anybody.client, anybody.post("/sandbox/accounts", {"name": "ann"}).json["token"])  # type: ignore[index]
    ann.get("/events", query_string={"after": "latest", "wait": 5})
    ann.post("/games", {"ruleset": "chess"})
    anybody.get("/me")
    ann.get("/me", headers={"Sandbox-Spare": "1"})

    requests = anybody.get("/sandbox/requests").json["requests"]  # type: ignore[index]

    assert [[*entry.values()][2:] for entry in requests] == [
        ["ann", "GET", "/api/v1/events?after=latest&wait=5", 200, None],
        ["ann", "POST", "/api/v1/games", 422, "bad-request"],
        [None, "GET", "/api/v1/me", 401, "unauthenticated"],
    ]
    assert [entry["id"] for entry in requests] == [1, 2, 3]
    assert anybody.get("/sandbox/requests", query_string={"after": 2}).json == {"requests": requests[2:]}


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"environ_overrides": {"REMOTE_ADDR": "192.0.2.7"}},
        {"headers": {"Host": "games.example.net"}},
        {"headers": {"X-Forwarded-For": "127.0.0.1"}},
        {"headers": {"Origin": "https://evil.example"}},
        {"headers": {"Origin": "null"}},
    ],
)
def test_nobody_elsewhere_knows_of_the_sandbox(anybody: Program, elsewhere: dict[str, Any]) -> None:
    for method, path in (
        ("GET", "/sandbox/clock"),
        ("POST", "/sandbox/accounts"),
        ("GET", "/sandbox/outbox"),
        ("PUT", "/sandbox/faults"),
    ):
        assert code(anybody.call(method, path, **elsewhere)) == (404, "not-found")


def test_a_page_of_the_same_machine_may_steer_it(anybody: Program) -> None:
    assert anybody.get("/sandbox/clock", headers={"Origin": "http://localhost:3000"}).status_code == 200


def test_a_sandbox_describes_itself(anybody: Program) -> None:
    paths = anybody.get("/openapi.json").json["paths"]  # type: ignore[index]
    ours = {path.removeprefix("/api/v1/sandbox/") for path in paths if "/sandbox/" in path}
    assert ours == {"clock", "outbox", "faults", "accounts", "requests"}


def test_every_operation_of_a_sandbox_has_a_name_of_its_own(anybody: Program) -> None:
    paths = anybody.get("/openapi.json").json["paths"]  # type: ignore[index]
    names = [item[method]["operationId"] for item in paths.values() for method in METHODS if method in item]
    assert "advanceClock" in names
    assert len(set(names)) == len(names)
