"""Talking at the table over REST."""

from __future__ import annotations

import pytest

from tests.service.api.program import Match, code


def test_what_one_says_the_other_reads(running: Match) -> None:
    told = running.ann.post(f"{running.path}/messages", {"text": "Good luck!"})

    assert told.status_code == 201
    assert running.bob.get(f"{running.path}/messages").json == {"messages": [told.json], "next_after": None}
    assert told.json is not None
    assert (told.json["account"], told.json["seat"], told.json["text"]) == ("ann", 0, "Good luck!")


def test_a_reader_goes_on_after_the_last_message(running: Match) -> None:
    first, second = (running.ann.post(f"{running.path}/messages", {"text": text}).json for text in ("One", "Two"))
    assert first is not None

    later = running.bob.get(f"{running.path}/messages", query_string={"after": first["id"]})

    assert later.json == {"messages": [second], "next_after": None}


def test_a_page_says_whether_there_is_more(running: Match) -> None:
    said = [running.ann.post(f"{running.path}/messages", {"text": text}).json or {} for text in ("One", "Two", "Three")]

    page = running.bob.get(f"{running.path}/messages", query_string={"limit": 2}).json or {}
    rest = running.bob.get(f"{running.path}/messages", query_string={"limit": 2, "after": page["next_after"]}).json

    assert page == {"messages": said[:2], "next_after": said[1]["id"]}
    assert rest == {"messages": said[2:], "next_after": None}


def test_of_another_table_nothing_is_heard(running: Match) -> None:
    said_here = running.ann.post(f"{running.path}/messages", {"text": "Here"}).json
    seats = [{"me": True}, {"account": "bob"}]
    elsewhere = running.ann.post("/games", {"ruleset": "siesta", "seats": seats}).json or {}
    there = f"/games/{elsewhere['id']}/messages"
    running.bob.post(f"/games/{elsewhere['id']}/join", {})
    said_there = running.bob.post(there, {"text": "There"}).json

    assert running.bob.get(f"{running.path}/messages").json == {"messages": [said_here], "next_after": None}
    assert running.ann.get(there).json == {"messages": [said_there], "next_after": None}


def test_the_same_message_sent_twice_is_said_once(running: Match) -> None:
    key = {"Idempotency-Key": "once"}
    answers = [running.ann.post(f"{running.path}/messages", {"text": "Hello"}, headers=key).json for _ in range(2)]

    assert answers[0] == answers[1]
    assert running.bob.get(f"{running.path}/messages").json == {"messages": answers[:1], "next_after": None}


def test_what_cannot_be_shown_is_refused(running: Match) -> None:
    assert code(running.ann.post(f"{running.path}/messages", {"text": "   "})) == (422, "bad-message")
    assert code(running.ann.post(f"{running.path}/messages", {"text": "x" * 1001})) == (422, "bad-request")
    assert code(running.ann.post(f"{running.path}/messages", {})) == (422, "text-or-quick")


def test_what_is_said_to_one_alone_names_the_seat_and_has_its_words(running: Match) -> None:
    told = running.ann.post(f"{running.path}/messages", {"text": "Psst", "to": 1})

    assert told.status_code == 201
    assert running.bob.get(f"{running.path}/messages").json == {"messages": [told.json], "next_after": None}
    assert ((told.json or {})["to"], (told.json or {})["text"]) == (1, "Psst")


def test_quick_words_are_said_by_their_key(running: Match) -> None:
    told = running.ann.post(f"{running.path}/messages", {"quick": "good-game"}).json or {}

    assert (told["quick"], told["text"]) == ("good-game", "Good game!")


def test_one_says_either_words_of_ones_own_or_quick_ones_to_a_seat_that_is_there(running: Match) -> None:
    both = {"text": "Hello", "quick": "good-game"}
    assert code(running.ann.post(f"{running.path}/messages", both)) == (422, "text-or-quick")
    assert code(running.ann.post(f"{running.path}/messages", {"quick": "bad-game"})) == (422, "bad-request")
    assert code(running.ann.post(f"{running.path}/messages", {"text": "Hello", "to": -1})) == (422, "bad-request")
    assert code(running.ann.post(f"{running.path}/messages", {"text": "Hello", "to": 7})) == (409, "nobody-there")


def test_what_others_say_can_be_reported(running: Match) -> None:
    said = running.bob.post(f"{running.path}/messages", {"text": "Fool!"}).json or {}
    path = f"{running.path}/messages/{said['id']}/report"
    assert [running.ann.post(path, {"why": "abuse"}).status_code for _ in range(2)] == [204, 204]
    assert code(running.bob.post(path, {"why": "abuse"})) == (422, "own-message")
    assert code(running.ann.post(path, {"why": "boo"})) == (422, "bad-request")
    assert code(running.ann.post(f"{running.path}/messages/{said['id'] + 1}/report", {"why": "abuse"})) == (
        404,
        "not-found",
    )


@pytest.mark.parametrize("number", [2**31, 2**61, 10**30])
def test_a_number_that_no_message_can_have_is_that_of_none(running: Match, number: int) -> None:
    answer = running.ann.post(f"{running.path}/messages/{number}/report", {"why": "spam"})
    assert code(answer) == (404, "not-found")
