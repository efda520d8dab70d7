"""The grammar of conditional moves: parsing and formatting are inverse."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.play.planning.branches import ANYTHING, Branch, Plan, TheirTurn, size, turns_left
from service.play.planning.grammar import MOST_BRANCHES, MOST_TURNS, Unwritten, read_plan, written

MOVES = st.sampled_from(["sun f7", "roof g6, sun h6", "place max-15", "e5", "reroll 2 3"])
SEVERAL = st.lists(MOVES, min_size=1, max_size=3, unique=True).map(tuple)
REPLIES = st.builds(TheirTurn, SEVERAL) | st.just(ANYTHING) | st.builds(TheirTurn, SEVERAL, st.just(value=True))
WHEN = st.lists(REPLIES, min_size=1, max_size=3).map(tuple)
LEAVES = st.lists(st.builds(Branch, WHEN, SEVERAL), min_size=1, max_size=2).map(tuple)
PLANS = st.recursive(
    LEAVES,
    lambda then: st.lists(st.builds(Branch, WHEN, SEVERAL, then), min_size=1, max_size=2).map(tuple),
    max_leaves=4,
).filter(lambda plan: size(plan) <= MOST_BRANCHES and turns_left(plan) <= MOST_TURNS)


@given(PLANS)
def test_what_is_written_is_read_as_the_same(plan: Plan) -> None:
    assert read_plan(written(plan)) == plan


@pytest.mark.parametrize(
    "text",
    [
        "if sun f7 then roof g6, sun h6, sun i6",
        "If SUN f7, then roof g6, sun h6, sun i6.",
        "wenn sun f7 dann roof g6, sun h6, sun i6;",
        "se sun f7\nallora roof g6, sun h6, sun i6\n",
    ],
)
def test_a_plan_is_read_however_people_write_it(text: str) -> None:
    assert read_plan(text) == (Branch((TheirTurn(("sun f7",)),), ("roof g6, sun h6, sun i6",)),)


def test_branches_stand_in_lines_and_what_goes_on_in_brackets() -> None:
    plan = read_plan("if e5 / anything then f6 (if whatever they roll then g7 or h8)\nif anything but e5 or e6 then a1")
    first, second = plan
    assert first.when == (TheirTurn(("e5",)), ANYTHING)
    assert first.then == (Branch((ANYTHING,), ("g7", "h8")),)
    assert second == Branch((TheirTurn(("e5", "e6"), but=True),), ("a1",))
    assert turns_left(plan) == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "if"),
        ("sun f7", "if"),
        ("if sun f7", "then"),
        ("if then e5", "move"),
        ("if e5 then", "move"),
        ("if e5 then f6 (if e7 then f8", ")"),
        ("if e5 then f6)", "if"),
        ("if a then b " * (MOST_BRANCHES + 1), "too-large"),
        ("if a then b (" * (MOST_TURNS + 50) + ")", "too-large"),
        ("if e5 then " + "x" * 5000, "too-long"),
    ],
)
def test_what_is_no_plan_is_refused_with_what_should_stand_there(text: str, expected: str) -> None:
    with pytest.raises(Unwritten) as refused:
        read_plan(text)
    assert refused.value.expected == expected


@given(st.text("if then or but anything ()/;,.\n e5", max_size=60))
def test_no_text_whatever_breaks_the_reader(text: str) -> None:
    plan: Plan = ()
    with suppress(Unwritten):
        plan = read_plan(text)
    assert not plan or read_plan(written(plan)) == plan
