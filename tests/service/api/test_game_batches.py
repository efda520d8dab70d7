"""Batches of games over REST."""

from __future__ import annotations

import dataclasses
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from service.config.environment import Config
from service.db.engines import session
from service.models import Game, GameBatch
from tests.service.api.makers import made, program, told
from tests.service.api.program import Program, code, program_of
from tests.service.conftest import FakeClock, settings
from tests.service.statements import executed

__all__ = ["settings"]

FOR_TWO: dict[str, Any] = {"ruleset": "siesta", "players": ["ann", "bob"]}


@pytest.fixture
def club(client: FlaskClient, ann: Program, bob: Program) -> Program:
    """Return the program of an organiser whom Ann and Bob let seat them."""
    club = program_of(client, "club")
    for player in (ann, bob):
        told(player.call("PUT", "/me/organisers/club"))
    return club


def create(organiser: Program, *games: dict[str, Any], key: str | None = "one") -> TestResponse:
    headers = {} if key is None else {"Idempotency-Key": key}
    return organiser.post("/game-batches", {"games": list(games)}, headers=headers)


def count() -> int:
    session().rollback()
    return session().scalar(select(func.count()).select_from(Game)) or 0


def types(reader: Program, **query: Any) -> list[str]:
    return [event["type"] for event in told(reader.get("/events", query_string=query))["events"]]


def test_many_games_begin_at_once_with_the_players_in_the_given_order(
    club: Program, ann: Program, bob: Program
) -> None:
    games = [FOR_TWO, {**FOR_TWO, "ruleset": "seasons", "players": ["bob", "ann"], "days_per_move": 5}]
    batch = told(create(club, *games), 201)
    shown = told(club.get(f"/game-batches/{batch['id']}"))
    assert [game["id"] for game in shown["games"]] == batch["game_ids"]
    assert [[seat["account"] for seat in game["seats"]] for game in shown["games"]] == [["ann", "bob"], ["bob", "ann"]]
    assert [(game["status"], game["days_per_move"]) for game in shown["games"]] == [("active", 3), ("active", 5)]
    assert {seat["contributed"] for game in shown["games"] for seat in game["seats"]} == {"server"}
    assert code(ann.get(f"/game-batches/{batch['id']}")) == (404, "not-found")
    assert {game["id"] for game in told(bob.get("/games?mine=true"))["games"]} == set(batch["game_ids"])


def test_sent_again_under_its_key_a_batch_is_the_first_one(club: Program) -> None:
    first, again = create(club, FOR_TWO, FOR_TWO), create(club, FOR_TWO, FOR_TWO)
    assert told(first, 201) == told(again, 201)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert count() == 2
    assert code(create(club, FOR_TWO)) == (422, "idempotency-key-reused")
    assert code(create(club, FOR_TWO, key=None)) == (422, "bad-request")


def test_who_has_not_agreed_is_named_and_no_game_begins(club: Program, ann: Program, client: FlaskClient) -> None:
    program_of(client, "cyd")
    made(ann, "rusty", accepts="owner")
    answer = create(club, FOR_TWO, {**FOR_TWO, "players": ["ann", "cyd"]}, {**FOR_TWO, "players": ["rusty", "bob"]})
    assert code(answer) == (403, "no-consent")
    assert answer.json
    assert answer.json["names"] == ["cyd", "rusty"]
    assert code(create(club, {**FOR_TWO, "players": ["ann", "nobody"]})) == (404, "no-such-account")
    ann.call("DELETE", "/me/organisers/club")
    assert code(create(club, FOR_TWO)) == (403, "no-consent")
    assert count() == 0


def test_the_organiser_and_bots_that_accept_it_need_no_consent(club: Program, ann: Program) -> None:
    made(ann, "rusty")
    assert told(create(club, {**FOR_TWO, "players": ["club", "rusty"]}), 201)["game_ids"]


def test_one_game_that_is_refused_leaves_none(club: Program) -> None:
    assert code(create(club, FOR_TWO, {**FOR_TWO, "options": {"no": "such"}})) == (422, "bad-setup")
    assert code(create(club, FOR_TWO, {**FOR_TWO, "players": ["ann", "ann"]})) == (422, "seat-twice")
    assert (count(), session().scalars(select(GameBatch)).all()) == (0, [])


def test_only_a_token_with_the_scope_may_organise(client: FlaskClient, club: Program) -> None:
    least = program_of(client, "club", ("games:read", "games:play"))
    assert code(create(least, FOR_TWO)) == (403, "missing-scope")
    assert count() == 0


class TestLimits:
    """A batch counts as its games, before the first is made."""

    @pytest.fixture
    def settings(self, sqlite_settings: Config) -> Config:
        """Allow 64 games a day."""
        return dataclasses.replace(sqlite_settings, rate_limits={"organised-games": 64})

    def test_a_batch_of_64_with_room_for_63_makes_none(self, club: Program, ann: Program) -> None:
        told(create(club, FOR_TWO), 201)
        refused = create(club, *[FOR_TWO] * 64, key="two")
        assert code(refused) == (429, "rate-limited")
        assert refused.json
        assert (refused.json["bucket"], refused.json["most"], count()) == ("organised-games", 64, 1)
        told(create(club, *[FOR_TWO] * 63, key="three"), 201)
        assert count() == 64

    def test_the_bots_of_one_person_share_their_limit(self, club: Program, ann: Program, bob: Program) -> None:
        made(club)
        told(ann.call("PUT", "/me/organisers/rusty"))
        told(bob.call("PUT", "/me/organisers/rusty"))
        told(create(club, *[FOR_TWO] * 64), 201)
        rusty = program(club, scopes=["organise"])
        assert code(create(rusty, FOR_TWO)) == (429, "rate-limited")


def test_one_stream_of_events_carries_all_games_of_a_batch_but_no_chat(
    club: Program, ann: Program, bob: Program
) -> None:
    batch = told(create(club, FOR_TWO, {**FOR_TWO, "players": ["bob", "ann"]}), 201)
    told(create(club, FOR_TWO, key="another"), 201)
    told(ann.post(f"/games/{batch['game_ids'][0]}/messages", {"text": "psst"}), 201)
    told(bob.post(f"/games/{batch['game_ids'][1]}/resign"), 200)
    seen = told(club.get("/events", query_string={"batch": batch["id"]}))["events"]
    assert {event["game"] for event in seen} == set(batch["game_ids"])
    assert sorted({event["type"] for event in seen}) == ["game.finished", "game.started", "turn.started"]
    assert "message.posted" in types(ann)
    assert types(club) == []
    assert code(ann.get("/events", query_string={"batch": batch["id"]})) == (404, "not-found")
    assert "game.finished" in club.get(f"/events/stream?after=0&batch={batch['id']}").get_data(as_text=True)


def test_an_organiser_decides_an_abandoned_game_of_a_batch(club: Program, ann: Program, clock: FakeClock) -> None:
    [game] = told(create(club, {**FOR_TWO, "days_per_move": 30}), 201)["game_ids"]
    result = {"half_points": [0, 2], "reason": "Ann is away."}
    early = club.post(f"/games/{game}/adjudicate", result)
    assert code(early) == (409, "not-idle")
    assert early.json
    assert early.json["until"] == "2026-05-11T12:00:00Z"
    clock.advance(days=7)
    assert code(ann.post(f"/games/{game}/adjudicate", result)) == (404, "not-found")
    decided = told(club.post(f"/games/{game}/adjudicate", result))
    assert (decided["status"], decided["ended_by"], decided["winners"]) == ("finished", "adjudication", [1])
    assert told(ann.get(f"/games/{game}"))["adjudicated"] == "Ann is away."


def test_an_organiser_decides_no_game_of_their_own(club: Program, clock: FakeClock) -> None:
    [game] = told(create(club, {"ruleset": "siesta", "players": ["club", "ann"], "days_per_move": 30}), 201)["game_ids"]
    clock.advance(days=7)
    refused = club.post(f"/games/{game}/adjudicate", {"half_points": [2, 0], "reason": "I win."})
    assert code(refused) == (403, "own-game")


def test_a_game_that_is_of_no_batch_is_not_decided_by_its_host(ann: Program, clock: FakeClock) -> None:
    game = told(ann.post("/games", {"ruleset": "siesta", "seats": [{"me": True}, {"ai": 1}]}), 201)["id"]
    clock.advance(days=30)
    refused = ann.post(f"/games/{game}/adjudicate", {"half_points": [2, 0], "reason": "I win."})
    assert code(refused) == (404, "not-found")


class TestRaces:
    """Two requests at the same moment, on PostgreSQL, where writers do not wait for each other."""

    @pytest.fixture
    def settings(self, postgres_settings: Config) -> Config:
        """Use PostgreSQL."""
        return postgres_settings

    def test_the_same_batch_sent_twice_at_once_is_created_once(self, club: Program) -> None:
        start = Barrier(2)

        def send(_: int) -> list[str]:
            start.wait()
            sender = Program(club.client.application.test_client(), club.token)
            ids: list[str] = told(create(sender, *[FOR_TWO] * 8), 201)["game_ids"]
            return ids

        with ThreadPoolExecutor(2) as threads:
            first, second = threads.map(send, range(2))
        assert (first, count()) == (second, 8)

    def test_two_batches_with_the_same_bots_in_another_order_do_not_block_each_other(
        self, client: FlaskClient, ann: Program
    ) -> None:
        for name in ("rusty", "sparky"):
            made(ann, name, at_once=100)
        organisers = [program_of(client, name) for name in ("club", "league")]
        games = [{**FOR_TWO, "players": [name, other]} for name, other in (("rusty", "club"), ("sparky", "club"))]
        start = Barrier(2)

        def send(number: int) -> int:
            start.wait()
            sender = Program(client.application.test_client(), organisers[number].token)
            its_own = [{**each, "players": [each["players"][0], ("club", "league")[number]]} for each in games]
            return create(sender, *(its_own if number else its_own[::-1]) * 8).status_code

        with ThreadPoolExecutor(2) as threads:
            assert list(threads.map(send, range(2))) == [201, 201]


def test_a_game_of_a_batch_costs_at_most_eleven_statements(club: Program) -> None:
    with executed() as ten:
        told(create(club, *[FOR_TWO] * 10), 201)
    with executed() as twenty:
        told(create(club, *[FOR_TWO] * 20, key="two"), 201)
    assert len(twenty) - len(ten) <= 110
