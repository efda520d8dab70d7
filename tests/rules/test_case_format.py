"""The case reader detects false claims, and names their line."""

from collections.abc import Sequence

import pytest

import rules
from rules.teaching.cases import KEYWORDS, Case, read_cases
from tests.rules.cases import STEPS, run


def read(text: str) -> Sequence[Case]:
    return list(read_cases(text, [rules.game("seasons")]))


def test_whatever_may_stand_in_a_case_is_looked_at() -> None:
    assert set(STEPS) == KEYWORDS


def test_a_file_holds_several_cases() -> None:
    cases = read("# note\ncase: one\nplayers: 2\n---\ncase: two\nplayers: 3\n")
    assert [case.name for case in cases] == ["one", "two"]


@pytest.mark.parametrize(
    "step",
    [
        "play: place max-8",
        "accept: roll 1 2",
        "refuse: roll 1 2 3 = impossible-outcome",
        "refuse: roll 1 2 = game-over",
        "legal: 1",
        "legal: place max-8",
        "to move: 0",
        "scores: 0 1",
        "winners: 0",
        "json: moves = 1",
        "json: moves",
    ],
)
def test_what_does_not_hold_fails_and_names_its_line(step: str) -> None:
    [case] = read(f"case: wrong\nplayers: 2\n{step}")
    with pytest.raises((AssertionError, rules.RulesError, pytest.fail.Exception)) as failure:
        run(case)
    assert f"line 3: {step}" in failure.value.__notes__


@pytest.mark.parametrize("text", ["players: 2\ncase: too late", "case: a\nplayers: 2\nplai: roll 1 1 1"])
def test_a_file_that_is_not_in_the_format_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="line"):
        read(text)


def test_a_board_is_an_indented_block() -> None:
    [case] = read("case: board\nplayers: 2\nboard:\n    max-8: A 12\n\n    to move: B\njson: moves = 1")
    run(case)
    assert case.header["board"] == "max-8: A 12\n\nto move: B"


def test_options_are_named_in_one_line() -> None:
    [case] = read("case: basic\nplayers: 2\noptions: version=basic\nplay: roll 1 2 3\nlegal: 11")
    run(case)
    assert case.header["options"] == "version=basic"
