"""What our mails carry so that an answer to them can be read: the line to write above, and a header of their own."""

from __future__ import annotations

from rules.prose import N_

MARKER = N_("Write your move above this line.")
YES_OR_NO = N_("Write yes or no above this line.")
YES = N_("Write yes above this line.")
ANSWER = N_("Write your answer above this line.")
MARKERS = (MARKER, YES_OR_NO, YES, ANSWER)
"""What the line asks for, by what can be written in answer to the mail."""
OWN_HEADER = "X-Sundial-Mail"
"""Each mail of ours has it, with the mail's kind: one that comes back is known by it, whatever domain sent it."""
_DASHES = "-----"


def marker_line(translated: str = MARKER) -> str:
    """The line as it stands first in a mail. By its dashes it is found in every language."""
    return f"{_DASHES} {translated} {_DASHES}"
