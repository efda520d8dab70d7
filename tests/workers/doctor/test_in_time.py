"""Each examination has its time, and none ends the others."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from tests.workers.doctor.zones import NOT_CHECKED, TO_MEND, WELL, states
from workers.doctor.finding import Examination, Finding, in_time, well
from workers.doctor.names import Silence


def test_what_takes_too_long_is_left_with_what_was_found() -> None:
    never = Event()

    def look() -> Iterator[Finding]:
        yield well("the door", "open")
        never.wait()

    found = states(in_time(Examination("the house", look), patience=0.2))
    never.set()
    assert found == {"the door": WELL, "the house": TO_MEND}


def test_where_dns_is_silent_nothing_is_checked() -> None:
    def look() -> Iterator[Finding]:
        raise Silence("SERVFAIL")

    [found] = in_time(Examination("MX", look))
    assert (found.about, found.state, found.text) == ("MX", NOT_CHECKED, "DNS has no answer: SERVFAIL")


def test_a_fault_of_ours_is_said_and_survived(caplog: pytest.LogCaptureFixture) -> None:
    def look() -> Iterator[Finding]:
        yield well("the door", "open")
        raise ZeroDivisionError("a secret")

    assert states(in_time(Examination("the house", look))) == {"the door": WELL, "the house": TO_MEND}
    assert "ZeroDivisionError" in caplog.text
    assert "a secret" not in caplog.text
