"""Rated games over REST: what a program asks for, and where it reads ratings."""

from __future__ import annotations

from typing import Any

from flask import Flask

from service.accounts.accounts import account_named
from service.db.engines import transaction
from service.models import Rating
from service.play.track_records import show_results
from tests.service.api.makers import made, told
from tests.service.api.program import Program, code
from tests.service.conftest import FakeClock, settings
from tests.service.ratings.rated import settle

__all__ = ["settings"]
WISH: dict[str, Any] = {"ruleset": "seasons", "seats": [{"me": True}, {"account": "bob"}], "shuffle_seats": False}
SHOWN = {"value": 1532, "uncertainty": 140, "provisional": False, "games": 12}


def rate(name: str, clock: FakeClock) -> None:
    with transaction() as current:
        standing = {"mean": 1532.0, "deviation": 70.0, "games": 12, "rated_at": clock()}
        current.add(Rating(pool="seasons", account_id=account_named(name).id, **standing))


def test_a_game_says_that_it_is_rated_and_why_it_counts_for_nobody(
    ann: Program, bob: Program, clock: FakeClock
) -> None:
    game = told(ann.post("/games", {**WISH, "rated": True}), 201)
    bob.post(f"/games/{game['id']}/join")
    assert (game["rated"], game["not_rated"]) == (True, None)

    bob.post(f"/games/{game['id']}/resign")
    settle(clock)

    shown = told(ann.get(f"/games/{game['id']}"))
    assert shown["rated"]
    assert shown["not_rated"] == {"code": "seat-never-moved", "sentence": "Not rated: a player never moved"}


def test_a_game_is_not_rated_unless_somebody_asks_for_it(ann: Program, bob: Program) -> None:
    game = told(ann.post("/games", WISH), 201)

    assert bob.post(f"/games/{game['id']}/join").json["rated"] is False  # type: ignore[index]


def test_every_answer_with_a_player_has_their_rating(ann: Program, bob: Program, clock: FakeClock) -> None:
    made(ann)
    for name in ("bob", "rusty"):
        rate(name, clock)
    game = told(ann.post("/games", WISH), 201)

    begun = told(bob.post(f"/games/{game['id']}/join"))

    pool = [{"pool": "seasons", **SHOWN}]
    assert [seat["rating"] for seat in begun["seats"]] == [None, SHOWN]
    assert told(ann.get("/players/bob"))["ratings"] == pool
    assert told(bob.get("/me"))["ratings"] == pool
    assert told(bob.get("/bots"))["bots"][0]["ratings"] == pool
    assert told(bob.get("/bots/rusty"))["ratings"] == pool


def test_who_hides_their_results_hides_their_ratings(ann: Program, bob: Program, clock: FakeClock) -> None:
    rate("bob", clock)
    show_results(account_named("bob").id, clock(), shown=False)
    game = told(ann.post("/games", WISH), 201)

    begun = told(bob.post(f"/games/{game['id']}/join"))

    assert [seat["rating"] for seat in begun["seats"]] == [None, None]
    assert told(ann.get("/players/bob"))["ratings"] is None
    assert told(ann.get("/ratings/seasons"))["leaders"] == []


def test_the_leaders_of_a_pool_are_listed(ann: Program, app: Flask, clock: FakeClock) -> None:
    made(ann)
    rate("rusty", clock)

    shown = told(ann.get("/ratings/seasons"))

    leader = {"place": 1, "account": "rusty", "display_name": "rusty", "bot": True, "ai": None, "rating": SHOWN}
    assert shown == {"pool": "seasons", "leaders": [leader]}
    assert app.test_client().get("/api/v1/ratings/seasons").json == shown
    assert code(ann.get("/ratings/chess")) == (404, "no-such-ruleset")


def test_a_game_that_cannot_be_rated_is_refused(ann: Program) -> None:
    alone = {"ruleset": "springtime-puzzle", "seats": [{"me": True}], "rated": True}

    assert code(ann.post("/games", alone)) == (422, "not-rateable")


def test_a_person_gets_no_hint_against_the_computer_in_a_rated_game(ann: Program) -> None:
    against = {"ruleset": "siesta", "seats": [{"me": True}, {"ai": 1}], "shuffle_seats": False, "rated": True}
    game = told(ann.post("/games", against), 201)

    assert code(ann.post(f"/games/{game['id']}/analysis", {})) == (409, "rated-game")


def test_an_export_has_the_ratings_of_a_person_and_of_their_bots(ann: Program, clock: FakeClock) -> None:
    made(ann)
    for name in ("ann", "rusty"):
        rate(name, clock)

    exported = told(ann.get("/me/export"))

    assert [(each["pool"], each["games"]) for each in exported["ratings"]] == [("seasons", 12)]
    assert [each["mean"] for each in exported["bots"][0]["ratings"]] == [1532.0]
    assert exported["rating_changes"] == []
