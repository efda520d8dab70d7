"""What was counted last, and may be counted on from: most of what there is does not change any more.

Of each kind of figure, one part is counted for good up to a mark, and is kept. What comes after the mark is counted
each time, by an index. Who takes something away that was kept says so (`service.work.recounts`): how much, or that all
of that kind is to be counted anew, as it is once a day in any case; whatever was wrong is right again by then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from service.work import counters
from service.work.past_events import HORIZON
from service.work.recounts import ANEW, GONE, MARK, hours

TOTAL, KEPT = "total ", "kept "
"""Of the names of counters that are figures, as they are shown and as they are kept; the rest of a name is a kind of
figure and what tells it from others, such as `games dawn active`."""
HEARD, WHOLE = "kept anew ", "kept since "
"""Before a kind: how often it was to be counted anew when it last was, and in which hour that began."""
DAY = 24
"""Hours after which all of a kind is counted anew."""


def added(*counted: Counter[str], without: Counter[str] | None = None) -> Counter[str]:
    """All of these together, but for what is to be left out; what comes to less than nothing stays as it is."""
    found = Counter[str]()
    for each in counted:
        found.update(each)
    found.subtract(without or {})
    return found


@dataclass(frozen=True)
class Tally:
    """One kind of figure, by the rest of the names: what is kept, up to a mark, and what was counted besides.

    It may have been counted on, or anew.
    """

    what: str
    kept: Counter[str]
    besides: Counter[str]
    mark: int
    is_anew: bool


@dataclass(frozen=True)
class Ledger:
    """All counters as they were at one moment, and when that was."""

    values: Mapping[str, int]
    now: datetime

    @classmethod
    def read(cls, now: datetime) -> Ledger:
        """As they are."""
        return cls(counters.with_prefix(""), now)

    def figures(self) -> list[str]:
        """The names of all that was shown or kept."""
        return [name for name in self.values if name.startswith((TOTAL, KEPT))]

    def of(self, prefix: str) -> Counter[str]:
        """Those whose names begin so, by the rest of their names."""
        return Counter({name.removeprefix(prefix): self[name] for name in self.values if name.startswith(prefix)})

    def __getitem__(self, name: str) -> int:
        return self.values.get(name, 0)

    def kept(self, what: str) -> Counter[str] | None:
        """What is kept of a kind; None if all of it is to be counted anew."""
        whole, hour = self[f"{WHOLE}{what}"], hours(self.now)
        is_good = self[f"{HEARD}{what}"] == self[f"{ANEW}{what}"] and whole <= hour < whole + DAY
        return self.of(f"{KEPT}{what} ") if is_good else None

    def kept_of_events(self, what: str) -> Counter[str] | None:
        """The same of what is counted by events, unless some that were not counted yet are forgotten."""
        return self.kept(what) if self.mark(what) >= self[HORIZON] else None

    def mark(self, what: str) -> int:
        """Up to where something is kept; 0 before it was counted."""
        return self[f"{MARK}{what}"]

    def gone(self, what: str) -> Counter[str]:
        """How much is gone of what was ever kept."""
        return self.of(f"{GONE}{what} ")

    def entries(self, of: Tally) -> Mapping[str, int]:
        """What is to be noted of a kind of figure, by the names of counters."""
        what, gone = of.what, self.gone(of.what)
        names = {*of.kept, *of.besides, *gone}
        whole = hours(self.now) if of.is_anew else self[f"{WHOLE}{what}"]
        return {
            **{f"{TOTAL}{what} {name}": of.kept[name] + of.besides[name] - gone[name] for name in names},
            **{f"{KEPT}{what} {name}": count for name, count in of.kept.items()},
            f"{MARK}{what}": of.mark,
            f"{HEARD}{what}": self[f"{ANEW}{what}"],
            f"{WHOLE}{what}": whole,
        }
