"""What goes wrong with which mail: drawn from a seed, so that a run can be had again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random


class Fault(StrEnum):
    """What a mail server, or the machine that talks to it, can do to a mail."""

    NONE = "250, taken"
    BUSY = "451 to the recipient"
    BUSY_LATE = "451 to the mail"
    NOBODY = "550 to the recipient"
    UNWANTED = "554 to the mail"
    HUNG_BEFORE = "hung before the final dot"
    HUNG_AFTER = "hung after the final dot"
    DROPPED_BEFORE = "dropped before the final dot"
    DROPPED_AFTER = "dropped after the final dot"
    KILLED_BEFORE = "worker killed before the final dot"
    KILLED_AFTER = "worker killed after the final dot"


TAKEN = frozenset({Fault.NONE, Fault.HUNG_AFTER, Fault.DROPPED_AFTER, Fault.KILLED_AFTER})
"""The server has the mail then; only after the first of them does the sender know."""
IN_HUNDRED = {
    Fault.NONE: 70,
    Fault.BUSY: 4,
    Fault.BUSY_LATE: 4,
    Fault.UNWANTED: 2,
    Fault.HUNG_BEFORE: 2,
    Fault.HUNG_AFTER: 2,
    Fault.DROPPED_BEFORE: 5,
    Fault.DROPPED_AFTER: 5,
    Fault.KILLED_BEFORE: 3,
    Fault.KILLED_AFTER: 3,
}
UNKNOWN_IN_HUNDRED = 3
"""Recipients that the server has never heard of."""


@dataclass(frozen=True)
class Plan:
    """The faults of one run."""

    seed: int

    def fault(self, recipient: str, attempt: int) -> Fault:
        """What happens when somebody is written to for the so-manieth time."""
        if self.is_unknown(recipient):
            return Fault.NOBODY
        [drawn] = Random(f"{self.seed} {recipient} {attempt}").choices(list(IN_HUNDRED), list(IN_HUNDRED.values()))
        return drawn

    def is_unknown(self, recipient: str) -> bool:
        """Whether the server refuses that recipient whenever it is asked."""
        return Random(f"{self.seed} {recipient}").random() * 100 < UNKNOWN_IN_HUNDRED
