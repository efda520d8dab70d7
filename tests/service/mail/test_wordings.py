"""What people type, and how programs word what stands beside it: a row each, where mails differ in nothing else.

What is read of whole mails, as programs write them, stands in the golden set.
"""

from __future__ import annotations

from collections.abc import Iterator
from email.header import Header

import pytest

from service.mail.inbound.letter import open_letter, read_back, written
from service.mail.reading import read
from tests.service.mail.answered import SENT, asked, lines_of, other_meanings, outcome, unwritten_actions
from tests.service.mail.positions import TWO_MOVES
from tests.service.mail.programs import ABSENCE_NOTICES, PROGRAMS, WORDED

MOVE = "place max-15"

TYPED = {
    MOVE: MOVE,
    "PLACE MAX-15": "PLACE MAX-15",
    "   place  \t max-15   ": MOVE,
    "place\xa0max-15\xa0": MOVE,
    "place max\N{MINUS SIGN}15": MOVE,
    "place max\N{NON-BREAKING HYPHEN}15": MOVE,
    "pla\N{SOFT HYPHEN}ce max-15": MOVE,
    "\N{ZERO WIDTH SPACE}place max\N{ZERO WIDTH JOINER}-15\N{WORD JOINER}": MOVE,
    "p\N{COMBINING LONG STROKE OVERLAY}lace max-15": "p\N{COMBINING LONG STROKE OVERLAY}lace max-15",
    "place max-15...": MOVE,
    "place max-15…": MOVE,
    "`place max-15`": MOVE,
    '"place max-15"': MOVE,
    "« place max-15 »": MOVE,
    "<place max-15>": MOVE,
    "<b>place max-15</b>": "<b>place max-15</b>",
    "Move: place max-15": MOVE,
    "My move : place max-15.": MOVE,
    "Ｍｏｖｅ：ｐｌａｃｅ ｍａｘ-１５": MOVE,
    "Move:\nplace max-15": MOVE,
    "place max-15,": "place max-15,",
    "place max-15,\n> place min-9": "place max-15,",
    "sun c4,\nroof c5,\nshadow c6": "sun c4, roof c5, shadow c6",
    "sun c4; roof c5; shadow c6": "sun c4; roof c5; shadow c6",
    "bar 4 c3–f3": "bar 4 c3-f3",
    "Shaman spring F3, coin F4": "Shaman spring F3, coin F4",
    "Is place max-15 any good?": "Is place max-15 any good?",
    "Resign.": "Resign",
    "help": "help",
    "Help, please": "Help, please",
    "Please help me!": "Please help me!",
    "Hilfe, bitte!": "Hilfe, bitte!",
    "Bitte hilf mir": "Bitte hilf mir",
    "Aiuto, per favore!": "Aiuto, per favore!",
    "Per favore, aiutami": "Per favore, aiutami",
    "place max-15, please": "place max-15, please",
    "place max-15 bitte": "place max-15 bitte",
}
"""What somebody types, and the first thing that is read of it, which it asks for at every turn."""

QUOTED = [
    "   > place min-9",
    "＞ place min-9",
    "&gt; place min-9",
    "| place min-9",
    "----- Write your move above this line. -----\nplace min-9",
    "----- Schreiben Sie Ihren Zug über diese Zeile. -----\nplace min-9",  # codespell:ignore sie
    "WRITE YOUR MOVE ABOVE THIS LINE.\nplace min-9",
    "Your turn. ----- Write your move above this line. ----- place min-9",
]
"""What is not taken for the writer's own."""

ASKED = [
    ("turn seasons", "place max-15,\nAda", "place max-15, Ada", "move place max-15"),
    ("turn seasons", "place max-15\nplace max-8", MOVE, "which place max-15 | place max-8"),
    ("turn seasons", "place max-8\nrather place max 9", "place max-8", "which place max-8"),
    ("turn seasons", "place max-8\nto: max-9", "place max-8", "which place max-8"),
    ("turn seasons", "place max-8\nsay Well played!", "place max-8", "move place max-8 + say Well played!"),
    ("turn seasons", "say Good luck!\n\nplace max-8\n\nAda", "say Good luck!", "move place max-8 + say Good luck!"),
    ("turn seasons", "board\nplace max-8", "board", "which board | place max-8"),
    ("turn seasons", "pause 14\npause 7", "pause 14", "which pause 14 | pause 7"),
    ("turn seasons", "pause 14\nno, pause 7", "pause 14", "which pause 14"),
    ("turn seasons", "resign yes\n\nSorry, I mean no", "resign yes", "which resign yes"),
    ("turn seasons", "help\n\nno idea which move would be good", "help", "ask help"),
    ("turn siesta", "roof e5\nsun e4\nsun e3", "roof e5", "move roof e5, sun e4, sun e3"),
    ("turn siesta", "roof e5\n\nsun e4\n\nsun e3\n", "roof e5", "move roof e5, sun e4, sun e3"),
    ("turn siesta", "roof e5\nsun e4", "roof e5", "move roof e5, sun e4"),
    ("turn siesta", "roof e5\nand then\nsun e4\nsun e3", "roof e5", "which roof e5, sun e4, sun e3"),
    (
        "turn siesta",
        "roof e5\nsun e4\nsun e3\n\nno, rather\n\nsun f5\nroof f4\nshadow f3",
        "roof e5",
        "which roof e5, sun e4, sun e3 | sun f5, roof f4, shadow f3",
    ),
    ("turn tribes", "shaman autumn a1\ncoin b1", "shaman autumn a1", "move shaman autumn a1, coin b1"),
    ("turn tribes", "shaman autumn a1\n\ncoin b1\n", "shaman autumn a1", "move shaman autumn a1, coin b1"),
    (
        "turn tribes",
        "shaman autumn a1\ncoin b1\n\nno, rather\n\nshaman spring i8\ncoin i7",
        "shaman autumn a1",
        "which shaman autumn a1, coin b1 | shaman spring i8, coin i7",
    ),
    ("turn dawn, vesta before ceres", "vesta f5\nceres a1", "vesta f5", "move vesta f5, ceres a1"),
    ("invitation", "No, thanks.\nMaybe in May.", "No, thanks", "ask no"),
    ("invitation", "yes\n\nno wait, no", "yes", "which yes"),
    ("invitation", "Yes\nNo", "Yes", "which yes | no"),
    ("approval", "Yes\nThanks for asking", "Yes", "ask yes"),
    ("approval", "yes\n\nor rather not", "yes", "which yes"),
    (
        "general-mailbox",
        "Hello,\n\nnew seasons level2\n\nThanks",
        "Hello, new seasons level2",
        "ask new seasons level2",
    ),
    (
        "general-mailbox",
        "new seasons level2\n\nno, rather\n\nnew siesta level1",
        "new seasons level2",
        "which new seasons level2 | new siesta level1",
    ),
    ("general-mailbox", "stop\nwait, not yet", "stop", "which stop"),
    ("digest", "pause\nplace max-15", "pause", "which pause | place max-15"),
    ("digest", "pause 14\npause 7", "pause 14", "which pause 14 | pause 7"),
]
"""The grammar, what somebody types there, the first thing that is read of it, and what it asks for."""

BESIDE_A_MOVE = [
    ("{move}\n{other}", "{move}", "which {move} | {other}"),
    ("{move}\n\nno wait, rather\n\n{other}", "{move}", "which {move} | {other}"),
    ("{move}\n\nresign", "{move}", "which {move} | resign"),
    ("{move}\n\nOh no, sorry, not that one!", "{move}", "which {move}"),
    ("{move}\n\nAs I said:\n{again}.", "{move}", "move {move}"),
    ("Hi Bob,\n\n{move}\n\nNo problem, take your time.\n\nBest,\nAda", "Hi Bob, {move}", "move {move}"),
]
"""The same for a move of each game."""

AUTOMATIC = [
    "Return-Path: <>",
    "Return-Path: < >  (nobody)",
    "From: No Reply <no-reply@desk.example>",
    "From: desk <donotreply@desk.example>",
    "Precedence: Bulk (newsletter)",
    "Precedence: junk",
    'Auto-Submitted: Auto-Generated; owner-email="list@example.org"',
    "Auto-Submitted: auto-replied (vacation)",
    "Auto-Submitted: (no) auto-notified",
    "Auto-Submitted: no\nAuto-Submitted: auto-replied",
    *(
        f"Subject: {Header(f'{notice}Sundial: Seasons of the Sun k7m2xq9abcd').encode()}"
        for notice in ABSENCE_NOTICES.values()
    ),
]
"""Headers that no person's mail has."""

BY_HAND = [
    "Auto-Submitted: (nothing to say)",
    "Auto-Submitted: No (typed by hand)",
    "Auto-Submitted: (by (real) hand) NO",
    "Auto-Submitted: no (typed by hand",
    'Auto-Submitted: no; owner="ada; auto-replied"',
    "From: ada@example.net (Ada (at noreply@example.org))",
    'From: "no-reply@example.org, for Ada" <ada@example.net>',
    "From: Code Daemon <codedaemon@example.net>",
    "Precedence: first-class (not bulk)",
    "Subject: Re: Automatic reply: Sundial: Seasons of the Sun k7m2xq9abcd",
    "X-Auto-Response-Suppress: All\nAuto-Submitted: no\nPrecedence: normal",
    "X-Autoreply: no\nX-Autogenerated: None",
]
"""Headers that look like those, and that people's mails have."""


def answer(typed: str) -> bytes:
    """Write a reply with this text above our email."""
    return PROGRAMS["mutt"].answer(SENT, typed.split("\n"), "top", "en") + b"\r\n"


def headed(headers: str) -> bytes:
    """Write a move below these headers and the usual ones."""
    others = ("Return-Path: <ada@example.net>", "From: Ada Example <ada@example.net>", "Subject: Re: Sundial")
    lines = [*(line for line in others if f"{line.partition(':')[0]}:" not in headers), *headers.split("\n")]
    form = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"]
    return "\r\n".join([*lines, *form, "", MOVE, ""]).encode()


def beside_moves() -> Iterator[tuple[str, str, str, str]]:
    """Yield the rows of `BESIDE_A_MOVE` for each game."""
    for ruleset, (move, other) in TWO_MOVES.items():
        for row in BESIDE_A_MOVE:
            typed, first, meaning = (text.format(move=move, other=other, again=move.upper()) for text in row)
            yield f"turn {ruleset}", typed, first, meaning


@pytest.mark.parametrize(("typed", "first"), TYPED.items())
def test_what_is_typed_asks_for_its_first_line(typed: str, first: str) -> None:
    reading = read(answer(typed))
    assert outcome(reading) == f"answer {first}"
    assert other_meanings(lines_of(reading)) == []


@pytest.mark.parametrize("typed", QUOTED)
def test_what_looks_quoted_is_not_read(typed: str) -> None:
    assert outcome(read(answer(typed))) == "empty"


@pytest.mark.parametrize(("grammar", "typed", "first", "meaning"), [*ASKED, *beside_moves()])
def test_several_lines_ask_for_what_their_writer_meant(grammar: str, typed: str, first: str, meaning: str) -> None:
    reading = read(answer(typed))
    assert outcome(reading) == f"answer {first}"
    assert asked(lines_of(reading), grammar) == meaning
    assert unwritten_actions(lines_of(reading)) == []


@pytest.mark.parametrize(
    ("program", "language"), [(name, language) for name, program in WORDED.items() for language in program.lead_in]
)
def test_a_program_is_understood_in_every_language(program: str, language: str) -> None:
    for place in ("top", "bottom"):
        reading = read(WORDED[program].answer(SENT, [MOVE], place, language))
        assert lines_of(reading) == (MOVE,), place
    assert outcome(read(WORDED[program].answer(SENT, [], "top", language))) == "empty"


@pytest.mark.parametrize("headers", AUTOMATIC)
def test_a_mail_of_a_machine_is_known_by_its_headers(headers: str) -> None:
    assert outcome(read(headed(headers))) == "automatic"


@pytest.mark.parametrize("headers", BY_HAND)
def test_a_mail_of_a_person_is_not_taken_for_one_of_a_machine(headers: str) -> None:
    assert outcome(read(headed(headers))) == f"answer {MOVE}"


def test_what_all_of_them_come_to_comes_back() -> None:
    texts = [*TYPED, *QUOTED, *(typed for _, typed, *_ in (*ASKED, *beside_moves()))]
    for raw in (*map(answer, texts), *map(headed, (*AUTOMATIC, *BY_HAND))):
        letter = open_letter(raw)
        assert read_back(written(letter)) == letter, raw
