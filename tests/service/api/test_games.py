"""Creating, finding and reading games; rulesets and problems in the API."""

from __future__ import annotations

from typing import Any

from flask import Flask

import rules
from rules.teaching.figures import with_text_boards
from service.language.refusals import EXPLANATIONS
from tests.service.api.program import Match, Program, code, program_of
from tests.service.conftest import FakeClock, settings

__all__ = ["settings"]

AGAINST_THE_COMPUTER = {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]}
PUBLIC = {"ruleset": "seasons", "seats": [{"me": True}, {"open": True}], "visibility": "public"}


def test_every_game_can_be_read_about(app: Flask, anybody: Program) -> None:
    listed = anybody.get("/rulesets").json
    assert listed
    assert {ruleset["id"] for ruleset in listed["rulesets"]} == set(rules.games())
    for name, game in rules.games().items():
        shown = anybody.get(f"/rulesets/{name}").json
        assert shown
        assert (shown["seats"], shown["designer"]) == (list(game.players), game.designer)
        assert shown["guide"] == with_text_boards(game, game.guide)
        assert set(game.messages) <= set(shown["refusals"])


def test_the_type_of_every_problem_leads_to_what_it_means(anybody: Program) -> None:
    for known in (*EXPLANATIONS, "disc-filled", "past-a-roll"):
        explained = anybody.get(f"/problems/{known}").json
        assert explained
        assert explained["title"]
    assert code(anybody.get("/problems/no-such-code")) == (404, "not-found")


def test_a_new_game_is_where_its_location_says(ann: Program) -> None:
    made = ann.post("/games", AGAINST_THE_COMPUTER)
    assert made.status_code == 201
    assert made.json
    assert made.headers["Location"] == f"/api/v1/games/{made.json['id']}" == made.json["links"]["self"]
    shown = ann.get(f"/games/{made.json['id']}").json
    assert shown == made.json
    assert shown
    assert (shown["status"], shown["options"], shown["seed"]) == ("active", {"version": "full"}, None)
    assert shown["position"]["sectors"]


def test_every_kind_of_seat_can_be_asked_for(ann: Program, bob: Program) -> None:
    for seat, state in (
        ({"email": "cy@example.net"}, "invited"),
        ({"account": "bob"}, "invited"),
        ({"open": True}, "open"),
    ):
        made = ann.post(
            "/games", {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 2}, seat], "shuffle_seats": False}
        )
        assert made.json
        assert [place["state"] for place in made.json["seats"]] == ["taken", "taken", state]
        assert "cy@example.net" not in bob.get(f"/games/{made.json['id']}").get_data(as_text=True)


def test_a_game_that_cannot_be_is_refused_by_name(ann: Program) -> None:
    for change, status, refused in (
        ({"ruleset": "chess"}, 404, "no-such-ruleset"),
        ({"options": {"version": "other"}}, 422, "bad-setup"),
        ({"options": {"colour": "red"}}, 422, "bad-setup"),
        ({"layout": {"a1": 1}}, 422, "bad-setup"),
        ({"seats": [{"me": True}]}, 422, "bad-setup"),
        ({"seats": [{"me": True, "ai": 1}, {"ai": 1}]}, 422, "bad-seats"),
        ({"seats": [{}, {"ai": 1}]}, 422, "bad-seats"),
        ({"seats": [{"ai": 1}, {"ai": 1}]}, 422, "bad-seats"),
        ({"seats": [{"me": True}, {"email": "ann@example.net"}]}, 422, "seat-twice"),
        ({"seats": [{"me": True}, {"email": "a\nb@example.net"}]}, 422, "bad-address"),
        ({"seats": [{"me": True}, {"account": "nobody"}]}, 404, "no-such-account"),
    ):
        answer = ann.post("/games", {**AGAINST_THE_COMPUTER, **change})
        assert code(answer) == (status, refused)
        assert refused != "bad-setup" or {"reason", "name"} <= set(answer.json or {})


def test_a_private_game_is_not_there_for_anybody_else(running: Match, anybody: Program) -> None:
    stranger = program_of(anybody.client, "eve")
    for part in ("", "/legal-actions", "/log", "/record", "/board.svg", "/board.png", "/board.txt"):
        for program in (anybody, stranger):
            assert code(program.get(running.path + part)) == (404, "not-found")
        assert running.bob.get(running.path + part).status_code == 200
    for action in ("join", "decline", "resign"):
        assert code(stranger.post(f"{running.path}/{action}")) == (404, "not-found")
    assert code(stranger.post(f"{running.path}/moves", {"version": 1, "move": "place max-5"})) == (404, "not-found")


def test_a_public_game_can_be_watched_by_anybody_and_played_by_its_players(ann: Program, bob: Program) -> None:
    game = ann.post("/games", PUBLIC).json
    assert game
    watcher = Program(ann.client)
    assert watcher.get(f"/games/{game['id']}").status_code == 200
    assert [found["id"] for found in (watcher.get("/games").json or {})["games"]] == [game["id"]]
    assert code(bob.post(f"/games/{game['id']}/moves", {"version": 0, "move": "place max-5"})) == (403, "not-a-player")
    assert code(bob.post(f"/games/{game['id']}/resign")) == (403, "not-a-player")


def test_a_list_is_walked_page_by_page_without_a_gap_or_a_double(ann: Program, clock: FakeClock) -> None:
    made = []
    for number in range(5):
        clock.advance(seconds=number % 2)
        made.append((ann.post("/games", AGAINST_THE_COMPUTER).json or {})["id"])
    found, cursor = [], ""
    while cursor is not None:
        page = ann.get("/games", query_string={"limit": 2, **({"cursor": cursor} if cursor else {})}).json
        assert page
        found += [game["id"] for game in page["games"]]
        cursor = page["next_cursor"]
    assert sorted(found) == sorted(made)


def test_what_is_due_next_is_asked_for_page_by_page(ann: Program) -> None:
    alone = {"ruleset": "springtime-puzzle", "seats": [{"me": True}]}
    made = [(ann.post("/games", {**alone, "days_per_move": days}).json or {})["id"] for days in (9, 1, 5)]
    query: dict[str, Any] = {"sort": "deadline", "limit": 2, "to_move": "true"}

    first = ann.get("/games", query_string=query).json or {}
    second = ann.get("/games", query_string={**query, "cursor": first["next_cursor"]}).json or {}

    assert [game["id"] for game in first["games"] + second["games"]] == [made[1], made[2], made[0]]
    assert second["next_cursor"] is None
    other = {"limit": 2, "cursor": first["next_cursor"]}
    assert code(ann.get("/games", query_string=other)) == (400, "bad-cursor"), "it belongs to another order"
    assert code(ann.get("/games?sort=loudest")) == (422, "bad-request")


def test_a_list_shows_what_was_asked_for(running: Match) -> None:
    running.ann.post("/games", PUBLIC)

    def ids(query: str, program: Program) -> int:
        page = program.get(f"/games?{query}").json
        assert page
        return len(page["games"])

    assert [ids(query, running.ann) for query in ("", "status=active", "ruleset=siesta", "mine=true")] == [2, 1, 0, 2]
    assert [ids(query, running.bob) for query in ("", "mine=true", "to_move=true")] == [2, 1, 0]
    assert ids("to_move=true&status=active", running.ann) == 1


def test_a_cursor_that_was_tampered_with_is_refused(ann: Program) -> None:
    for _ in range(2):
        ann.post("/games", AGAINST_THE_COMPUTER)
    cursor = (ann.get("/games?limit=1").json or {})["next_cursor"]
    for wrong in ("x", cursor[:-1], cursor.replace(".", ""), "W10." + cursor.split(".")[1], cursor + "x"):
        assert code(ann.get("/games", query_string={"cursor": wrong})) == (400, "bad-cursor")


def test_a_game_that_is_known_already_is_not_sent_again(running: Match) -> None:
    etag = running.ann.get(running.path).headers["ETag"]
    assert etag.startswith('"')
    for known in (etag, f'"other", {etag}', f"W/{etag}", "*"):
        unchanged = running.ann.get(running.path, headers={"If-None-Match": known})
        assert (unchanged.status_code, unchanged.get_data(), unchanged.headers["ETag"]) == (304, b"", etag)
    running.ann.play(running.table.id, "place max-15")
    changed = running.ann.get(running.path, headers={"If-None-Match": etag})
    assert changed.status_code == 200
    assert changed.headers["ETag"] != etag


def test_the_log_grows_and_can_be_read_from_anywhere(running: Match) -> None:
    running.ann.play(running.table.id, "place max-15")
    whole = running.ann.get(f"{running.path}/log").json
    assert whole
    assert [(entry["number"], entry["seat"]) for entry in whole["log"]] == [(0, -1), (1, 0), (2, -1)]
    tail = running.ann.get(f"{running.path}/log?start=2").json
    assert tail
    assert tail["log"] == whole["log"][2:]
    assert (running.ann.get(f"{running.path}/log?start=999999999").json or {})["log"] == []


def test_the_seed_is_in_the_record_once_the_game_is_over(running: Match) -> None:
    before = running.ann.get(f"{running.path}/record").json
    running.table.play_to_the_end()
    after = running.ann.get(f"{running.path}/record").json
    assert before
    assert after
    assert (before["seed"], before["commitment"]) == (None, after["commitment"])
    assert len(bytes.fromhex(after["seed"])) == 32


def test_what_is_not_there_is_a_problem(ann: Program) -> None:
    for path in (
        "/", "/nothing", "/games/", "/games/short", "/games/ABCDEFGHJKMN", "/games/aaaaaaaaaaaa", "/tokens/-1",
        "/%FF", "/games/" + 12 * "%00", "/games/aaaaaaaaaaaa/board.svg", "/games/aaaaaaaaaaaa/board.gif",
        "/rulesets/%00",         "/rulesets/chess", "/problems/%F0%9F%98%80",
    ):  # fmt: skip
        assert code(ann.get(path)) in [(404, "not-found"), (404, "no-such-ruleset")]
