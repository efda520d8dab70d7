"""What a table has agreed on about time. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from rules.json_types import Json

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LONG = 2 * DAY
"""From so long a time for a move on, its reminder comes a day before the end, else when a third of it is left."""
REMINDED_BEFORE = DAY


@dataclass(frozen=True)
class Bank:
    """Time that a seat saves: each turn adds `hours_per_move`, and there are never more than `most_days`."""

    hours_per_move: int
    most_days: int


@dataclass(frozen=True)
class ClockTerms:
    """`days` are for each move; with a bank, they are what it holds at the beginning."""

    days: int
    bank: Bank | None = None
    weekends_off: bool = False
    nights_off: bool = False
    vacations: bool = True

    @classmethod
    def read(cls, days: int, agreed: Mapping[str, Any] | None) -> ClockTerms:
        """What `kept` has made of terms; nothing is kept of plain ones."""
        told = dict(agreed or {})
        bank = told.pop("bank", None)
        return cls(days, Bank(**bank) if bank else None, **told)

    @property
    def kept(self) -> dict[str, Json] | None:
        """All but the days, as JSON; None if there is nothing but days."""
        told = asdict(self)
        return None if self == ClockTerms(self.days) else {name: told[name] for name in told if name != "days"}

    def given(self, saved: timedelta | None) -> timedelta:
        """The time for a turn of a seat that has saved so much; None if it had no turn yet."""
        if self.bank is None:
            return self.days * DAY
        held = self.days * DAY if saved is None else saved
        return min(held + self.bank.hours_per_move * HOUR, self.bank.most_days * DAY)


def warned_before(length: timedelta) -> timedelta:
    """How long before the end of a turn that takes so long at most it is time to say so."""
    return REMINDED_BEFORE if length >= LONG else length / 3
