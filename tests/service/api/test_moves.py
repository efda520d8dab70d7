"""Playing by the API: accepted once, refused with a reason, repeated without harm."""

from __future__ import annotations

from datetime import datetime

from flask.testing import FlaskClient

from service.db.engines import db, session
from tests.service.api.program import Match, Program, code, program_of
from tests.service.conftest import FakeClock, settings
from tests.service.stages.trouble import listening

__all__ = ["settings"]


def test_a_move_is_answered_with_the_game_and_the_new_entries(running: Match) -> None:
    played = running.ann.play(running.table.id, "Place  MAX-15.")
    assert played.status_code == 201
    assert played.json
    assert played.json["log"][0]["action"] == "place max-15"
    assert [entry["seat"] for entry in played.json["log"]] == [0, -1]
    assert played.json["game"] == running.ann.get(running.path).json
    assert (played.json["game"]["version"], played.json["game"]["to_move"]) == (2, 1)


def test_a_move_takes_few_statements(running: Match) -> None:
    """Statements: the account; the game; its row, log, events, notices and repeat record, as one on PostgreSQL."""
    path, statements = f"{running.path}/moves", list[str]()
    assert running.ann.play(running.table.id, "place max-15").status_code == 201
    assert running.bob.get(running.path).status_code == 200  # what notes that somebody was there, is noted
    session().rollback()
    with listening(db.engine, "before_cursor_execute", lambda *told: statements.append(told[2])):
        assert running.bob.post(path, {"version": 2, "move": "place max-10"}).status_code == 201
    taken = [statement for statement in statements if not statement.startswith("BEGIN")]
    assert len(taken) == {"postgresql": 3, "sqlite": 7}[db.engine.dialect.name], taken


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
