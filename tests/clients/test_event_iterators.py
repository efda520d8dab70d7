"""Events by long poll and by stream: in order, without duplicates or gaps, despite failures."""

from __future__ import annotations

import json
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sundial_client import Problem, Sundial
from sundial_client.frames import Frame, frames
from tests.clients.script import HANG_UP, Answer, Script


def page(*ids: int, following: int) -> Answer:
    return Answer(200, {"events": [{"id": number} for number in ids], "next": following})


def frame(number: int) -> bytes:
    return f"id: {number}\nevent: move.played\ndata: {json.dumps({'id': number})}\n\n".encode()


def ids(script: Script) -> list[str]:
    return [asked.headers["Last-Event-ID"] for asked in script.asked]


def test_asking_goes_on_after_what_was_told(script: Script, sundial: Sundial) -> None:
    script.answers = [page(3, 5, following=5), page(following=9), HANG_UP, page(11, following=11)]

    told = [event["id"] for event in islice(sundial.events(after=2), 3)]

    assert told == [3, 5, 11]
    assert [asked.line.split("?")[1] for asked in script.asked] == [
        "after=2&wait=25",
        "after=5&wait=25",
        "after=9&wait=25",
        "after=9&wait=25",
    ]


def test_who_names_no_event_is_told_what_happens_from_now_on(script: Script, sundial: Sundial) -> None:
    script.answers = [page(following=40), page(41, following=41)]

    assert next(sundial.events())["id"] == 41
    assert "after=latest" in script.asked[0].line
    assert "after=40" in script.asked[1].line


def test_a_stream_that_breaks_in_the_middle_of_an_event_goes_on_with_it(script: Script, sundial: Sundial) -> None:
    torn = frame(1) + frame(2)[:25]
    script.answers = [Answer(200, torn, lost=99), HANG_UP, Answer(503), Answer(200, frame(2) + frame(3))]

    told = [event["id"] for event in islice(sundial.stream(after=0), 3)]

    assert told == [1, 2, 3]
    assert ids(script) == ["0", "1", "1", "1"]


def test_a_stream_that_ends_is_opened_again_where_it_was(script: Script, sundial: Sundial) -> None:
    script.answers = [Answer(200, b"retry: 2000\nid: 7\n\n"), Answer(200, frame(8))]

    assert next(sundial.stream(after=2))["id"] == 8
    assert ids(script) == ["2", "7"]


def test_an_event_that_comes_again_is_not_told_again(script: Script, sundial: Sundial) -> None:
    script.answers = [Answer(200, frame(1) + frame(2)), Answer(200, frame(1) + frame(2) + frame(3))]

    assert [event["id"] for event in islice(sundial.stream(after=0), 3)] == [1, 2, 3]


def test_a_stream_asks_for_what_is_wanted(script: Script, sundial: Sundial) -> None:
    script.answers = [Answer(200, frame(1))]

    next(sundial.stream(after=0, types=["move.played", "turn.started"], game="abc"))

    assert script.asked[0].line == "GET /api/v1/events/stream?types=move.played%2Cturn.started&game=abc"


def test_a_stream_that_is_refused_for_good_says_so(script: Script, sundial: Sundial) -> None:
    script.answers = [Answer(401, {"code": "revoked-token"})]

    with pytest.raises(Problem, match="revoked-token"):
        next(sundial.stream(after=0))


@given(st.lists(st.integers(1, 60), max_size=8))
def test_frames_are_the_same_however_their_bytes_are_cut(cuts: list[int]) -> None:
    text = ": a comment\r\nid: 4\r\ndata: {“a”:\r\ndata: 1}\r\n\r\nid:5\n\n".encode()
    edges = sorted({0, len(text), *cuts})

    chunks = [text[start:end] for start, end in pairwise(edges)]

    assert list(frames(chunks)) == [Frame("4", "{“a”:\n1}"), Frame("5", "")]
