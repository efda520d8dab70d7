"""Words that are more than prose."""

from __future__ import annotations

import pytest

from service.presentation.no_break import unbroken, with_commands


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("places 10 on max-15", 'places 10 on <span class="word">max-15</span>'),
        ("lays the 6-bar on g7", 'lays the <span class="word">6-bar</span> on g7'),
        ("points: B -1 - or <none>", "points: B -1 - or &lt;none&gt;"),
    ],
)
def test_a_word_with_a_hyphen_stays_in_its_line_and_is_copied_as_it_is(text: str, shown: str) -> None:
    assert unbroken(text) == shown
    assert unbroken(text).striptags() == text


def test_what_is_to_be_written_stands_out() -> None:
    assert with_commands("Write `new siesta` & wait.") == "Write <code>new siesta</code> &amp; wait."
