"""The figures that tests show at the end of a run."""

from __future__ import annotations

from tests.figures import PROPERTY, added_up


def test_what_several_tests_count_under_one_heading_is_added_up_and_what_else_they_report_is_left_out() -> None:
    first = [(PROPERTY, ["Games", {"moves_made": 3}]), ("other", "thing")]
    second = [(PROPERTY, ["Games", {"moves_made": 4, "mails": 1}]), (PROPERTY, ["Links", {"opened": 0}])]

    assert added_up([first, [], second]) == {"Games": {"moves made": 7, "mails": 1}, "Links": {"opened": 0}}
