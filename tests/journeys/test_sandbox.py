"""A sandbox as client authors use it: processes whose clock, emails and faults are controlled over the API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.playing import Playing, started
from tests.waiting import eventually


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Start a sandbox and return a client."""
    with started(tmp_path_factory.mktemp("sandbox") / "home", SANDBOX="1") as playing:
        playing.wait_until_ready()
        yield from client_of(playing)


def client_of(playing: Playing) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{playing.address}/api/v1/", timeout=30) as client:
        yield client


def headers(sandbox: httpx.Client, name: str) -> dict[str, str]:
    token = sandbox.post("sandbox/accounts", json={"name": name}).json()["token"]
    return {"Authorization": f"Bearer {token}"}


def mails(sandbox: httpx.Client, to: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = sandbox.get("sandbox/outbox", params={"to": to}).json()["mails"]
    return found


def types(sandbox: httpx.Client, ann: dict[str, str]) -> list[str]:
    return [event["type"] for event in sandbox.get("events", headers=ann).json()["events"]]


def test_the_clock_passes_a_deadline_and_both_are_told(sandbox: httpx.Client) -> None:
    ann, bob = headers(sandbox, "ann"), headers(sandbox, "bob")
    seats = [{"me": True}, {"account": "bob"}]
    wish = {"ruleset": "dawn", "seats": seats, "shuffle_seats": False, "days_per_move": 1}
    game = sandbox.post("games", json=wish, headers=ann).json()["id"]
    assert sandbox.post(f"games/{game}/join", json={}, headers=bob).status_code == 200
    sandbox.get(f"games/{game}", headers=ann)

    sandbox.post("sandbox/clock", json={"advance": "PT25H"})

    over = eventually(lambda: "game.finished" in types(sandbox, ann))
    assert over, types(sandbox, ann)
    assert sandbox.get(f"games/{game}", headers=ann).json()["ended_by"] == "time"
    for name in ("ann", "bob"):
        assert eventually(lambda to=name: mails(sandbox, f"{to}@example.net"))  # type: ignore[misc]


def test_somebody_signs_in_by_the_code_in_the_outbox_although_mail_fails_at_first(sandbox: httpx.Client) -> None:
    sandbox.put("sandbox/faults", json={"mail": {"next": 1}})
    sandbox.post("sign-in", json={"email": "eve@example.net"})
    assert eventually(lambda: sandbox.get("sandbox/faults").json()["done"]["mail"])
    assert mails(sandbox, "eve@example.net") == []

    sandbox.post("sandbox/clock", json={"advance": "PT5M"})

    assert eventually(lambda: mails(sandbox, "eve@example.net"))
    [mail] = mails(sandbox, "eve@example.net")
    made = sandbox.post("tokens", json={"email": "eve@example.net", "code": mail["code"]})
    assert made.status_code == 201


def test_requests_are_refused_and_cut_as_often_as_asked(sandbox: httpx.Client) -> None:
    sandbox.put("sandbox/faults", json={"unavailable": {"next": 1}, "cut": {"next": 1}})

    assert sandbox.get("rulesets").status_code == 503
    with pytest.raises(httpx.RemoteProtocolError):
        sandbox.get("rulesets")
    assert sandbox.get("rulesets").status_code == 200

    assert sandbox.get("sandbox/faults").json()["done"] == {
        "unavailable": 1, "slow": 0, "cut": 1, "repeated_events": 0, "mail": 0,
    }  # fmt: skip
