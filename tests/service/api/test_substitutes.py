"""Seats that are left, over REST."""

from __future__ import annotations

from flask.testing import FlaskClient

from service.accounts.scopes import SCOPES
from service.accounts.tokens import create_token
from service.models import OnTimeout
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from workers.jobs import clocks


def headers(name: str, clock: FakeClock, **more: str) -> dict[str, str]:
    secret = create_token(person(name), "laptop", SCOPES, clock()).secret
    return {"Authorization": f"Bearer {secret}", **more}


def left(clock: FakeClock) -> Table:
    of = table("ada", "bob", "cyd", on_timeout=OnTimeout.SUBSTITUTE)
    of.look()
    clock.advance(days=3, seconds=1)
    clocks.run()
    return of


def test_a_seat_is_listed_and_taken_over_once_under_one_key(client: FlaskClient, clock: FakeClock) -> None:
    of, eve = left(clock), headers("eve", clock)
    [listed] = client.get("/api/v1/left-seats", headers=eve).get_json()["games"]
    [seat] = [each["seat"] for each in listed["seats"] if each["stood_in_at"]]
    assert (listed["id"], listed["on_timeout"], listed["your_seat"]) == (of.id, "substitute", None)

    keyed = {**eve, "Idempotency-Key": "k1"}
    first, again = (
        client.post(f"/api/v1/games/{of.id}/take-over", json={"seat": seat}, headers=keyed) for _ in range(2)
    )

    assert (first.status_code, first.get_json()) == (200, again.get_json())
    assert first.get_json()["your_seat"] == first.get_json()["to_move"] == seat
    assert first.get_json()["seats"][seat]["taken_over_at"] is not None
    assert client.get("/api/v1/left-seats").get_json()["games"] == []
    told = client.get(f"/api/v1/events?game={of.id}", headers=eve).get_json()["events"]
    assert [each["data"] for each in told if each["type"] == "seat.taken_over"] == [{"seat": seat}]


def test_what_cannot_be_had_is_refused_by_its_code(client: FlaskClient, clock: FakeClock) -> None:
    of = left(clock)
    address = f"/api/v1/games/{of.id}/take-over"

    def code(name: str, **body: object) -> str:
        answer = client.post(address, json=body, headers=headers(name, clock))
        found: str = answer.get_json()["code"]
        return found

    assert code("bob", seat=0) == "at-the-table"
    assert code("eve", seat=1) == "seat-not-left"
    assert code("eve", seat=99) == "bad-request"
    stale = client.post(address, json={"seat": 0}, headers=headers("eve", clock, **{"If-Match": '"none"'}))
    assert stale.status_code == 412


def test_one_says_for_which_games_one_is_asked(client: FlaskClient, clock: FakeClock) -> None:
    eve = headers("eve", clock)
    assert client.put("/api/v1/me/substitute", json={"rulesets": ["siesta"]}, headers=eve).status_code == 200
    assert client.get("/api/v1/me/substitute", headers=eve).get_json() == {"rulesets": ["siesta"]}
    refused = client.put("/api/v1/me/substitute", json={"rulesets": ["chess"]}, headers=eve)
    assert (refused.status_code, refused.get_json()["code"]) == (404, "no-such-ruleset")
    assert client.get("/api/v1/me/substitute", headers=eve).get_json() == {"rulesets": ["siesta"]}


def test_a_match_with_substitutes_is_refused(client: FlaskClient, clock: FakeClock) -> None:
    wish = {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}], "on_timeout": "substitute"}
    answer = client.post("/api/v1/matches", json=wish, headers=headers("ada", clock))
    assert (answer.status_code, answer.get_json()["code"]) == (422, "no-substitutes")
