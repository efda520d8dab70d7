"""Moves that are played at once, and moves beside words that may take them back, as `regrets.txt` has them."""

from __future__ import annotations

import re

import pytest

from service.mail.commands import Move
from service.mail.intents import One
from tests.service.mail.answered import GOLDEN
from tests.service.mail.positions import TWO_MOVES, at, standing

REGRETS = [line for line in (GOLDEN / "regrets.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"]
ENDINGS = [
    "M!",
    "ok M",
    "OK, M!!",
    "M thanks",
    "thanks, M",
    "M please",
    "please M, thank you!",
    "M 😀",
    "M :)",
    "Hi! M",
]
NO_ENDINGS = ["M?", "M?!", "Not M!", "M - no!", "M thanks but no", "M :(", "M 👎", "M not", "never M"]


@pytest.mark.parametrize("ruleset", TWO_MOVES)
def test_no_move_that_may_be_regretted_is_played_at_once(ruleset: str) -> None:
    first, second = TWO_MOVES[ruleset]
    for regret in REGRETS:
        text = re.sub(r"\bM\b", first, re.sub(r"\bN\b", second, regret.replace(r"\n", "\n")))
        meaning = at(standing(ruleset).grammar, *filter(None, text.split("\n")))
        assert not isinstance(meaning, One) or meaning.is_held, text


@pytest.mark.parametrize("ruleset", TWO_MOVES)
@pytest.mark.parametrize("written", ENDINGS)
def test_a_move_with_a_courtesy_on_its_line_is_that_move_at_once(ruleset: str, written: str) -> None:
    move, _ = TWO_MOVES[ruleset]
    meaning = at(standing(ruleset).grammar, written.replace("M", move))
    assert isinstance(meaning, One)
    assert (meaning.intent, meaning.is_held) == (Move(move), False)


@pytest.mark.parametrize("ruleset", TWO_MOVES)
@pytest.mark.parametrize("written", NO_ENDINGS)
def test_other_words_on_the_line_of_a_move_make_it_none(ruleset: str, written: str) -> None:
    assert not isinstance(at(standing(ruleset).grammar, written.replace("M", TWO_MOVES[ruleset][0])), One)
