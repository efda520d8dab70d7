"""Joining private games by a link, over REST."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from service.db.engines import db
from service.models import Model
from tests.service.api.program import Program, code

OPEN = {"ruleset": "seasons", "seats": [{"me": True}, {"open": True}], "shuffle_seats": False}


def created(host: Program, **wish: Any) -> dict[str, Any]:
    """Create a game with an open seat."""
    answer = host.post("/games", OPEN | wish)
    assert answer.status_code == 201, answer.json
    game: dict[str, Any] = answer.json or {}
    return game


def link_to(host: Program, game: dict[str, Any]) -> dict[str, Any]:
    """Its link, found as the game says."""
    answer = host.get(game["links"]["join_link"].removeprefix("/api/v1"))
    assert answer.status_code == 200, answer.json
    assert answer.headers["Cache-Control"] == "no-store"
    found: dict[str, Any] = answer.json or {}
    return found


def offer(asker: Program, game: dict[str, Any], key: str | None) -> Any:
    """Read the offer of a game before joining."""
    return asker.get(f"/games/{game['id']}/join", headers={"Join-Key": key} if key else {})


def test_whoever_has_the_link_sees_what_is_offered_and_joins(ann: Program, bob: Program, anybody: Program) -> None:
    game = created(ann, days_per_move=5)
    link = link_to(ann, game)
    assert link["url"].endswith(f"/j/{game['id']}-{link['key']}")

    for asker in (bob, anybody):
        shown = offer(asker, game, link["key"]).json
        assert (shown["host"], shown["open_seats"], shown["layout"]) == ("ann", 1, None)
        assert (shown["game"]["days_per_move"], shown["game"]["your_seat"]) == (5, None)
        assert "position" not in shown["game"]
    joined = bob.post(f"/games/{game['id']}/join", {"key": link["key"]})

    assert (joined.status_code, (joined.json or {})["your_seat"]) == (200, 1)
    assert link_to_nothing(ann, game)


def link_to_nothing(host: Program, game: dict[str, Any]) -> bool:
    """Whether there is no link any more."""
    return host.get(f"/games/{game['id']}/join-link").json == {"url": None, "key": None}


def test_a_wrong_key_is_answered_as_an_unknown_game(ann: Program, bob: Program, anybody: Program) -> None:
    game = created(ann)
    for key in (None, "x", "a" * 24, "a" * 64):
        for asker in (bob, anybody):
            there, nowhere = offer(asker, game, key), offer(asker, {"id": "a" * 12}, key)
            assert code(there) == code(nowhere) == (404, "not-found")
        assert code(bob.post(f"/games/{game['id']}/join", {"key": key})) == (404, "not-found")
    assert code(bob.post(f"/games/{game['id']}/join", {"key": ""})) == (422, "bad-request")


def test_what_is_no_key_opens_nothing_and_is_in_nobodys_way(ann: Program, bob: Program) -> None:
    game = created(ann)
    for no_key in ("two words", "k\u00fcnstlich", "a" * 65):
        assert code(offer(bob, game, no_key)) == (404, "not-found")
        assert offer(ann, game, no_key).status_code == 200


def test_the_layout_that_the_host_has_chosen_is_shown_before_anybody_joins(ann: Program, bob: Program) -> None:
    drawn = ann.post("/games", {"ruleset": "springtime", "seats": [{"me": True}, {"ai": 1}]}).json or {}
    game = created(ann, ruleset="springtime", layout=drawn["setup"]["layout"])

    shown = offer(bob, game, link_to(ann, game)["key"]).json

    assert shown["layout"] == drawn["setup"]["layout"]


def test_the_host_renews_and_withdraws_the_link(ann: Program, bob: Program) -> None:
    game = created(ann)
    path, first = f"/games/{game['id']}/join-link", link_to(ann, game)

    second = ann.post(path).json or {}
    assert second["key"] != first["key"]
    assert code(offer(bob, game, first["key"])) == (404, "not-found")
    assert offer(bob, game, second["key"]).status_code == 200
    assert ann.call("DELETE", path).status_code == 204
    assert ann.call("DELETE", path).status_code == 204
    assert code(offer(bob, game, second["key"])) == (404, "not-found")
    assert link_to_nothing(ann, game)


def test_only_the_host_is_shown_the_link(ann: Program, bob: Program, anybody: Program) -> None:
    game = created(ann, seats=[{"me": True}, {"open": True}, {"open": True}])
    bob.post(f"/games/{game['id']}/join", {"key": link_to(ann, game)["key"]})

    for call in ("GET", "POST", "DELETE"):
        path = f"/games/{game['id']}/join-link"
        assert code(bob.call(call, path)) == (403, "not-the-host")
        assert code(anybody.call(call, path)) == (401, "unauthenticated")


def test_a_host_who_does_not_play_is_shown_the_link(ann: Program, bob: Program) -> None:
    game = created(ann, seats=[{"open": True}, {"open": True}])

    joined = bob.post(f"/games/{game['id']}/join", {"key": link_to(ann, game)["key"]}).json or {}

    assert (joined["status"], joined["your_seat"]) == ("inviting", 0)


def test_what_cannot_be_joined_says_why(ann: Program, bob: Program) -> None:
    game = created(ann)
    key = link_to(ann, game)["key"]
    bob.post(f"/games/{game['id']}/join", {"key": key})

    assert code(offer(ann, game, key)) == (409, "game-started")
    assert code(ann.post(f"/games/{game['id']}/join-link")) == (409, "game-started")
    assert "join_link" not in (ann.get(f"/games/{game['id']}").json or {})["links"]
    public = created(ann, visibility="public")
    assert "join_link" not in public["links"]
    assert code(ann.post(f"/games/{public['id']}/join-link")) == (409, "not-private")


def test_a_public_game_with_a_free_seat_is_found_and_joined_without_a_key(
    ann: Program, bob: Program, anybody: Program
) -> None:
    game = created(ann, visibility="public")
    created(ann)

    listed = [each["id"] for each in (anybody.get("/games?status=inviting").json or {})["games"]]

    assert listed == [game["id"]]
    assert offer(anybody, game, None).status_code == 200
    assert bob.post(f"/games/{game['id']}/join").status_code == 200


def test_a_match_has_a_link_as_well(ann: Program, bob: Program) -> None:
    seats = [{"me": True}, {"open": True}]
    match = ann.post("/matches", {"ruleset": "dawn", "seats": seats}).json or {}
    [first] = match["games"]

    bob.post(f"/games/{first['id']}/join", {"key": link_to(ann, first)["key"]})

    assert (bob.get(f"/matches/{match['id']}").json or {})["status"] == "active"


def test_no_answer_that_is_kept_holds_the_key(ann: Program, bob: Program) -> None:
    game = ann.post("/games", OPEN, headers={"Idempotency-Key": "one"}).json or {}
    key = link_to(ann, game)["key"]
    bob.post(f"/games/{game['id']}/join", {"key": key}, headers={"Idempotency-Key": "two"})

    with db.engine.connect() as connection:
        kept = [repr(row) for table in Model.metadata.sorted_tables for row in connection.execute(select(table))]

    assert not [row for row in kept if key in row]
