"""Values for the email about more time after a failed delivery: those of the email about the turn, and the reason."""

from __future__ import annotations

from service.mail.kinds.your_turn.facts import facts

__all__ = ["facts"]
