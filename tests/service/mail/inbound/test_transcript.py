"""Letters as JSON: what is written is read back, and nothing else is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.mail.inbound.letter import MAX_BYTES, Garbled, Letter, open_letter, read_back, written, written_short
from service.mail.reading import Automatic, Bounce, Empty, Own, Reply, Unreadable
from service.mail.reading.limits import MAX_MAIL
from service.mail.reading.outcomes import UNREADABLE

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.eml"))
LETTER: dict[str, Any] = {
    "kind": "Reply",
    "says": {"lines": ["place max-15", "Thanks"], "below": [">> Your turn.", "", "See you!"]},
    "writer": "ada@example.net",
    "message_id": "<1@example.net>",
    "language": "de",
    "answers": ["<2@example.net>"],
    "vouched_by": "example.net",
    "list_author": "bob@example.net",
    "writer_name": "Ada Brown",
}
REPLY = Reply(("place max-15", "Thanks"), (">> Your turn.", "", "See you!"))
ANSWER = Letter(
    REPLY,
    "ada@example.net",
    "<1@example.net>",
    "de",
    ("<2@example.net>",),
    "example.net",
    "bob@example.net",
    "Ada Brown",
)


def test_a_letter_is_a_few_words_of_json() -> None:
    assert json.loads(written(ANSWER)) == LETTER


@pytest.mark.parametrize(
    "reading",
    [
        Reply(("place max-15", "Grüße 😀")),
        REPLY,
        Empty(),
        Own(),
        Automatic("precedence"),
        Bounce("5.1.1", "failed", "<1@example.net>", "ada@example.net"),
        Bounce("2.0.0", "delivered"),
        *map(Unreadable, UNREADABLE),
    ],
)
def test_every_kind_of_reading_comes_back_as_it_was(reading: Any) -> None:
    for letter in (Letter(reading), Letter(reading, "ada@example.net", "<é@example.net>")):
        assert read_back(written(letter)) == letter


def test_what_every_mail_of_the_golden_set_comes_to_comes_back() -> None:
    for path in GOLDEN:
        letter = open_letter(path.read_bytes())
        assert read_back(written(letter)) == letter, path.name


@given(st.binary(max_size=2000) | st.text().map(lambda text: f"From: a@b.example\n\n{text}".encode("utf-7")))
def test_whatever_is_read_comes_back(body: bytes) -> None:
    letter = open_letter(b"Content-Type: text/plain; charset=utf-7\n\n" + body)
    assert read_back(written(letter)) == letter


@pytest.mark.parametrize("text", ["a\n" * 400, "😀" * 99_000 + "\n", f"{'ﷺ' * 5000}\n" * 20])
def test_the_longest_answer_is_not_too_long(text: str) -> None:
    raw = f"Content-Type: text/plain; charset=utf-8\n\nmove\n{text}".encode()
    assert len(written(open_letter(raw[:MAX_MAIL]))) < MAX_BYTES


def test_letters_that_cannot_be_written_are_replaced() -> None:
    assert read_back(written(Letter(Automatic("odd \ud800")))).reading == Automatic("odd ?")


def changed(**parts: Any) -> dict[str, Any]:
    return LETTER | parts


WRONG: list[Any] = [
    None,
    1,
    "place max-15",
    [],
    {},
    [LETTER],
    changed(kind="Letter"),
    changed(kind="Request"),
    changed(kind=["Reply"]),
    changed(kind=None),
    changed(says=None),
    changed(says=[]),
    changed(says={}),
    changed(says={"lines": []}),
    changed(says={"lines": "place max-15"}),
    changed(says={"lines": [1]}),
    changed(says={"lines": [None]}),
    changed(says={"lines": [["place max-15"]]}),
    changed(says={"lines": [""]}),
    changed(says={"lines": ["place\nmax-15"]}),
    changed(says={"lines": ["place\0"]}),
    changed(says={"lines": ["\ud800"]}),
    changed(says={"lines": ["a"] * 501}),
    changed(says={"lines": ["a" * 100_001]}),
    changed(says={"lines": ["a"], "text": "b"}),
    changed(says={"lines": ["a"], "__class__": "os.system"}),
    changed(writer="Ada"),
    changed(writer="ada@example.net\n"),
    changed(writer="ada@example.net, bob@example.net"),
    changed(writer=f"{'a' * 300}@example.net"),
    changed(writer=1),
    changed(list_author="x" * 1000),
    changed(message_id="\udfff"),
    changed(message_id="x" * 1000),
    changed(message_id={"a": "b"}),
    changed(approved=True),
    {name: part for name, part in LETTER.items() if name != "writer"},
    changed(kind="Empty"),
    changed(kind="Unreadable", says={"reason": "whatever"}),
    changed(kind="Automatic", says={"reason": "x" * 101}),
    changed(kind="Automatic", says={"reason": ""}),
    changed(kind="Bounce", says={"status": "5.1.1", "action": "failed"}),
    changed(
        kind="Bounce", says={"status": "6.1.1", "action": "failed", "original_message_id": None, "recipient": None}
    ),
    changed(kind="Bounce", says={"status": "5.1.1", "action": "lost", "original_message_id": None, "recipient": None}),
]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_json_of_another_form_is_no_letter(wrong: Any) -> None:
    with pytest.raises(Garbled):
        read_back(json.dumps(wrong).encode())


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff",
        b"{",
        b"[" * 500_000,
        b'{"a":' * 150_000,
        b"9" * 100_000,
        b"NaN",
        b" " * (MAX_BYTES + 1),
        written(ANSWER)[:-1],
        written(ANSWER) + b"x",
        written(ANSWER).decode().encode("utf-16"),
    ],
    ids=lambda raw: repr(raw[:12]),
)
def test_bytes_that_are_no_json_are_no_letter(raw: bytes) -> None:
    with pytest.raises(Garbled):
        read_back(raw)


@given(st.binary(max_size=300))
def test_rubbish_is_no_letter(raw: bytes) -> None:
    with pytest.raises(Garbled):
        read_back(raw)


@given(
    st.lists(st.text("aé😀", min_size=1, max_size=4000), max_size=60), st.lists(st.text("b> "), max_size=60),
    st.integers(0, 998),
)  # fmt: skip
def test_a_letter_is_cut_from_its_end_and_from_what_it_quotes_first(
    lines: list[str], quoted: list[str], n: int
) -> None:
    answer = Letter(Reply(tuple(lines), tuple(quoted)), "ada@example.net", "é" * n, "de", ("é" * n,) * 4)
    short = written_short(answer, 10_240)
    back = read_back(short).reading
    assert isinstance(back, Reply)
    assert len(short) <= 10_240
    assert back.lines == tuple(lines)[: len(back.lines)]
    assert (back.below == tuple(quoted)[: len(back.below)]) if back.lines == tuple(lines) else not back.below
    if len(written(answer)) <= 10_240:
        assert back == answer.reading
