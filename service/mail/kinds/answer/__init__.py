"""The answer to a mail about a turn."""

from __future__ import annotations

from service.post.kinds import Kind

KIND = Kind("answer", most_an_hour=30)  # only who has a token gets them; for the others it is enough to forge a sender
