"""When a game of a check has come to a good end, and when there is no use in waiting for it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpcore
import pytest

import rules
from sundial_bot_check.bots import running
from sundial_bot_check.evidence import Request
from sundial_bot_check.games import MOST_REFUSALS, Umpire, opponents, trouble_of, why_to_give_up
from sundial_bot_check.referee import Referee

GOOD: Request = {"method": "POST", "target": "/moves", "status": 201, "code": None}
BAD: Request = {**GOOD, "status": 422, "code": "bad-notation"}
LATE: Request = {**GOOD, "status": 409, "code": "stale-version"}


@dataclass(frozen=True)
class Watched(Referee):
    """Remembers which games were resigned."""

    resigned: list[str] = field(default_factory=list)

    def create(self, ruleset: str, opponents: Sequence[int]) -> str:
        return f"{ruleset}-{opponents[0]}"

    def resign(self, game: str) -> None:
        self.resigned.append(game)


def interrupted(_seconds: float) -> None:
    raise KeyboardInterrupt


def test_games_of_a_check_that_is_broken_off_are_resigned(tmp_path: Path) -> None:
    referee = Watched("http://127.0.0.1:1", httpcore.ConnectionPool())
    with running("sleep 60", {}, tmp_path / "said") as bot, pytest.raises(KeyboardInterrupt):
        Umpire(referee, bot, 300, time.monotonic, interrupted).play("dawn", [1, 2])
    assert sorted(referee.resigned) == ["dawn-1", "dawn-2"]


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
