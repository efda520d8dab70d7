"""The figures that tests show at the end of a run."""

from __future__ import annotations

from tests.figures import GOALS, PROPERTY, added_up, worst


def test_what_several_tests_count_under_one_heading_is_added_up_and_what_else_they_report_is_left_out() -> None:
    first = [(PROPERTY, ["Games", {"moves_made": 3}]), ("other", "thing")]
    second = [(PROPERTY, ["Games", {"moves_made": 4, "mails": 1}]), (PROPERTY, ["Links", {"opened": 0}])]

    assert added_up([first, [], second]) == {"Games": {"moves made": 7, "mails": 1}, "Links": {"opened": 0}}


def test_of_a_figure_that_has_a_goal_the_worst_is_shown_that_any_test_has_seen() -> None:
    seen = [[(GOALS, ["presses", each, 2, None]), (GOALS, ["boards", each, None, 1])] for each in (1, 2, 1)]

    assert worst([*seen, []]) == ["boards: 1 (at least 1)", "presses: 2 (at most 2)"]
