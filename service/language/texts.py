"""Validate texts that people write for others: visible, and without characters that break the layout."""

from __future__ import annotations

import re
import unicodedata

from rules.json_types import Json
from rules.prose import N_, Sentence
from service.language.errors import Invalid

MOST_MARKS = 8
"""Marks on one letter. Hebrew with points and accents has up to five, a stack of Tibetan letters eight."""
MARKS = ("Mn", "Me")
"""Unicode categories of marks above, below or around the letter before."""
REASONS = {
    "too-long": N_("It is too long."),
    "invisible": N_("It has no visible characters."),
    "control-character": N_("It contains a control character."),
    "tower-of-marks": N_("One letter has more than eight marks."),
}
"""Reasons why a text cannot be shown to others."""

# Ranges of regular expressions. Clients in all languages should understand them, so only the last range goes beyond
# two bytes. Surrogates are left out, because JSON cannot hold them.
_CONTROLS = r"\u0000-\u0008\u000e-\u001b\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff"
_LINE_ENDS = r"\u000a-\u000d\u001c-\u001e\u0085\u2028\u2029"
_BLANKS = r"\u0009\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000"
_IGNORED = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"
)
"""Unicode's Default_Ignorable_Code_Point: invisible on their own."""
_IGNORED_BEYOND = "\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
_HALVES = r"\ud800-\udfff"

_UNSEEN = rf"{_CONTROLS}{_LINE_ENDS}{_BLANKS}{_IGNORED}"
LINE = rf"^[^{_CONTROLS}{_LINE_ENDS}]*[^{_UNSEEN}][^{_CONTROLS}{_LINE_ENDS}]*$"
"""A regular expression for a text on one line. It counts no marks and needs no characters beyond two bytes."""
LINES = rf"^[^{_CONTROLS}]*[^{_UNSEEN}][^{_CONTROLS}]*$"
"""A regular expression for a text of several lines."""

_SEEN = re.compile(f"[^{_UNSEEN}{_HALVES}{_IGNORED_BEYOND}]")
_UNSEEMLY = re.compile(f"[{_CONTROLS}{_HALVES}]")
_UNSEEMLY_ON_A_LINE = re.compile(f"[{_CONTROLS}{_LINE_ENDS}{_HALVES}]")


def line(name: str, text: str, longest: int | None = None) -> str:
    """Validate a one-line text; `name` is the member it came in. Invalid `bad-text` if it cannot be shown."""
    _check("bad-text", text, _UNSEEMLY_ON_A_LINE, longest, name=name)
    return text


def lines(name: str, text: str) -> str:
    """Tidy and validate a text of several lines; Invalid `bad-text` if it cannot be shown."""
    tidy = tidied(text)
    _check("bad-text", tidy, _UNSEEMLY, name=name)
    return tidy


def message(text: str, longest: int) -> str:
    """Tidy and validate a chat message; Invalid `bad-message` if it is too long or cannot be shown."""
    tidy = tidied(text)
    _check("bad-message", tidy, _UNSEEMLY, longest, longest=longest)
    return tidy


def tidied(text: str) -> str:
    """Strip blanks around a text and at line ends, and unify its line ends."""
    return "\n".join(each.rstrip() for each in text.strip().splitlines())


def _check(code: str, text: str, unseemly: re.Pattern[str], most: int | None = None, **details: Json) -> None:
    """Raise Invalid with that code and a reason unless a text can be shown."""
    if most is not None and len(text) > most:
        reason = "too-long"
    elif not _SEEN.search(text):
        reason = "invisible"
    elif unseemly.search(text):
        reason = "control-character"
    elif _tallest(text) > MOST_MARKS:
        reason = "tower-of-marks"
    else:
        return
    refused = Invalid(code, reason=reason, **details)
    refused.sentence = Sentence(REASONS[reason])
    raise refused


def _tallest(text: str) -> int:
    """Count the most marks on one letter; invisible characters between marks do not reset the count."""
    height = tallest = 0
    for char in text:
        category = unicodedata.category(char)
        if category in MARKS:
            height += 1
            tallest = max(tallest, height)
        elif category != "Cf":
            height = 0
    return tallest
