"""Setting games up, finding them, looking at them; what the API says of rulesets and problems."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

import rules
from rules.canvas import NIGHT, PAPER
from rules.teaching.figures import with_text_boards
from service import pictures
from service.core.db import transaction
from service.core.keys import installation
from service.core.refusals import EXPLANATIONS
from service.edge.app import create_app
from service.pictures import PAINTER
from service.pictures.painter import Painter
from tests.service.api.program import Match, Program, code, program_of
from tests.service.conftest import FakeClock, settings, settings_for

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
    assert code(ann.get("/games?sort=finished")) == (422, "bad-request")


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


def test_the_board_is_there_in_three_forms_at_any_point_of_the_log(running: Match) -> None:
    running.ann.play(running.table.id, "place max-15")
    forms = {"svg": "image/svg+xml", "png": "image/png", "txt": "text/plain"}
    for form, media_type in forms.items():
        boards = [running.bob.get(f"{running.path}/board.{form}?at={at}") for at in (0, 3)]
        assert [board.mimetype for board in boards] == [media_type] * 2
        assert boards[0].get_data() != boards[1].get_data()
        assert running.bob.get(f"{running.path}/board.{form}").get_data() == boards[1].get_data()
    now = running.bob.get(f"{running.path}/board.txt").get_data(as_text=True)
    assert now == pictures.text(running.table.game) + "\n"


def test_a_board_is_drawn_for_dark_screens_or_goes_by_the_screen(running: Match) -> None:
    def board(form: str, style: str = "") -> bytes:
        return running.ann.get(f"{running.path}/board.{form}{f'?style={style}' if style else ''}").get_data()

    assert board("png") == board("png", "light") != board("png", "dark")
    assert NIGHT[PAPER].encode() in board("svg", "dark")
    assert b"prefers-color-scheme" not in board("svg", "dark") + board("svg", "light")
    assert b"<style>@media screen and (prefers-color-scheme:dark)" in board("svg")
    refused = running.ann.get(f"{running.path}/board.png?style=sepia")
    assert code(refused) == (422, "bad-request")


def test_a_board_beyond_the_log_is_not_there(running: Match) -> None:
    answer = running.ann.get(f"{running.path}/board.svg?at=2")
    assert code(answer) == (404, "no-such-position")
    assert answer.json
    assert answer.json["log_length"] == 1


def test_a_game_that_has_not_begun_has_no_board_and_no_position(ann: Program) -> None:
    game = ann.post("/games", PUBLIC).json
    assert game
    assert (game["position"], game["setup"], game["scores"]) == (None, None, None)
    for form in ("svg", "png", "txt"):
        assert code(ann.get(f"/games/{game['id']}/board.{form}")) == (404, "not-started")
    assert code(ann.get(f"/games/{game['id']}/legal-actions")) == (409, "not-started")
    assert code(ann.post(f"/games/{game['id']}/moves", {"version": 0, "move": "x"})) == (409, "not-started")


def test_a_picture_can_run_nothing_and_is_taken_for_nothing_else(running: Match) -> None:
    for form in ("svg", "png", "txt"):
        board = running.ann.get(f"{running.path}/board.{form}")
        assert board.headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in board.headers["Content-Security-Policy"]
        assert "sandbox" in board.headers["Content-Security-Policy"]


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


def test_the_server_says_that_it_is_up_and_ready_and_which_one_it_is(client: FlaskClient) -> None:
    mark = installation(client.application.config["SECRET_KEY"])
    for path in ("/healthz", "/readyz"):
        answer = client.get(path)
        said = json.loads(answer.get_data())
        assert (answer.status_code, said.pop("installation"), said) == (200, mark, {"status": "ok"})


def test_a_server_without_tables_is_up_but_not_ready(tmp_path: Path) -> None:
    client = create_app(settings_for(tmp_path)).test_client()
    assert client.get("/healthz").status_code == 200
    assert code(client.get("/readyz")) == (503, "not-upgraded")


@pytest.mark.parametrize(("revision", "status"), [("0001", 503), ("9999", 200)])
def test_a_server_is_not_ready_with_tables_from_before_and_ready_with_newer_ones(
    client: FlaskClient, revision: str, status: int
) -> None:
    with transaction() as rows:
        rows.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})
    answer = client.get("/readyz")
    assert answer.status_code == status
    if status == 503:
        assert code(answer) == (503, "not-upgraded")
        assert answer.headers["Retry-After"] == "5"
        assert "sundial upgrade" in json.loads(answer.get_data())["advice"]


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("ALTER TABLE alembic_version RENAME version_num TO other", "the tables cannot be looked at: "),
        ("ALTER TABLE counter RENAME TO other", "nothing can be written: "),
    ],
)
def test_a_server_says_in_its_log_why_it_is_not_ready(
    app: Flask, client: FlaskClient, caplog: pytest.LogCaptureFixture, broken: str, said: str
) -> None:
    with transaction() as rows:
        rows.execute(text(broken))
    assert code(client.get("/readyz")) == (503, "not-ready")
    [line] = [message for message in caplog.messages if message.startswith(said)]
    assert "does not answer" not in line


def test_what_is_not_there_is_a_problem(ann: Program) -> None:
    for path in (
        "/", "/nothing", "/games/", "/games/short", "/games/ABCDEFGHJKMN", "/games/aaaaaaaaaaaa", "/tokens/-1",
        "/%FF", "/games/" + 12 * "%00", "/games/aaaaaaaaaaaa/board.svg", "/games/aaaaaaaaaaaa/board.gif",
        "/rulesets/%00",         "/rulesets/chess", "/problems/%F0%9F%98%80",
    ):  # fmt: skip
        assert code(ann.get(path)) in [(404, "not-found"), (404, "no-such-ruleset")]


def test_a_picture_that_cannot_be_drawn_may_be_asked_for_again(app: Flask, running: Match) -> None:
    app.config[PAINTER] = Painter(program=[sys.executable, "-c", "pass"])
    answer = running.ann.get(f"{running.path}/board.png")
    assert code(answer) == (503, "not-ready")
    assert int(answer.headers["Retry-After"]) > 0
