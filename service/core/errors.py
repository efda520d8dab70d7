"""What the service refuses: small exceptions with stable codes. Their sentences stand in `refusals`.

The class says what kind of refusal it is, so that a face can answer in its own way (HTTP with a status); the code says
which.
"""

from __future__ import annotations

from typing import Any

from rules.json_types import Json
from rules.prose import Sentence


class Refused(Exception):
    """A request was refused and nothing was changed. `code` never changes; `details` are for programs."""

    sentence: Sentence | None = None
    """What is wrong here, where that is more than the code says."""

    def __init__(self, code: str, **details: Json) -> None:
        super().__init__(code)
        self.code = code
        self.details: dict[str, Any] = details  # the code says what they are


class NotFound(Refused):
    """There is no such thing, or the one who asks may not know of it."""

    def __init__(self, code: str = "not-found", **details: Json) -> None:
        super().__init__(code, **details)


class Forgotten(Refused):
    """What is asked for was there, and is forgotten."""


class Unauthenticated(Refused):
    """It is not known who asks."""

    def __init__(self, code: str = "unauthenticated", **details: Json) -> None:
        super().__init__(code, **details)


class Forbidden(Refused):
    """It is known who asks, and they may not."""


class Conflict(Refused):
    """It cannot be done in the present state of things."""


class Invalid(Refused):
    """What was sent cannot be right, whatever the state of things."""


class TooMany(Refused):
    """Asked too often; `details["retry_after"]` are the seconds to wait."""
