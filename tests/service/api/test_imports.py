"""Imported games over the API: import, display and removal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http.long_bodies import MAX_RECORD_BYTES
from service.verification.record_chain import FORMAT
from service.verification.verify import Verdict, check
from tests.service.api.program import Program, code, program_of
from tests.service.foreign import ELSEWHERE, Record, begun, played, record_of, resigned, sealed

RECORDS = {"Accept": "application/vnd.sundial.records+x-ndjson"}


@pytest.fixture
def record(client: FlaskClient) -> Record:
    """Of a game from elsewhere."""
    return resigned()


def brought_in(by: Program, record: Record, **wish: Any) -> dict[str, Any]:
    """Import a valid record; return the game."""
    answer = by.post("/me/imports", {"record": record, **wish})
    assert answer.status_code == 201, answer.json
    game: dict[str, Any] = answer.json or {}
    assert answer.headers["Location"] == f"/api/v1/games/{game['id']}"
    return game


def test_a_game_says_that_it_was_imported_and_what_was_verified(ann: Program, record: Record) -> None:
    game = brought_in(ann, record)
    told = dict(game["imported"])
    assert told.pop("at") == game["created_at"]
    assert {"signature", "chain", "log", "chance", "result"} <= set(told.pop("verified"))
    assert told.pop("key") == record["signature"]["key"]
    assert told == {"origin": ELSEWHERE, "game": record["id"], "format": FORMAT, "signature": "unknown"}
    assert (game["status"], game["visibility"], game["your_seat"]) == ("finished", "private", None)
    assert [(seat["account"], seat["you"]) for seat in game["seats"]] == [(None, False)] * 2
    assert sorted(seat["recorded_name"] for seat in game["seats"]) == ["inga", "otto"]


def test_all_of_it_can_be_looked_at(ann: Program, record: Record) -> None:
    path = f"/games/{brought_in(ann, record)['id']}"
    assert ann.get(f"{path}/record").json == record
    log = (ann.get(f"{path}/log").json or {})["log"]
    assert [entry["action"] for entry in log] == [each["action"] for each in record["log"]]
    for part in ("board.svg", "board.txt", "board.svg?at=1", "position?at=2", "analysis", "clock", "messages"):
        assert ann.get(f"{path}/{part}").status_code in (200, 403), part
    assert ann.post(f"{path}/analysis", {}).status_code == 202
    known = ann.get(path).headers["ETag"]
    assert ann.get(path, headers={"If-None-Match": known}).status_code == 304


def test_nobody_can_do_anything_in_it(ann: Program, bob: Program, record: Record) -> None:
    path = f"/games/{brought_in(ann, record, visibility='public')['id']}"
    for program in (ann, bob):
        for action, body in (("moves", {"version": 1, "move": "place max-8"}), ("resign", {}), ("join", {}),
                             ("decline", {}), ("rematch", {}), ("messages", {"text": "hello"})):  # fmt: skip
            refused = program.post(f"{path}/{action}", body)
            assert refused.status_code in (403, 404, 409), (action, refused.json)


def test_a_private_import_is_for_its_owner_alone(ann: Program, bob: Program, anybody: Program, record: Record) -> None:
    path = f"/games/{brought_in(ann, record)['id']}"
    for stranger in (bob, anybody):
        assert code(stranger.get(path)) == (404, "not-found")
        assert code(stranger.get(f"{path}/record")) == (404, "not-found")
    public = f"/games/{brought_in(bob, record, visibility='public')['id']}"
    assert anybody.get(public).json["imported"]["origin"] == ELSEWHERE  # type: ignore[index]
    assert anybody.get("/games").json["games"] == bob.get("/games").json["games"] == []  # type: ignore[index]


def test_the_list_of_imports_is_ones_own_and_its_records_come_in_again(
    client: FlaskClient, ann: Program, bob: Program, record: Record
) -> None:
    other = sealed(record_of(played(begun("dawn", "kim", "lou"))))
    ids = [brought_in(ann, each)["id"] for each in (record, other)]
    page = ann.get("/me/imports?limit=1").json
    rest = ann.get(f"/me/imports?limit=1&cursor={page['next_cursor']}").json  # type: ignore[index]
    found = [game["id"] for each in (page, rest) for game in each["games"]]  # type: ignore[index]
    assert sorted(found) == sorted(ids)
    assert bob.get("/me/imports").json == {"games": [], "next_cursor": None}
    lines = ann.get("/me/imports", headers=RECORDS).get_data(as_text=True).splitlines()
    assert len(lines) == 2
    for line in lines:
        assert {finding.verdict for finding in check(json.loads(line))} == {Verdict.RIGHT}
        brought_in(program_of(client, "cleo"), json.loads(line))


def test_the_same_record_again_is_the_same_game(ann: Program, record: Record) -> None:
    first = brought_in(ann, record)
    assert brought_in(ann, record)["id"] == first["id"]
    keyed = {"headers": {"Idempotency-Key": "one"}}
    assert ann.post("/me/imports", {"record": record}, **keyed).json["id"] == first["id"]  # type: ignore[index]
    again = ann.post("/me/imports", {"record": record}, **keyed)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")


def test_what_does_not_hold_is_refused_at_the_entry(ann: Program, record: Record) -> None:
    record["log"][1]["action"] = "place max-99"
    refused = ann.post("/me/imports", {"record": sealed(record)})
    assert code(refused) == (422, "unverified-record")
    assert refused.json is not None
    assert (refused.json["about"], refused.json["entry"]) == ("log", 1)
    assert refused.json["detail"] == "Entry 1 of its log doesn't follow from the rules and the seed."
    del record["log"][1]["action"]
    refused = ann.post("/me/imports", {"record": record})
    assert code(refused) == (422, "bad-record")
    assert refused.json is not None
    assert refused.json["pointer"] == "/log/1/action"
    assert ann.get("/me/imports").json["games"] == []  # type: ignore[index]


def send(by: Program, raw: bytes) -> tuple[int, str]:
    return code(by.call("POST", "/me/imports", data=raw, content_type="application/json"))


def test_hostile_bodies_are_refused_before_they_are_looked_at(ann: Program, record: Record) -> None:
    whole = json.dumps({"record": record})
    assert send(ann, whole.replace('"seed":', '"x": NaN, "seed":').encode()) == (400, "bad-json")
    assert send(ann, b'{"record": ' + b"[" * 5000) == (400, "bad-json")
    assert send(ann, b'{"record": ' + b'{"a":' * 100 + b"1" + b"}" * 101) == (400, "bad-json")
    assert send(ann, whole.replace("inga", "\\ud800").encode()) == (400, "bad-json")
    assert send(ann, whole.replace("inga", "\\u0000").encode()) == (400, "bad-json")
    assert send(ann, b'{"record": {}, "visibility": "everybody"}') == (422, "bad-request")
    assert send(ann, b'{"record": []}') == (422, "bad-request")
    assert send(ann, b'{"record": {}}') == (422, "bad-record")
    assert send(ann, b'{"record": {"a": "' + b"x" * (2 * MAX_RECORD_BYTES) + b'"}}') == (413, "too-large")


def test_a_record_may_be_longer_than_other_bodies(ann: Program, record: Record) -> None:
    spread = json.dumps({"record": record}, indent=2).replace("\n", "\n" + " " * 900).encode()
    assert 64 * 1024 < len(spread) < MAX_RECORD_BYTES
    answer = ann.call("POST", "/me/imports", data=spread, content_type="application/json")
    assert answer.status_code == 201


def test_it_is_taken_out_again(ann: Program, bob: Program, record: Record) -> None:
    game = brought_in(ann, record, visibility="public")["id"]
    assert code(bob.call("DELETE", f"/me/imports/{game}")) == (404, "not-found")
    assert ann.call("DELETE", f"/me/imports/{game}").status_code == 204
    assert code(ann.get(f"/games/{game}")) == (404, "not-found")


def test_an_import_is_part_of_ones_data(ann: Program, record: Record) -> None:
    game = brought_in(ann, record)["id"]
    [exported] = ann.get("/me/export").json["games"]  # type: ignore[index]
    assert (exported["id"], exported["as"], exported["record"]) == (game, None, record)
    assert exported["imported"]["origin"] == ELSEWHERE


def test_reading_is_not_enough(client: FlaskClient, record: Record) -> None:
    reader = program_of(client, "cleo", ("games:read",))
    assert code(reader.post("/me/imports", {"record": record})) == (403, "missing-scope")
