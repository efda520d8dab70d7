"""The time for a turn begins once more, because mail has failed: all that the mail about the turn says, and why."""

from __future__ import annotations

from service.mail.kinds.your_turn.facts import facts

__all__ = ["facts"]
