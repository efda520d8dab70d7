"""What seats have saved of their time, in a bank or on a fast clock, counted a second time by docs/clocks.md."""

from __future__ import annotations

from datetime import timedelta

from service.play.timekeeping import ClockTerms

Place = tuple[str, int]
"""A seat at a table."""
NOTHING = timedelta()


class Savings:
    """Of each seat that has had a turn, what is left after it."""

    def __init__(self) -> None:
        self._left: dict[Place, timedelta] = {}
        self._before: dict[Place, timedelta | None] = {}
        """What was left before the last turn of each."""

    def given(self, terms: ClockTerms, seat: Place) -> timedelta:
        """The time for a turn that the seat is given now."""
        days, saved = timedelta(days=terms.days), self._left.get(seat)
        if terms.fast is not None:
            return days if saved is None else saved + timedelta(seconds=terms.fast.seconds_per_move)
        if terms.bank is None:
            return days
        more = (days if saved is None else saved) + timedelta(hours=terms.bank.hours_per_move)
        return min(more, timedelta(days=terms.bank.most_days))

    def save(self, terms: ClockTerms, seat: Place, left: timedelta) -> None:
        """The turn of the seat is over, and so much of its time is left."""
        before = self._before[seat] = self._left.get(seat)
        comes_first = terms.fast is not None and before is None
        minutes = terms.fast.minutes if terms.fast is not None else 0
        self._left[seat] = timedelta(minutes=minutes) if comes_first else max(NOTHING, left)

    def take_back(self, terms: ClockTerms, seat: Place, left: timedelta) -> timedelta:
        """The seat has its turn again: what it has of it, with what was left when it played."""
        is_first = self._before.get(seat) is None
        if is_first:
            self._left.pop(seat, None)
        return timedelta(days=terms.days) if is_first and terms.fast is not None else left

    def come_back(self, terms: ClockTerms, seat: Place) -> None:
        """Whoever lost the seat by time has it again."""
        if seat in self._left:
            least = timedelta(days=1) if terms.fast is None else timedelta(minutes=terms.fast.minutes)
            self._left[seat] = max(self._left[seat], least)
