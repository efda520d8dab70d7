"""Replies that real email programs sent: a plain move is played at once, whatever courtesies are beside it."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import rules
from service.mail.commands import Consent, Move
from service.mail.inbound.meaning import read_as
from service.mail.intents import Doubtful, One
from service.mail.moves import Moves
from service.mail.reading import read
from service.mail.reply_grammars import AtInvitation, AtTurn

REPLIES = Path(__file__).parent / "replies"
with (REPLIES / "expected.tsv").open(encoding="utf-8") as table:
    EXPECTED = list(csv.DictReader(table, delimiter="\t"))


@pytest.mark.parametrize("sent", EXPECTED, ids=lambda sent: sent["file"])
def test_each_reply_comes_to_what_its_writer_meant(sent: dict[str, str]) -> None:
    reading, moves = read((REPLIES / sent["file"]).read_bytes()), Moves(rules.game(sent["ruleset"]))
    if sent["expected"] == "accept":
        assert read_as(reading, AtInvitation(), None) == One(Consent.YES, ("yes",))
        return
    meaning = read_as(reading, AtTurn(moves), None)
    if sent["expected"] == "ask":
        assert isinstance(meaning, Doubtful)
    else:
        assert isinstance(meaning, One)
        assert (meaning.intent, meaning.is_held) == (Move(str(moves.canonical(sent["move"]))), False)
