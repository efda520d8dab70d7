"""Marks in our emails for parsing replies: the line to reply above, and a header of our own."""

from __future__ import annotations

from rules.prose import N_

MARKER = N_("Write your move above this line.")
YES_OR_NO = N_("Write yes or no above this line.")
YES = N_("Write yes above this line.")
ANSWER = N_("Write your answer above this line.")
MARKERS = (MARKER, YES_OR_NO, YES, ANSWER)
"""The texts of the line to reply above."""
OWN_HEADER = "X-Sundial-Mail"
"""Each of our emails has it, with the email's kind. It identifies an email that comes back, whatever domain sent it."""
_DASHES = "-----"


def marker_line(translated: str = MARKER) -> str:
    """Format the line to reply above, the first line of an email. Its dashes identify it in every language."""
    return f"{_DASHES} {translated} {_DASHES}"
