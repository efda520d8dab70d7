"""The time that seats have saved in a bank or on a fast clock, computed a second time by docs/clocks.md."""

from __future__ import annotations

from datetime import timedelta

from service.play.timekeeping import ClockTerms

Place = tuple[str, int]
"""A seat at a table."""
NOTHING = timedelta()


class Savings:
    """The time left after the last turn of each seat."""

    def __init__(self) -> None:
        self._left: dict[Place, timedelta] = {}
        self._before: dict[Place, timedelta | None] = {}
        """What was left before the last turn of each."""

    def given(self, terms: ClockTerms, seat: Place) -> timedelta:
        """Return the time for a turn of the seat that starts now."""
        days, saved = timedelta(days=terms.days), self._left.get(seat)
        if terms.fast is not None:
            return days if saved is None else saved + timedelta(seconds=terms.fast.seconds_per_move)
        if terms.bank is None:
            return days
        more = (days if saved is None else saved) + timedelta(hours=terms.bank.hours_per_move)
        return min(more, timedelta(days=terms.bank.most_days))

    def save(self, terms: ClockTerms, seat: Place, left: timedelta) -> None:
        """Record that the seat's turn is over with so much time left."""
        before = self._before[seat] = self._left.get(seat)
        comes_first = terms.fast is not None and before is None
        minutes = terms.fast.minutes if terms.fast is not None else 0
        self._left[seat] = timedelta(minutes=minutes) if comes_first else max(NOTHING, left)

    def take_back(self, terms: ClockTerms, seat: Place, left: timedelta) -> timedelta:
        """Return the seat's time for its undone turn, with what was left when it moved."""
        is_first = self._before.get(seat) is None
        if is_first:
            self._left.pop(seat, None)
        return timedelta(days=terms.days) if is_first and terms.fast is not None else left

    def come_back(self, terms: ClockTerms, seat: Place) -> None:
        """Whoever lost the seat by time has it again."""
        if seat in self._left:
            least = timedelta(days=1) if terms.fast is None else timedelta(minutes=terms.fast.minutes)
            self._left[seat] = max(self._left[seat], least)
