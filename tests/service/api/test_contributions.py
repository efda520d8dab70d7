"""One's own part of the dice over REST: named after the commitment was seen, once, and by whom it is asked of."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.api.program import Program, code

WORDS = {"contribution": "tuesday rain"}


def wish(*others: dict[str, object]) -> dict[str, Any]:
    """Return the terms of a game whose host waits to see the commitment."""
    return {"ruleset": "seasons", "seats": [{"me": True, "contributes": True}, *others]}


def made(ann: Program, *others: dict[str, object]) -> dict[str, Any]:
    """Such a game, as it is answered."""
    return ann.post("/games", wish(*others)).json or {}


def test_a_game_against_the_computer_waits_for_the_word_of_whoever_set_it_up(ann: Program) -> None:
    game = made(ann, {"ai": 1})
    assert (game["status"], game["seats"][0]["state"], game["seats"][0]["contributed"]) == ("inviting", "taken", None)
    begun = ann.post(f"/games/{game['id']}/join", WORDS).json or {}
    assert (begun["status"], begun["commitment"]) == ("active", game["commitment"])
    [own] = [seat for seat in begun["seats"] if seat["you"]]
    assert own["contributed"] == "own"
    record = ann.get(f"/games/{game['id']}/record").json or {}
    assert (record["places"][0]["contribution"], record["places"][0]["contributed"]) == ("tuesday rain", "own")


def test_a_game_with_a_guest_begins_when_both_have_joined_in_either_order(ann: Program, bob: Program) -> None:
    for order in ([ann, bob], [bob, ann]):
        path = f"/games/{made(ann, {'account': 'bob'})['id']}/join"
        answers = [program.post(path, {}).json or {} for program in order]
        assert [answer["status"] for answer in answers] == ["inviting", "active"]


def test_who_names_nothing_begins_all_the_same_and_it_is_said_that_the_server_made_it_up(ann: Program) -> None:
    begun = ann.post(f"/games/{made(ann, {'ai': 1})['id']}/join", {}).json or {}
    assert begun["status"] == "active"
    assert {seat["contributed"] for seat in begun["seats"]} == {"server"}


def test_the_same_words_again_are_the_same_join_and_others_are_refused(ann: Program) -> None:
    path = f"/games/{made(ann, {'ai': 1})['id']}/join"
    first = ann.post(path, WORDS)
    again = ann.post(path, WORDS)
    assert (again.status_code, again.json) == (200, first.json)
    assert ann.post(path, {}).json == first.json
    assert code(ann.post(path, {"contribution": "old boots"})) == (409, "contribution-fixed")


def test_a_seat_that_does_not_contribute_takes_no_words_later(ann: Program) -> None:
    game = ann.post("/games", {"ruleset": "seasons", "seats": [{"me": True}, {"open": True}]}).json or {}
    assert code(ann.post(f"/games/{game['id']}/join", WORDS)) == (409, "contribution-fixed")


def test_nobody_adds_for_the_place_of_another(ann: Program, bob: Program) -> None:
    private = made(ann, {"ai": 1})
    assert code(bob.post(f"/games/{private['id']}/join", WORDS)) == (404, "not-found")
    public = ann.post("/games", {**wish({"ai": 1}), "visibility": "public"}).json or {}
    assert code(bob.post(f"/games/{public['id']}/join", WORDS)) == (409, "game-full")
    assert (ann.get(f"/games/{public['id']}").json or {})["status"] == "inviting"


def test_a_game_that_was_given_up_before_the_word_came_does_not_begin(ann: Program) -> None:
    game = made(ann, {"ai": 1})
    assert (ann.post(f"/games/{game['id']}/decline").json or {})["ended_by"] == "withdrawn"
    assert code(ann.post(f"/games/{game['id']}/join", WORDS)) == (409, "game-over")


@pytest.mark.parametrize("seat", [{"ai": 1, "contributes": True}, {"contributes": True}, {"me": True, "ai": 1}])
def test_only_whoever_sets_the_game_up_can_wait_with_their_word(ann: Program, seat: dict[str, object]) -> None:
    asked = {"ruleset": "seasons", "seats": [{"me": True}, seat]}
    assert code(ann.post("/games", asked)) == (422, "bad-seats")


def test_words_before_the_commitment_are_no_words_after_it(ann: Program) -> None:
    for path in ("/games", "/matches"):
        assert code(ann.post(path, {**wish({"ai": 1}), **WORDS})) == (422, "early-contribution")


def test_the_same_request_sent_again_sets_up_one_game_and_takes_one_word(ann: Program) -> None:
    key = {"Idempotency-Key": "one-game-please"}
    games = [ann.post("/games", wish({"ai": 1}), headers=key).json or {} for _ in range(2)]
    assert games[0]["id"] == games[1]["id"]
    joined = [ann.post(f"/games/{games[0]['id']}/join", WORDS, headers={"Idempotency-Key": "begin"}) for _ in range(2)]
    assert joined[0].json == joined[1].json


def test_a_match_waits_alike_and_shows_what_it_has_committed_to(ann: Program) -> None:
    match = ann.post("/matches", {**wish({"ai": 1}), "simultaneous": True}).json or {}
    [first] = match["games"]
    assert (match["status"], first["commitment"]) == ("inviting", match["commitments"][0])
    ann.post(f"/games/{first['id']}/join", WORDS)
    shown = ann.get(f"/matches/{match['id']}").json or {}
    assert [game["commitment"] for game in shown["games"]] == match["commitments"] == shown["commitments"]
    assert {seat["contributed"] for game in shown["games"] for seat in game["seats"] if seat["you"]} == {"own"}
