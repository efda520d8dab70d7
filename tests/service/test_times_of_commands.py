"""Commands take a point in time as ISO 8601, or as how long ago it was."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import click
import pytest

from service.cli.times import TimeType
from service.db.clock import system_clock


def of(text: str) -> datetime:
    """Return the time that a command reads in a text."""
    return TimeType().convert(text, None, None)


def test_a_time_without_an_offset_is_utc() -> None:
    noon = datetime(2026, 5, 4, 12, tzinfo=UTC)

    assert of("2026-05-04T12:00") == of("2026-05-04T12:00Z") == of("2026-05-04T14:00+02:00") == noon


@pytest.mark.parametrize(
    ("text", "span"), [("30min", timedelta(minutes=30)), ("6h", timedelta(hours=6)), ("2d", timedelta(days=2))]
)
def test_a_span_is_reckoned_from_now(text: str, span: timedelta) -> None:
    before = system_clock()

    assert before - span <= of(text) <= system_clock() - span


@pytest.mark.parametrize("text", ["yesterday", "6 h", "", "12:00", "0001-01-01T00:00+14:00"])
def test_what_is_no_time_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(click.BadParameter, match="30min, 6h, 2d"):
        of(text)
