"""Events over the API: in order, without duplicates or gaps, and only one's own."""

from __future__ import annotations

from typing import Any

import pytest
from flask.json import loads
from flask.testing import FlaskClient

from service.jobs import retention
from tests.service.api.program import Match, Program, code, program_of
from tests.service.conftest import FakeClock, settings
from tests.service.statements import executed
from tests.service.tables import table

__all__ = ["settings"]


def events(program: Program, **query: Any) -> list[dict[str, Any]]:
    answer = program.get("/events", query_string=query)
    assert answer.status_code == 200, answer.json
    assert answer.json is not None
    found: list[dict[str, Any]] = answer.json["events"]
    return found


def following(program: Program, **query: Any) -> int:
    answer = program.get("/events", query_string=query)
    assert answer.json is not None
    number: int = answer.json["next"]
    return number


def test_a_game_tells_its_players_what_happens_in_order(running: Match) -> None:
    running.table.play_anything()

    told = events(running.bob)

    assert [event["type"] for event in told][-2:] == ["move.played", "turn.started"]
    assert [event["id"] for event in told] == sorted({event["id"] for event in told})
    assert told[-1]["game"] == running.table.id
    assert told[-1]["ruleset"] == "seasons"
    assert told[-1]["your_seat"] == 1
    assert told[-1]["data"]["seat"] == 1
    assert told[-1]["data"]["deadline"].endswith("Z")


def test_who_goes_on_after_the_last_event_gets_each_event_once(running: Match) -> None:
    seen = [event["id"] for event in events(running.ann)]

    running.table.play_anything()
    later = [event["id"] for event in events(running.ann, after=seen[-1])]

    assert later
    assert min(later) > max(seen)
    assert [event["id"] for event in events(running.ann)] == seen + later


def test_pages_follow_each_other_without_gap_or_repeat(running: Match) -> None:
    running.table.play_anything()
    everything = events(running.ann)

    paged, after = [], 0
    while page := events(running.ann, after=after, limit=1):
        assert len(page) == 1
        paged += page
        after = following(running.ann, after=after, limit=1)

    assert paged == everything


def test_next_passes_what_the_reader_does_not_want(running: Match) -> None:
    told = following(running.ann)

    running.table.play_anything()

    assert following(running.ann, after=told, types="game.finished") > told


def test_who_asks_for_what_is_forgotten_is_told_so_by_list_and_stream_and_finds_the_way_on(
    running: Match, clock: FakeClock
) -> None:
    seen = following(running.ann, limit=1)
    last = following(running.ann)
    clock.advance(days=90)
    retention.events.apply(clock())
    table("ann", "carl")

    refused = running.ann.get("/events", query_string={"after": seen})
    streamed = running.ann.get("/events/stream", headers={"Last-Event-ID": str(seen)})

    assert code(refused) == code(streamed) == (410, "events-forgotten")
    assert refused.json is not None
    assert refused.json["after"] == last
    assert events(running.ann, after=last) == events(running.ann) != []


def test_latest_begins_now(running: Match) -> None:
    now = following(running.ann, after="latest")

    assert events(running.ann, after="latest") == []
    running.table.play_anything()
    assert events(running.ann, after=now)[0]["type"] == "move.played"


def test_types_are_chosen(running: Match) -> None:
    running.table.play_anything()

    assert {event["type"] for event in events(running.ann, types="turn.started,move.played")} == {
        "turn.started",
        "move.played",
    }


def test_empty_filters_choose_everything(running: Match) -> None:
    assert events(running.ann, types="", game="") == events(running.ann)


def test_a_game_is_chosen(running: Match) -> None:
    assert {event["game"] for event in events(running.ann, game=running.table.id)} == {running.table.id}


def test_events_of_a_game_and_of_all_take_few_statements(running: Match) -> None:
    """Statements: the account; the permission; the log's position; the events; the horizon."""
    events(running.ann)
    for query, most in (({"game": running.table.id}, 4), ({}, 3), ({"after": 1}, 4), ({"after": "latest"}, 5)):
        with executed() as statements:
            events(running.ann, **query)
        assert len(statements) <= most, statements


def test_strangers_see_no_event_of_a_private_game(running: Match, client: FlaskClient) -> None:
    stranger = program_of(client, "carl")

    assert events(stranger) == []
    assert code(stranger.get("/events", query_string={"game": running.table.id})) == (404, "not-found")


def test_without_a_token_there_are_no_events(anybody: Program) -> None:
    assert code(anybody.get("/events")) == (401, "unauthenticated")
    assert code(anybody.get("/events/stream", headers={"Accept": "text/event-stream"})) == (401, "unauthenticated")


@pytest.mark.parametrize(
    "query",
    [
        {"after": "-1"},
        {"after": "1e3"},
        {"after": "٣"},
        {"after": "9" * 30},
        {"wait": "61"},
        {"limit": "0"},
        {"types": "x"},
    ],
)
def test_odd_queries_are_refused_with_what_is_known(ann: Program, query: dict[str, str]) -> None:
    assert code(ann.get("/events", query_string=query)) == (422, "bad-request")


def test_without_a_server_that_waits_the_answer_comes_at_once(ann: Program) -> None:
    assert events(ann, wait=60) == []


def test_a_stream_frames_each_event_and_ends_with_how_far_it_has_come(running: Match) -> None:
    running.table.play_anything()
    told = events(running.ann)

    answer = running.ann.get("/events/stream?after=0", headers={"Accept": "text/event-stream"})

    *frames, last, end = answer.get_data(as_text=True).split("\n\n")
    assert answer.mimetype == "text/event-stream"
    assert [loads(frame.split("data: ")[1]) for frame in frames] == told
    assert f"id: {told[0]['id']}\nevent: {told[0]['type']}\n" in frames[0]
    assert (last, end) == (f"id: {told[-1]['id']}", "")


def test_a_stream_goes_on_after_the_last_event_seen(running: Match) -> None:
    told = events(running.ann)
    headers = {"Accept": "text/event-stream", "Last-Event-ID": str(told[-2]["id"])}

    answer = running.ann.get("/events/stream?after=0", headers=headers)

    assert answer.get_data(as_text=True).count("data: ") == 1


def test_an_odd_last_event_id_is_refused(ann: Program) -> None:
    headers = {"Accept": "text/event-stream", "Last-Event-ID": "yesterday"}
    assert code(ann.get("/events/stream", headers=headers)) == (422, "bad-request")
