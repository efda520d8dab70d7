"""Matches over the API."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

from tests.service.api.program import Program, code, program_of
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person

WISH = {"ruleset": "seasons", "seats": [{"me": True}, {"account": "bob"}], "shuffle_seats": False}


def set_up(ann: Program, bob: Program, **change: Any) -> dict[str, Any]:
    """Create a match of Seasons between Ann and Bob that has started."""
    made = ann.post("/matches", {**WISH, **change}).json
    assert made
    assert bob.post(f"/games/{made['games'][0]['id']}/join").status_code == 200
    return shown(ann, made)


def shown(program: Program, match: dict[str, Any]) -> dict[str, Any]:
    """Read the match."""
    answer = program.get(f"/matches/{match['id']}").json
    assert answer
    return dict(answer)


def play_to_the_end(match: dict[str, Any], number: int) -> list[int]:
    """Play a game of the match to the end; return its scores."""
    of = Table(match["games"][number - 1]["id"], [person("ann"), person("bob")])
    return of.play_to_the_end().scores or []


def test_a_new_match_is_where_its_location_says(ann: Program, bob: Program) -> None:
    made = ann.post("/matches", WISH)
    assert made.status_code == 201
    assert made.json
    assert made.headers["Location"] == made.json["links"]["self"] == f"/api/v1/matches/{made.json['id']}"
    assert shown(ann, made.json) == made.json
    assert (made.json["status"], made.json["totals"], made.json["winner"]) == ("inviting", [0, 0], None)
    assert [(place["place"], place["account"], place["you"]) for place in made.json["places"]] == [
        (0, "ann", True),
        (1, "bob", False),
    ]


def test_whoever_joins_the_first_game_has_accepted_the_match(ann: Program, bob: Program) -> None:
    match = set_up(ann, bob)
    assert match["status"] == "active"
    assert [game["status"] for game in match["games"]] == ["active"]


def test_a_game_says_of_which_match_it_is(ann: Program, bob: Program) -> None:
    match = set_up(ann, bob, simultaneous=True)
    for number, game in enumerate(match["games"], 1):
        alone = ann.get(f"/games/{game['id']}").json
        assert alone
        assert alone["match"] == game["match"] == {"id": match["id"], "round": number}
        assert alone["links"]["match"] == match["links"]["self"]
        record = ann.get(f"/games/{game['id']}/record").json
        assert record
        assert record["match"] == {**alone["match"], "commitments": match["commitments"]}


def test_a_game_by_itself_is_of_no_match(ann: Program) -> None:
    game = ann.post("/games", {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]}).json
    assert game
    assert game["match"] is None
    assert "match" not in game["links"]


def test_a_match_says_how_it_stands_until_its_end(ann: Program, bob: Program) -> None:
    match = set_up(ann, bob)
    first = play_to_the_end(match, 1)
    match = shown(ann, match)
    assert match["totals"] == first
    assert "in game 2" in match["standing"]
    assert [[seat["account"] for seat in game["seats"]] for game in match["games"]] == [["ann", "bob"], ["bob", "ann"]]
    second = play_to_the_end(match, 2)
    match = shown(bob, match)
    totals = [first[0] + second[1], first[1] + second[0]]
    assert (match["status"], match["totals"], match["ended_by"]) == ("finished", totals, "play")
    assert match["winner"] == (None if totals[0] == totals[1] else totals.index(max(totals)))


def test_who_resigns_one_game_has_lost_the_match(ann: Program, bob: Program) -> None:
    match = set_up(ann, bob, simultaneous=True)
    assert ann.post(f"/games/{match['games'][1]['id']}/resign").status_code == 200
    match = shown(bob, match)
    assert (match["winner"], match["ended_by"]) == (1, "resignation")
    assert [game["status"] for game in match["games"]] == ["finished", "finished"]
    assert match["standing"] == "bob won the match because ann resigned."


def test_a_match_asked_for_twice_with_one_key_is_one_match(ann: Program, bob: Program) -> None:
    first, again = (ann.post("/matches", WISH, headers={"Idempotency-Key": "once"}) for _ in range(2))
    assert (again.status_code, again.json, again.headers["Location"]) == (201, first.json, first.headers["Location"])
    assert len((ann.get("/matches").json or {})["matches"]) == 1


def test_ones_matches_are_walked_page_by_page(ann: Program, bob: Program, clock: FakeClock) -> None:
    made: list[str] = []
    for _ in range(3):
        made.insert(0, set_up(ann, bob)["id"])
        clock.advance(seconds=1)
    page = bob.get("/matches?limit=2").json or {}
    rest = bob.get("/matches", query_string={"cursor": page["next_cursor"], "limit": 2}).json or {}
    assert [match["id"] for match in page["matches"] + rest["matches"]] == made
    assert rest["next_cursor"] is None
    assert code(bob.get("/matches?cursor=x")) == (400, "bad-cursor")


def test_a_match_is_not_there_for_anybody_else(ann: Program, bob: Program, client: FlaskClient) -> None:
    match = set_up(ann, bob)
    eve = program_of(client, "eve")
    for program in (eve, Program(client)):
        assert code(program.get(f"/matches/{match['id']}")) == (404, "not-found")
    assert (eve.get("/matches").json or {})["matches"] == []
    assert code(Program(client).get("/matches")) == (401, "unauthenticated")


def test_a_public_match_can_be_watched(ann: Program, bob: Program, client: FlaskClient) -> None:
    match = set_up(ann, bob, visibility="public")
    watched = shown(Program(client), match)
    assert watched["games"][0]["your_seat"] is None
    assert not any(place["you"] for place in watched["places"])


def test_a_match_that_is_known_already_is_not_sent_again(ann: Program, bob: Program) -> None:
    path = f"/matches/{set_up(ann, bob)['id']}"
    known = ann.get(path).headers["ETag"]
    assert ann.get(path, headers={"If-None-Match": known}).status_code == 304


def test_what_is_no_match_is_refused_by_name(ann: Program, bob: Program) -> None:
    for change, status, refused in (
        ({"ruleset": "chess"}, 404, "no-such-ruleset"),
        ({"seats": [{"me": True}]}, 422, "bad-request"),
        ({"seats": [{"me": True}, {"ai": 1}, {"ai": 1}]}, 422, "bad-request"),
        ({"seats": [{"me": True, "ai": 1}, {"ai": 1}]}, 422, "bad-seats"),
        ({"seats": [{"ai": 1}, {"ai": 1}]}, 422, "bad-seats"),
        ({"simultaneous": "yes"}, 422, "bad-request"),
    ):
        assert code(ann.post("/matches", {**WISH, **change})) == (status, refused)


def test_a_ruleset_says_how_matches_of_it_go(ann: Program) -> None:
    listed = {ruleset["id"]: ruleset["match"] for ruleset in (ann.get("/rulesets").json or {})["rulesets"]}
    assert listed["dawn"] == {"same_layout": False, "decider": False, "usual": True}
    assert listed["seasons"] == {"same_layout": False, "decider": False, "usual": False}
