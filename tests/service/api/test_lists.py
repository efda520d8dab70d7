"""Lists: the link to the next page, and the list as lines of JSON."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.db import clock
from service.models import Game, Visibility
from service.play.seats import resign
from service.verification.verify import Verdict, check
from tests.service.api.program import Match, Program, code
from tests.service.tables import table

LINES = {"Accept": "application/x-ndjson"}
RECORDS = {"Accept": "application/vnd.sundial.records+x-ndjson"}
WISH = {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]}


def told(answer: TestResponse) -> list[Any]:
    """Parse the lines of a response."""
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


def over(*names: str, visibility: Visibility = Visibility.PUBLIC) -> Game:
    """Create a game that its host has resigned."""
    begun = table(*names, visibility=visibility)
    begun.play_anything()
    resign(begun.id, begun.players[0], clock.now())
    return begun.game


def records(answer: TestResponse) -> list[Any]:
    """Parse the records on the lines of a response."""
    assert (answer.status_code, answer.mimetype) == (200, RECORDS["Accept"])
    return [json.loads(line) for line in answer.get_data(as_text=True).splitlines()]


def test_records_of_games_that_are_over_come_one_on_a_line_and_verify(ann: Program, anybody: Program) -> None:
    public, private = over("cyd", "dan"), over("ann", "eve", visibility=Visibility.PRIVATE)
    ann.post("/games", WISH)

    [shown] = records(anybody.get("/games", headers=RECORDS))

    assert shown == anybody.get(f"/games/{public.id}/record").json
    assert {finding.verdict for finding in check(shown)} == {Verdict.RIGHT}
    assert {each["id"] for each in records(ann.get("/games", headers=RECORDS))} == {public.id, private.id}
    assert [each["id"] for each in records(ann.get("/games?mine=true", headers=RECORDS))] == [private.id]
    assert records(ann.get("/games?ruleset=dawn", headers=RECORDS)) == []


def test_records_of_games_under_way_are_to_be_asked_for_and_keep_their_seed(running: Match) -> None:
    assert records(running.ann.get("/games", headers=RECORDS)) == []
    [shown] = records(running.ann.get("/games?status=active", headers=RECORDS))
    assert (shown["id"], shown["seed"]) == (running.table.id, None)


def test_pages_of_records_are_linked(anybody: Program) -> None:
    ended = {over("cyd", "dan").id for _ in range(3)}
    address: str | None = "/games?limit=2"
    found: list[str] = []
    while address:
        page = anybody.get(address, headers=RECORDS)
        found += [each["id"] for each in records(page)]
        address = next_of(page)
    assert len(found) == 3
    assert set(found) == ended


def test_records_are_given_only_to_who_likes_them_best_and_refusals_are_problems(anybody: Program) -> None:
    for accepted in ("*/*", f"{RECORDS['Accept']}, application/json"):
        assert anybody.get("/games", headers={"Accept": accepted}).mimetype == "application/json"
    assert code(anybody.get("/games?cursor=x", headers=RECORDS)) == (400, "bad-cursor")
    assert code(anybody.get("/games?mine=true", headers=RECORDS)) == (401, "unauthenticated")
    assert code(anybody.get("/rulesets", headers=RECORDS)) == (406, "not-acceptable")
