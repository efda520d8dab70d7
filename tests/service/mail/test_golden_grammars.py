"""What the emails of the golden set mean by reply grammars.

`grammars.txt` has each email that says more than its first line, or replies to something other than a turn. All others
mean what their first line says.
"""

from __future__ import annotations

import pytest

from service.mail.reading import read
from tests.service.mail.answered import GOLDEN, asked, lines_of, other_meanings, unwritten_actions


def listed(name: str) -> dict[str, str]:
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines)


GRAMMARS = listed("grammars.txt")
ANSWERS = [name for name, outcome in listed("outcomes.txt").items() if outcome.startswith("answer ")]


def lines_in(name: str) -> tuple[str, ...]:
    return lines_of(read((GOLDEN / f"{name}.eml").read_bytes()))


@pytest.mark.parametrize("name", GRAMMARS)
def test_each_mail_asks_for_what_its_writer_meant(name: str) -> None:
    grammar, _, outcome = GRAMMARS[name].partition(": ")
    assert asked(lines_in(name), grammar) == outcome


@pytest.mark.parametrize("name", [name for name in ANSWERS if name not in GRAMMARS])
def test_all_others_mean_what_their_first_line_says(name: str) -> None:
    assert other_meanings(lines_in(name)) == []


@pytest.mark.parametrize("name", GRAMMARS)
def test_no_move_is_read_that_was_not_written(name: str) -> None:
    assert unwritten_actions(lines_in(name)) == []
