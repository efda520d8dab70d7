"""What a table has agreed on about time. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from rules.json_types import Json

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
LONG = 2 * DAY
"""From so long a time for a move on, its reminder comes a day before the end, else when a third of it is left."""
REMINDED_BEFORE = DAY
MOST_DAYS = 60
"""For each move."""
MOST_MINUTES, MOST_SECONDS = 180, 600
"""Of a fast clock: for the whole game, and with each move."""


@dataclass(frozen=True)
class Bank:
    """Time that a seat saves: each turn adds `hours_per_move`, and there are never more than `most_days`."""

    hours_per_move: int
    most_days: int


@dataclass(frozen=True)
class Fast:
    """For those who are there together: a seat has `minutes` for the game, and each turn adds `seconds_per_move`.

    It begins with a seat's second turn, so that everybody can come to the table first.
    """

    minutes: int
    seconds_per_move: int


@dataclass(frozen=True)
class ClockTerms:
    """`days` are for each move; with a bank, what it holds at the beginning; on a fast clock, for the first move.

    On a fast clock nothing else is agreed on: it stops for no weekend, night or vacation.
    """

    days: int
    bank: Bank | None = None
    weekends_off: bool = False
    nights_off: bool = False
    vacations: bool = True
    fast: Fast | None = None

    @classmethod
    def read(cls, days: int, agreed: Mapping[str, Any] | None, fast: Mapping[str, int] | None = None) -> ClockTerms:
        """What `kept` and `kept_fast` have made of terms; nothing is kept of plain ones."""
        if fast is not None:
            return cls.of_fast(days, Fast(**fast))
        told = dict(agreed or {})
        bank = told.pop("bank", None)
        return cls(days, Bank(**bank) if bank else None, **told)

    @classmethod
    def of_fast(cls, days: int, fast: Fast) -> ClockTerms:
        """A fast clock, for whose first moves there are days."""
        return cls(days, vacations=False, fast=fast)

    @property
    def kept(self) -> dict[str, Json] | None:
        """All but the days, as JSON; None if there is nothing but days, and of a fast clock."""
        if self.fast is not None or self == ClockTerms(self.days):
            return None
        told = asdict(self)
        return {name: told[name] for name in told if name not in ("days", "fast")}

    @property
    def kept_fast(self) -> dict[str, int] | None:
        """The fast clock as JSON; None if there is none."""
        return asdict(self.fast) if self.fast is not None else None

    @property
    def saves(self) -> bool:
        """Whether what is left after a turn is there for the next one."""
        return self.bank is not None or self.fast is not None

    def given(self, saved: timedelta | None) -> timedelta:
        """The time for a turn of a seat that has saved so much; None if it had no turn yet."""
        if self.fast is not None and saved is not None:
            return saved + timedelta(seconds=self.fast.seconds_per_move)
        if self.bank is None:
            return self.days * DAY
        held = self.days * DAY if saved is None else saved
        return min(held + self.bank.hours_per_move * HOUR, self.bank.most_days * DAY)

    def saved(self, left: timedelta, before: timedelta | None) -> timedelta:
        """What a seat has saved after a turn of which so much is left, and before which it had saved that."""
        if self.fast is not None and before is None:
            return self.fast.minutes * MINUTE
        return left

    @property
    def back_with(self) -> timedelta:
        """What who comes back has saved at the least."""
        return DAY if self.fast is None else self.fast.minutes * MINUTE


def warned_before(length: timedelta) -> timedelta:
    """How long before the end of a turn that takes so long at most it is time to say so."""
    return REMINDED_BEFORE if length >= LONG else length / 3
