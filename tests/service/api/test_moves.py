"""Playing by the API: accepted once, refused with a reason, repeated without harm."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from service.core.db import db, session
from service.core.key_ring import KeyRing
from service.models import Game, Notice
from tests.secret_keys import NEXT_KEY
from tests.service.api.program import Match, Program, code, program_of
from tests.service.conftest import FakeClock, settings
from tests.service.stages.trouble import listening

__all__ = ["settings"]

WISH = {"ruleset": "seasons", "seats": [{"me": True}, {"email": "cy@example.net"}]}


def test_a_move_is_answered_with_the_game_and_the_new_entries(running: Match) -> None:
    played = running.ann.play(running.table.id, "Place  MAX-15.")
    assert played.status_code == 201
    assert played.json
    assert played.json["log"][0]["action"] == "place max-15"
    assert [entry["seat"] for entry in played.json["log"]] == [0, -1]
    assert played.json["game"] == running.ann.get(running.path).json
    assert (played.json["game"]["version"], played.json["game"]["to_move"]) == (2, 1)


def test_a_move_takes_few_statements(running: Match) -> None:
    """Who asks; the game; its row, log, events, notices and what is kept of the move, which PostgreSQL takes as one."""
    path, statements = f"{running.path}/moves", list[str]()
    assert running.ann.play(running.table.id, "place max-15").status_code == 201
    assert running.bob.get(running.path).status_code == 200  # what notes that somebody was there, is noted
    session().rollback()
    with listening(db.engine, "before_cursor_execute", lambda *told: statements.append(told[2])):
        assert running.bob.post(path, {"version": 2, "move": "place max-10"}).status_code == 201
    taken = [statement for statement in statements if not statement.startswith("BEGIN")]
    assert len(taken) == {"postgresql": 3, "sqlite": 8}[db.engine.dialect.name], taken


def test_legal_actions_are_what_may_be_played(running: Match) -> None:
    found = running.bob.get(f"{running.path}/legal-actions").json
    assert found
    assert (found["version"], found["seat"], found["complete"]) == (1, 0, False)
    assert len(found["actions"]) > 11
    after = running.ann.get(f"{running.path}/legal-actions?after=place max-15").json
    assert after
    assert (after["actions"], after["complete"]) == ([], True)
    assert code(running.ann.get(f"{running.path}/legal-actions?after=place max-99")) == (422, "bad-notation")


def test_who_asks_for_legal_actions_after_an_impossible_beginning_has_looked(running: Match) -> None:
    assert code(running.ann.get(f"{running.path}/legal-actions?after=place max-99")) == (422, "bad-notation")
    session().rollback()
    assert [seat.looked_at is not None for seat in running.table.game.seats] == [True, False]


def test_a_dry_run_shows_where_a_move_leads_and_writes_nothing(running: Match) -> None:
    before = running.ann.get(running.path).json
    shown = running.ann.play(running.table.id, "place max-15", query_string={"dry_run": "true"})
    assert shown.status_code == 200
    assert shown.json
    assert (shown.json["to_move"], shown.json["scores"]) == (-1, [0, 0])
    assert shown.json["position"]["sectors"][2]["eye_sums"][0] is not None
    assert "max-15" in shown.json["board"]
    assert running.ann.get(running.path).json == before
    assert code(running.ann.play(running.table.id, "roll 1 1 1", query_string={"dry_run": "true"})) == (
        422,
        "chance-only",
    )
    assert code(running.bob.play(running.table.id, "place max-5", query_string={"dry_run": "true"})) == (
        409,
        "not-your-turn",
    )


def test_a_refusal_of_the_rules_says_why_and_what_would_be_legal(running: Match) -> None:
    for move, refused in (
        ("place max-16", "bad-notation"),
        ("roll 1 2 3", "chance-only"),
        ("place max-15, place max-8", "past-a-roll"),
    ):
        answer = running.ann.play(running.table.id, move)
        assert code(answer) == (422, refused)
        assert answer.json
        assert {"action", "legal"} <= set(answer.json)
        assert len(answer.json["legal"]) <= 5
        assert answer.json["detail"] != refused
    assert "place max-15" in (running.ann.play(running.table.id, "place max-16").json or {})["legal"]
    assert (running.ann.get(running.path).json or {})["version"] == 1


def test_a_move_out_of_turn_is_told_whose_turn_it_is(running: Match) -> None:
    answer = running.bob.play(running.table.id, "place max-15")
    assert code(answer) == (409, "not-your-turn")
    assert answer.json
    assert answer.json["to_move"] == 0


def test_a_stale_move_is_told_what_happened_since(running: Match) -> None:
    running.ann.play(running.table.id, "place max-15")
    answer = running.bob.play(running.table.id, "place max-10", version=1)
    assert code(answer) == (409, "stale-version")
    assert answer.json
    assert answer.json["version"] == 2
    assert answer.json["happened"][0]["action"] == "place max-15"


def test_the_same_move_sent_again_gets_the_first_answer(running: Match) -> None:
    first = running.ann.play(running.table.id, "place max-15", version=1)
    running.bob.play(running.table.id, "place max-10", version=2)
    again = running.ann.play(running.table.id, " PLACE max-15 ", version=1)
    assert (again.status_code, again.json) == (201, first.json)
    assert code(running.ann.play(running.table.id, "place max-8", version=1)) == (409, "stale-version")


def test_after_the_end_nothing_can_be_played(running: Match) -> None:
    running.table.play_to_the_end()
    assert code(running.ann.play(running.table.id, "place max-15")) == (409, "game-over")
    assert code(running.ann.post(f"{running.path}/resign")) == (409, "game-over")
    assert code(running.ann.get(f"{running.path}/legal-actions")) == (409, "game-over")


def test_who_moves_after_the_deadline_has_given_up_the_seat(running: Match, clock: FakeClock) -> None:
    running.ann.get(running.path)
    clock.advance(days=3, seconds=1)
    headers = {"Idempotency-Key": "late"}
    assert code(running.ann.play(running.table.id, "place max-15", headers=headers)) == (409, "deadline-passed")
    game = running.bob.get(running.path).json
    assert game
    assert (game["status"], game["ended_by"], game["winners"]) == ("finished", "time", [1])


def test_who_has_resigned_does_not_move_any_more(client: FlaskClient) -> None:
    programs = {name: program_of(client, name) for name in ("ann", "bob", "cy")}
    seats = [{"me": True}, {"account": "bob"}, {"account": "cy"}]
    made = programs["ann"].post("/games", {"ruleset": "seasons", "seats": seats, "shuffle_seats": False}).json
    assert made
    for name in ("bob", "cy"):
        programs[name].post(f"/games/{made['id']}/join")
    programs["ann"].post(f"/games/{made['id']}/resign")
    assert code(programs["ann"].play(made["id"], "place max-5")) == (403, "not-a-player")


def test_joining_declining_and_resigning_are_answered_with_the_game(ann: Program, bob: Program) -> None:
    wish = {"ruleset": "seasons", "seats": [{"me": True}, {"account": "bob"}]}

    def path() -> str:
        return f"/games/{(ann.post('/games', wish).json or {})['id']}"

    joined = bob.post(path() + "/join", {"contribution": "tuesday rain"})
    assert (joined.status_code, (joined.json or {})["status"]) == (200, "active")
    declined = bob.post(path() + "/decline")
    assert (declined.status_code, (declined.json or {})["ended_by"]) == (200, "declined")
    here = path()
    bob.post(here + "/join")
    resigned = bob.post(here + "/resign", {})
    assert (resigned.status_code, (resigned.json or {})["ended_by"]) == (200, "resignation")
    assert code(bob.post(here + "/join", {"surprise": 1})) == (422, "bad-request")


def test_a_contribution_is_in_the_record(ann: Program, bob: Program) -> None:
    wish = {"ruleset": "seasons", "seats": [{"me": True}, {"account": "bob"}], "contribution": "tuesday rain"}
    game = (ann.post("/games", wish).json or {})["id"]
    bob.post(f"/games/{game}/join", {"contribution": "old boots"})
    record = ann.get(f"/games/{game}/record").json
    assert record
    assert [place["contribution"] for place in record["places"]] == ["tuesday rain", "old boots"]


def test_if_match_plays_only_on_the_game_it_knows(running: Match) -> None:
    etag = running.ann.get(running.path).headers["ETag"]
    for wrong in ('"other"', f"W/{etag}"):
        refused = running.ann.play(running.table.id, "place max-15", headers={"If-Match": wrong})
        assert code(refused) == (412, "precondition-failed")
    assert (running.ann.get(running.path).json or {})["version"] == 1
    played = running.ann.play(running.table.id, "place max-15", version=1, headers={"If-Match": etag})
    assert played.status_code == 201
    again = running.ann.play(running.table.id, "place max-15", version=1, headers={"If-Match": etag})
    assert (again.status_code, again.json) == (201, played.json)


def test_if_match_guards_resigning(running: Match) -> None:
    assert code(running.ann.post(f"{running.path}/resign", headers={"If-Match": '"x"'})) == (412, "precondition-failed")
    assert (running.ann.get(running.path).json or {})["status"] == "active"
    assert running.ann.post(f"{running.path}/resign", headers={"If-Match": "*"}).status_code == 200


def test_a_request_with_a_key_is_done_once(ann: Program) -> None:
    headers = {"Idempotency-Key": "create-1"}
    first, again = (ann.post("/games", WISH, headers=headers) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json
    assert first.headers["Location"] == again.headers["Location"]
    assert session().scalar(select(func.count()).select_from(Game)) == 1


def test_an_answer_that_cannot_be_read_any_more_is_not_given_by_doing_it_again(app: Flask, ann: Program) -> None:
    headers = {"Idempotency-Key": "create-1"}
    assert ann.post("/games", WISH, headers=headers).status_code == 201
    app.config["KEY_RING"] = KeyRing(NEXT_KEY)
    assert code(ann.post("/games", WISH, headers=headers)) == (409, "answer-lost")
    assert session().scalar(select(func.count()).select_from(Game)) == 1


def test_a_key_is_good_for_one_request_of_one_account(ann: Program, bob: Program) -> None:
    headers = {"Idempotency-Key": "one"}
    first = ann.post("/games", WISH, headers=headers).json
    assert first
    assert code(ann.post("/games", {**WISH, "days_per_move": 5}, headers=headers)) == (422, "idempotency-key-reused")
    assert code(ann.post(f"/games/{first['id']}/decline", headers=headers)) == (422, "idempotency-key-reused")
    theirs = bob.post("/games", WISH, headers=headers).json
    assert theirs
    assert theirs["id"] != first["id"]


def test_a_key_in_quotes_is_the_same_key(ann: Program) -> None:
    first, again, other = (
        ann.post("/games", WISH, headers={"Idempotency-Key": key}) for key in ("one", '"one"', r'"on\"e"')
    )
    assert first.json == again.json != other.json


def test_an_answer_that_comes_again_says_so(ann: Program, running: Match) -> None:
    headers = {"Idempotency-Key": "again"}
    games = [ann.post("/games", WISH, headers=headers) for _ in range(2)]
    moves = [running.ann.play(running.table.id, "place max-15", version=1) for _ in range(2)]
    for first, again in (games, moves):
        assert first.json == again.json
        assert "Idempotent-Replayed" not in first.headers
        assert again.headers["Idempotent-Replayed"] == "true"


def test_a_preview_shows_where_a_move_leads_and_writes_nothing(running: Match) -> None:
    before = running.ann.get(running.path).json
    wish = {"version": 1, "move": "place max-15"}
    shown = running.ann.post(f"{running.path}/previews", wish)
    tried = running.ann.play(running.table.id, "place max-15", version=1, query_string={"dry_run": "true"})
    assert shown.status_code == 200
    assert shown.json == tried.json
    assert shown.json
    assert shown.json["ruleset"] == "seasons"
    assert running.ann.get(running.path).json == before
    assert code(running.bob.post(f"{running.path}/previews", wish)) == (409, "not-your-turn")
    assert code(running.ann.post(f"{running.path}/previews", wish | {"version": 0})) == (409, "stale-version")


def test_a_dry_run_says_what_has_taken_its_place(running: Match) -> None:
    tried = running.ann.play(running.table.id, "place max-15", query_string={"dry_run": "true"})
    assert tried.headers["Link"] == f'</api/v1{running.path}/previews>; rel="successor-version"'
    assert tried.headers["Deprecation"].startswith("@")


def test_the_same_body_in_another_order_is_the_same_request(ann: Program) -> None:
    headers = {"Idempotency-Key": "order"}
    first = ann.post("/games", WISH, headers=headers)
    assert ann.post("/games", dict(reversed(WISH.items())), headers=headers).json == first.json


def test_what_was_refused_may_be_sent_again_with_its_key(running: Match) -> None:
    headers = {"Idempotency-Key": "try"}
    assert code(running.bob.play(running.table.id, "place max-5", version=2, headers=headers))[0] == 409
    running.ann.play(running.table.id, "place max-15", version=1)
    assert running.bob.play(running.table.id, "place max-5", version=2, headers=headers).status_code == 201


def test_a_key_that_is_no_key_is_refused(ann: Program) -> None:
    for key in ("", "x" * 256, "two words", "\xe9"):
        answer = ann.post("/games", WISH, headers={"Idempotency-Key": key})
        assert code(answer) == (422, "bad-request")
        assert answer.json
        assert answer.json["errors"][0]["pointer"] == "/Idempotency-Key"


def test_a_dry_run_refuses_the_key_that_the_move_would_be_refused_for(running: Match) -> None:
    headers = {"Idempotency-Key": "two words"}
    for trial in ("true", "false"):
        refused = running.ann.play(running.table.id, "place max-15", headers=headers, query_string={"dry_run": trial})
        assert code(refused) == (422, "bad-request")


def test_a_dry_run_uses_up_no_key(running: Match) -> None:
    headers = {"Idempotency-Key": "k"}
    running.ann.play(running.table.id, "place max-15", headers=headers, query_string={"dry_run": "true"})
    assert running.ann.play(running.table.id, "place max-15", headers=headers).status_code == 201


def test_many_copies_of_a_request_at_once_make_one_game_and_one_invitation(ann: Program) -> None:
    app = ann.client.application

    def send(_: int) -> tuple[int, str]:
        answer = Program(app.test_client(), ann.token).post("/games", WISH, headers={"Idempotency-Key": "rush"})
        assert answer.json
        return answer.status_code, answer.json["id"]

    with ThreadPoolExecutor(8) as threads:
        answers = set(threads.map(send, range(16)))

    assert len(answers) == 1
    assert session().scalar(select(func.count()).select_from(Notice).where(Notice.kind == "invitation")) == 1


def test_times_are_written_in_utc(running: Match, clock: FakeClock) -> None:
    game = running.ann.get(running.path).json
    assert game
    assert game["created_at"].endswith("Z")
    assert datetime.fromisoformat(game["deadline"]) == clock().replace(day=clock().day + 3)


def test_no_text_of_a_move_is_an_error_of_ours(running: Match) -> None:
    for move in (
        "x" * 1001,
        "\t",
        ",",
        "place max-15,,place max-8",
        "ｐｌａｃｅ ｍａｘ－９９",
        "😀",
        "\u202e",
        "%s",
        "{action}",
        "{}",
    ):
        assert running.ann.play(running.table.id, move).status_code == 422
        assert running.ann.get(f"{running.path}/legal-actions", query_string={"after": move}).status_code in (200, 422)
