"""What our mails carry so that an answer to them can be read: the line to write above, and a header of their own."""

from __future__ import annotations

from rules.prose import N_

MARKER = N_("Write your move above this line.")
OWN_HEADER = "X-Sundial-Mail"
"""Each mail of ours has it, with the mail's kind: one that comes back is known by it, whatever domain sent it."""
_DASHES = "-----"


def marker_line(translated: str = MARKER) -> str:
    """The line as it stands first in a mail. By its dashes it is found in every language."""
    return f"{_DASHES} {translated} {_DASHES}"
