"""What people write for others to read: there is something to be seen, and it stays in its place."""

from __future__ import annotations

import re
import unicodedata

from rules.json_types import Json
from rules.prose import N_, Sentence
from service.core.errors import Invalid

MOST_MARKS = 8
"""Marks on one letter. Hebrew with points and accents has up to five, a stack of Tibetan letters eight."""
MARKS = ("Mn", "Me")
"""The categories of what is put above, below or around the letter before it."""
REASONS = {
    "too-long": N_("It is too long."),
    "invisible": N_("It has no visible characters."),
    "control-character": N_("It contains a control character."),
    "tower-of-marks": N_("One letter has more than eight marks."),
}
"""Why others cannot be shown a text."""

# Ranges of regular expressions. As clients in all languages are to understand them, none goes beyond two bytes but
# the last, and halves of letters are left out, which JSON cannot hold.
_CONTROLS = r"\u0000-\u0008\u000e-\u001b\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069"
_LINE_ENDS = r"\u000a-\u000d\u001c-\u001e\u0085\u2028\u2029"
_BLANKS = r"\u0009\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000"
_IGNORED = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"
)
"""Default_Ignorable_Code_Point of Unicode: what is shown as nothing if it stands alone."""
_IGNORED_BEYOND = "\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
_HALVES = r"\ud800-\udfff"

_UNSEEN = rf"{_CONTROLS}{_LINE_ENDS}{_BLANKS}{_IGNORED}"
LINE = rf"^[^{_CONTROLS}{_LINE_ENDS}]*[^{_UNSEEN}][^{_CONTROLS}{_LINE_ENDS}]*$"
"""What a text on one line fits. Marks are not counted, and nobody is asked to look beyond two bytes."""
LINES = rf"^[^{_CONTROLS}]*[^{_UNSEEN}][^{_CONTROLS}]*$"
"""What a text fits that may have several lines."""

_SEEN = re.compile(f"[^{_UNSEEN}{_HALVES}{_IGNORED_BEYOND}]")
_UNSEEMLY = re.compile(f"[{_CONTROLS}{_HALVES}]")
_UNSEEMLY_ON_A_LINE = re.compile(f"[{_CONTROLS}{_LINE_ENDS}{_HALVES}]")


def line(name: str, text: str, longest: int | None = None) -> str:
    """The text that is called `name` where it was sent; Invalid `bad-text` unless it can be shown on one line."""
    _check("bad-text", text, _UNSEEMLY_ON_A_LINE, longest, name=name)
    return text


def lines(name: str, text: str) -> str:
    """The text, tidied; Invalid `bad-text` unless it can be shown."""
    tidy = tidied(text)
    _check("bad-text", tidy, _UNSEEMLY, name=name)
    return tidy


def message(text: str, longest: int) -> str:
    """What is said, tidied; Invalid `bad-message` if it is longer than that, or cannot be shown."""
    tidy = tidied(text)
    _check("bad-message", tidy, _UNSEEMLY, longest, longest=longest)
    return tidy


def tidied(text: str) -> str:
    """The text without blanks round it, its line ends alike."""
    return "\n".join(each.rstrip() for each in text.strip().splitlines())


def _check(code: str, text: str, unseemly: re.Pattern[str], most: int | None = None, **details: Json) -> None:
    """Invalid with that code and a reason unless others can be shown the text."""
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
    """The most marks on one letter; what is shown as nothing between them brings none down."""
    height = tallest = 0
    for char in text:
        category = unicodedata.category(char)
        if category in MARKS:
            height += 1
            tallest = max(tallest, height)
        elif category != "Cf":
            height = 0
    return tallest
