"""A public beacon over REST: asked for with a new game, shown with its commitment, and given up by its host alone."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from service.beacon.source import BeaconSource
from tests.beacon import CHAIN
from tests.service.api.program import Program, code
from tests.service.conftest import FakeClock


@pytest.fixture
def offered(app: Flask) -> None:
    source = BeaconSource("https://beacon.example.net", CHAIN)
    app.config["BEACON"] = source


def wish(minutes: Any = 5, *others: dict[str, Any]) -> dict[str, Any]:
    return {"ruleset": "seasons", "seats": [{"me": True}, *(others or [{"ai": 1}])], "beacon_minutes": minutes}


def test_a_server_without_a_beacon_says_that_it_offers_none(ann: Program) -> None:
    assert code(ann.post("/games", wish())) == (409, "no-beacon")
    assert (ann.get("/games?mine=true").json or {})["games"] == []


@pytest.mark.usefixtures("offered")
def test_the_round_is_shown_with_the_commitment_and_the_game_waits(ann: Program) -> None:
    game = ann.post("/games", wish()).json or {}
    assert game["status"] == "inviting"
    beacon = game["beacon"]
    assert (beacon["chain"], beacon["public_key"]) == (CHAIN.hash, CHAIN.public_key)
    assert (beacon["committed_at"], beacon["at"]) == ("2026-05-04T12:00:00Z", "2026-05-04T12:05:03Z")
    assert (beacon["signature"], beacon["randomness"], beacon["given_up_at"]) == (None, None, None)
    assert (ann.get(f"/games/{game['id']}/record").json or {})["beacon"] == beacon


@pytest.mark.usefixtures("offered")
def test_a_match_fixes_one_round(ann: Program) -> None:
    match = ann.post("/matches", wish()).json or {}
    assert match["games"][0]["beacon"]["chain"] == CHAIN.hash


@pytest.mark.usefixtures("offered")
@pytest.mark.parametrize("minutes", [0, -1, 20161, 1.5, "5", True])
def test_minutes_that_are_none_are_refused(ann: Program, minutes: Any) -> None:
    assert code(ann.post("/games", wish(minutes))) == (422, "bad-request")


@pytest.mark.usefixtures("offered")
def test_words_that_come_when_the_round_is_near_are_refused_and_take_no_seat(
    ann: Program, bob: Program, clock: FakeClock
) -> None:
    game = ann.post("/games", wish(5, {"account": "bob"})).json or {}
    clock.advance(minutes=5)
    path = f"/games/{game['id']}/join"
    assert code(bob.post(path, {"contribution": "old boots"})) == (409, "beacon-out")
    assert [seat["state"] for seat in (ann.get(f"/games/{game['id']}").json or {})["seats"]] == ["taken", "invited"]
    joined = bob.post(path, {}).json or {}
    assert [seat["contributed"] for seat in joined["seats"]] == ["server", "server"]


@pytest.mark.usefixtures("offered")
def test_only_the_host_begins_without_and_only_when_it_is_late(ann: Program, bob: Program, clock: FakeClock) -> None:
    game = ann.post("/games", wish(5, {"account": "bob"})).json or {}
    bob.post(f"/games/{game['id']}/join", {})
    path = f"/games/{game['id']}/begin-without-beacon"
    early = ann.post(path)
    assert code(early) == (409, "beacon-awaited")
    assert (early.json or {})["not_before"] == "2026-05-04T18:05:03+00:00"
    clock.advance(hours=7)
    assert code(bob.post(path)) == (403, "not-the-host")
    begun = ann.post(path).json or {}
    assert (begun["status"], begun["beacon"]["given_up_at"]) == ("active", "2026-05-04T19:00:00Z")
    assert (ann.post(path).json or {})["version"] == begun["version"]


def test_a_game_without_one_cannot_begin_without_it(ann: Program) -> None:
    game = ann.post("/games", wish(None, {"open": True})).json or {}
    assert game["beacon"] is None
    assert code(ann.post(f"/games/{game['id']}/begin-without-beacon")) == (409, "no-beacon")
