"""The mails of the golden set at the doors that they were written to: what each asks for.

`doors.txt` has the outcome of each mail that says more than its first line, or says it at another door than a turn's;
all other answers of the set mean what their first line says.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rules
from service.mail.commands import Move, Say
from service.mail.doors import AtDesk, AtQuestion, AtRoundUp, AtTurn
from service.mail.moves import Moves
from service.mail.reading import Reply, read
from service.mail.statements import first_statement
from service.mail.wishes import Door, Doubtful, Meaning, One, Talk, meant
from tests.service.mail.answered import own
from tests.service.mail.positions import VESTA_THEN_CERES, Standing, standing

GOLDEN = Path(__file__).parent / "golden"
ANSWER = "answer "


def listed(name: str) -> dict[str, str]:
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines)


DOORS = listed("doors.txt")
ANSWERS = {name: told for name, told in listed("outcomes.txt").items() if told.startswith(ANSWER)}


def door_named(name: str) -> Door[Any]:
    match name.split(" "):
        case ["turn", "dawn,", *_]:
            return Standing("dawn", tuple(VESTA_THEN_CERES)).door
        case ["turn", ruleset]:
            return standing(ruleset).door
        case ["desk"]:
            return AtDesk()
        case ["round-up"]:
            return AtRoundUp()
    return AtQuestion()


def lines_of(name: str) -> tuple[str, ...]:
    reading = read((GOLDEN / f"{name}.eml").read_bytes())
    assert isinstance(reading, Reply)
    return own(reading).all


def told(meaning: Meaning[Any]) -> str:
    match meaning:
        case One(Move(text), _, beside):
            return " + ".join([f"move {text}", *(f"say {said.text}" for said in beside if isinstance(said, Say))])
        case One(wish):
            return f"ask {wish.text}"
        case Doubtful(wishes):
            return f"which {' | '.join(wish.text for wish in wishes)}"
        case Talk(text):
            return f"talk {text}"
    return "nothing"


@pytest.mark.parametrize("name", DOORS)
def test_each_mail_asks_for_what_its_writer_meant(name: str) -> None:
    door, _, outcome = DOORS[name].partition(": ")
    assert told(meant(lines_of(name), door_named(door))) == outcome


def turns() -> list[AtTurn]:
    """The doors of turns of all games, in any position."""
    return [AtTurn(Moves(game)) for game in rules.games().values()]


@pytest.mark.parametrize("name", [name for name in ANSWERS if name not in DOORS])
def test_all_others_mean_what_their_first_line_says(name: str) -> None:
    lines = lines_of(name)
    first = first_statement(lines)
    assert ANSWERS[name] == ANSWER + first
    for door in (*turns(), *map(door_named, ("turn seasons", "turn siesta"))):
        meaning = meant(lines, door)
        wish = door.wish(first)
        assert meaning == (Talk(first) if wish is None else One(wish, (first,)))


@pytest.mark.parametrize("name", DOORS)
def test_no_move_is_read_that_was_not_written(name: str) -> None:
    lines = [line.lower() for line in lines_of(name)]
    for door in turns():
        meaning = meant(lines, door)
        if isinstance(meaning, One) and isinstance(meaning.wish, Move):
            assert all(action in " ".join(lines) for action in meaning.wish.text.split(", "))
