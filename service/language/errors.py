"""Errors of the service: small exceptions with stable codes. Their messages are in `refusals`.

The class is the kind of error, which each interface maps in its own way (HTTP to a status). The code is the exact
reason.
"""

from __future__ import annotations

from typing import Any, TypeVar

from rules.json_types import Json
from rules.prose import Sentence

T = TypeVar("T")


class Refused(Exception):
    """A request was refused and nothing was changed. `code` never changes; `details` are for programs."""

    sentence: Sentence | None = None
    """A more precise message than the code's own."""

    def __init__(self, code: str, **details: Json) -> None:
        super().__init__(code)
        self.code = code
        self.details: dict[str, Any] = details  # its members depend on the code


class NotFound(Refused):
    """It does not exist, or the caller may not know of it."""

    def __init__(self, code: str = "not-found", **details: Json) -> None:
        super().__init__(code, **details)


def or_not_found(value: T | None, code: str = "not-found", **details: Json) -> T:
    """Return the value, or raise NotFound if there is none."""
    if value is None:
        raise NotFound(code, **details)
    return value


class Forgotten(Refused):
    """It existed and was deleted after its retention period."""


class Unauthenticated(Refused):
    """The caller is unknown."""

    def __init__(self, code: str = "unauthenticated", **details: Json) -> None:
        super().__init__(code, **details)


class Forbidden(Refused):
    """The caller is known and has no permission."""


class Conflict(Refused):
    """The request conflicts with the current state."""


class Invalid(Refused):
    """The request is invalid in any state."""


class TooMany(Refused):
    """The caller exceeded a rate limit; `details["retry_after"]` is in seconds."""
