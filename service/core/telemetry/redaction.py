"""A net under all that is logged: what opens doors, and addresses of people, are left out wherever they stand."""

from __future__ import annotations

import re

from structlog.typing import EventDict, WrappedLogger

LINKS = "t|i|a|j|s|k|f|sign-in|unsubscribe"
"""How the paths begin that are permissions, as a regular expression."""
LEFT_OUT = (
    (re.compile(r"://[^/\s@]{1,200}@"), "://…@"),
    (re.compile(r"[\w.+%=-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+"), "…@…"),
    (re.compile(r"\bsdl_\w+"), "sdl_…"),
    (re.compile(rf"/({LINKS})/(?!<)[^/\s\"'?#\\]+"), r"/\1/…"),
    (re.compile(r"(?i)\b(bearer|basic) [\w.~+/=-]+"), r"\1 …"),
)
"""Passwords in URLs, mail addresses, tokens, paths that are permissions (not their patterns), what signs a request."""


def redact(text: str) -> str:
    """The text without any of that."""
    for secret, instead in LEFT_OUT:
        text = secret.sub(instead, text)
    return text


def redacted(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """A processor of structlog."""
    return {name: redact(value) if isinstance(value, str) else value for name, value in event.items()}
