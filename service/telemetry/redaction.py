"""Log redaction: remove secrets and personal addresses from everything that is logged."""

from __future__ import annotations

import re

from structlog.typing import EventDict, WrappedLogger

LINKS = "t|i|a|e|j|s|k|f|sign-in|unsubscribe"
"""The first parts of paths that are capabilities, as a regular expression."""
LEFT_OUT = (
    (re.compile(r"://[^/\s@]{1,200}@"), "://…@"),
    (re.compile(r"[\w.+%=-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+"), "…@…"),
    (re.compile(r"\bsdl_\w+"), "sdl_…"),
    (re.compile(rf"/({LINKS})/(?!<)[^/\s\"'?#\\]+"), r"/\1/…"),
    (re.compile(r"(?i)\b(bearer|basic) [\w.~+/=-]+"), r"\1 …"),
)
"""Passwords in URLs, email addresses, tokens, capability paths (not their patterns), and Authorization values."""


def redact(text: str) -> str:
    """Remove secrets and addresses from a text."""
    for secret, instead in LEFT_OUT:
        text = secret.sub(instead, text)
    return text


def redacted(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Redact an event; a structlog processor."""
    return {name: redact(value) if isinstance(value, str) else value for name, value in event.items()}
