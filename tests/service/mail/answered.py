"""The mail of ours that those of the golden set answer, and the lines that their writers have added to it."""

from __future__ import annotations

from pathlib import Path

from service.mail.quoted import OwnLines, SentMail, own_lines
from service.mail.reading import Reply
from tests.service.mail.positions import standing

GOLDEN = Path(__file__).parent / "golden"
SENT = SentMail(*((GOLDEN / name).read_text(encoding="utf-8") for name in ("sent.txt", "sent.html")))
SEASONS = standing("seasons").door


def own(reply: Reply, sent: SentMail | None = SENT) -> OwnLines:
    """What the writer of an answer to that mail has written."""
    return own_lines(reply, sent, lambda line: SEASONS.wish(line) is not None)
