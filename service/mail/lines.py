"""User input on one line."""

from __future__ import annotations

import re

SHOWN = 200
"""Characters of user input that an answer quotes."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


def excerpt(text: str) -> str:
    """Shorten user input to one line for an answer, with an ellipsis at the cut."""
    return clean(text if len(text) <= SHOWN else f"{text[:SHOWN]} …")


def clean(text: str) -> str:
    """Replace control characters and line breaks, which could inject a header."""
    return _CONTROL.sub(" ", text).strip()
