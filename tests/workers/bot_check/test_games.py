"""When a game of a check has come to a good end, and when there is no use in waiting for it."""

from __future__ import annotations

import pytest

import rules
from workers.bot_check.evidence import Request
from workers.bot_check.games import MOST_REFUSALS, opponents, trouble_of, why_to_give_up

GOOD: Request = {"method": "POST", "target": "/moves", "status": 201, "code": None}
BAD: Request = {**GOOD, "status": 422, "code": "bad-notation"}
LATE: Request = {**GOOD, "status": 409, "code": "stale-version"}


@pytest.mark.parametrize("ruleset", rules.games())
def test_the_table_is_as_small_as_it_can_be_with_somebody_else_at_it(ruleset: str) -> None:
    levels = opponents(ruleset, 3)
    assert levels[0] == 3
    assert len(levels) + 1 == min(number for number in rules.game(ruleset).players if number > 1)


def test_a_game_ends_well_only_by_play() -> None:
    assert trouble_of("play") is None
    assert trouble_of("resignation") == "it ended by resignation, not by play"


def test_a_game_is_waited_for_as_long_as_the_bot_plays() -> None:
    assert why_to_give_up([GOOD, BAD, LATE], None, 299, 300) is None
    assert why_to_give_up([], None, 59, 300) is None


def test_a_game_is_given_up_with_the_reason() -> None:
    assert why_to_give_up([GOOD], "it ended with exit code 1", 1, 300) == "the bot is gone"
    assert why_to_give_up([GOOD], None, 301, 300) == "not over after 300 seconds"
    assert why_to_give_up([], None, 61, 300) == "no accepted move in the first 60 seconds"
    assert why_to_give_up([BAD, LATE], None, 61, 300) == "no accepted move in the first 60 seconds"
    assert why_to_give_up([BAD] * MOST_REFUSALS, None, 1, 300) == "25 of its moves were refused"
    assert why_to_give_up([LATE] * MOST_REFUSALS, None, 1, 300) is None
