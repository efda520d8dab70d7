"""Lists: a link to the page after each, and the same list as lines of JSON."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.service.api.program import Match, Program, code

LINES = {"Accept": "application/x-ndjson"}
WISH = {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]}


def told(answer: TestResponse) -> list[Any]:
    """What stands on the lines of an answer."""
    assert answer.status_code == 200
    assert answer.mimetype == "application/x-ndjson"
    return [json.loads(line) for line in answer.get_data(as_text=True).splitlines()]


def next_of(answer: TestResponse) -> str | None:
    """Where the link to the next page leads, below the prefix."""
    found = re.fullmatch(r'</api/v1(/[!-~]+)>; rel="next"', answer.headers.get("Link", ""))
    return found[1] if found else None


@pytest.mark.parametrize("headers", [{}, LINES])
def test_whoever_follows_the_links_gets_the_whole_list(ann: Program, headers: dict[str, str]) -> None:
    made = [ann.post("/games", WISH).json["id"] for _ in range(3)]  # type: ignore[index]
    address: str | None = "/games?mine=true&limit=1"
    found: list[Any] = []
    while address:
        page = ann.get(address, headers=headers)
        found += told(page) if headers else page.json["games"]  # type: ignore[index]
        address = next_of(page)
    assert sorted(game["id"] for game in found) == sorted(made)


def test_a_list_as_lines_holds_what_its_document_does(running: Match) -> None:
    running.ann.play(running.table.id, "place max-15", version=1)
    running.ann.post(f"{running.path}/messages", {"text": "Hello!\nYou?"})
    lists = {f"{running.path}/log": "log", f"{running.path}/messages": "messages", "/rulesets": "rulesets",
             "/events?after=0": "events", "/tokens": "tokens", "/games": "games"}  # fmt: skip
    for address, member in lists.items():
        document = running.ann.get(address)
        assert document.json
        assert told(running.ann.get(address, headers=LINES)) == document.json[member] != []


def test_events_link_to_what_comes_after_them(running: Match) -> None:
    first = running.ann.get("/events?after=0&limit=1")
    assert first.json
    assert next_of(first) == f"/events?after={first.json['next']}&limit=1"


def test_json_stays_the_answer_where_both_are_as_welcome(ann: Program) -> None:
    for accepted in ("*/*", "application/json, application/x-ndjson", "application/x-ndjson;q=0.5, */*;q=0.9"):
        assert ann.get("/rulesets", headers={"Accept": accepted}).mimetype == "application/json"


def test_lines_have_no_etag_of_the_document(ann: Program) -> None:
    known = ann.get("/rulesets").headers["ETag"]
    lines = ann.get("/rulesets", headers=LINES | {"If-None-Match": known})
    assert told(lines)
    assert "ETag" not in lines.headers


def test_a_refusal_of_lines_is_a_problem_and_what_is_no_list_has_none(anybody: Program, running: Match) -> None:
    assert code(anybody.get("/matches", headers=LINES)) == (401, "unauthenticated")
    assert code(running.ann.get("/games?cursor=x", headers=LINES)) == (400, "bad-cursor")
    assert code(running.ann.get(running.path, headers=LINES)) == (406, "not-acceptable")


def test_the_stream_comes_as_lines_and_as_frames(running: Match) -> None:
    running.ann.play(running.table.id, "place max-15", version=1)
    listed = running.ann.get("/events?after=0").json
    assert listed
    assert told(running.ann.get("/events/stream?after=0", headers=LINES)) == listed["events"] != []
    assert running.ann.get("/events/stream?after=latest", headers=LINES).get_data() == b"\n"
    assert running.ann.get("/events/stream?after=0").mimetype == "text/event-stream"
