"""The evidence of a run as plain values: requests, responses, and the content of the database and sinks."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

Row = dict[str, Any]


@dataclass(frozen=True)
class Evidence:
    """Everything that the checker reads: rows of `gathering.TABLES` and the following."""

    history: list[Row]
    log: list[Row]
    games: list[Row]
    seats: list[Row]
    events: list[Row]
    notices: list[Row]
    envelopes: list[Row]
    computer: list[Row]
    webhooks: list[Row]
    deliveries: list[Row]
    muted: list[Row]
    waiting: list[Row]
    """Work that is not done yet, with when it is due."""
    mails: list[Row]
    """What the mail server has taken, each copy."""
    hooks: list[Row]
    """What the receiver of webhooks was sent."""
    readers: list[Row] = field(default_factory=list)
    """Of each reader of events the name and all ids that it got, in order."""
    records: list[Row] = field(default_factory=list)
    """Of each game that is over, what its players are shown to check the dice."""

    def as_json(self) -> str:
        """All of it, to be kept."""
        return json.dumps(asdict(self), default=str)

    @classmethod
    def from_json(cls, text: str) -> Evidence:
        """Parse stored evidence."""
        return cls(**json.loads(text))
