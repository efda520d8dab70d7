"""Footers are found by their signs, and nothing that a person says is taken for one."""

from __future__ import annotations

import pytest

from service.mail.reading.footers import without_footer, words_of
from tests.service.mail.footers import CHAT, FOOTERS
from tests.service.mail.positions import standing

MOVE, TALK = "place max-9", "Nice one, Ann!"
NAMES = words_of("Bob Brown Braun Bruni Lebrun Bruin")


def is_intent(line: str) -> bool:
    return standing("seasons").grammar.intent(line) is not None


@pytest.mark.parametrize("footer", FOOTERS)
def test_a_footer_is_cut_whole_and_what_is_said_above_it_stays(footer: str) -> None:
    lines = list(filter(None, footer.split("\n")))
    assert without_footer([MOVE, TALK, *lines], is_intent, NAMES) == (MOVE, TALK)
    lost = [said for said in CHAT if said not in without_footer([MOVE, said, *lines], is_intent, NAMES)]
    assert lost == []


@pytest.mark.parametrize("said", CHAT)
def test_chat_is_no_footer(said: str) -> None:
    for lines in ((said,), (MOVE, said), (said, MOVE), (MOVE, "See you,", said, "Have fun")):
        assert without_footer(lines, is_intent, NAMES) == lines


def test_a_name_alone_on_the_last_line_is_a_signature() -> None:
    for name in ("Bob", "bob brown", "- Bob", "BROWN."):
        assert without_footer([MOVE, TALK, name], is_intent, NAMES) == (MOVE, TALK)
    for said in ("Bob wins", "Bob 9", "Bob?"):
        assert without_footer([MOVE, said], is_intent, NAMES) == (MOVE, said)
    assert without_footer(["Bob"], is_intent, NAMES) == ("Bob",)


def test_a_move_in_a_footer_is_never_cut() -> None:
    lines = ("Bob Brown", MOVE, "Tel. +44 7700 900000")
    assert MOVE in without_footer(lines, lambda line: line == MOVE, NAMES, known=0)
