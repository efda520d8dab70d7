"""What somebody wrote, on one line."""

from __future__ import annotations

import re

SHOWN = 200
"""Characters of what somebody wrote that an answer shows."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


def excerpt(text: str) -> str:
    """What somebody wrote, in one line, as far as an answer shows it, and a mark where it shows no more."""
    return clean(text if len(text) <= SHOWN else f"{text[:SHOWN]} …")


def clean(text: str) -> str:
    """The text on one line, without anything that could end a header and begin another."""
    return _CONTROL.sub(" ", text).strip()
