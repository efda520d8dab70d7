"""Values for the last call: those of the email about the turn, and what happens if no move comes."""

from __future__ import annotations

from dataclasses import replace

from service.language.catalogue import about
from service.mail.facts import Facts, game_of
from service.mail.kinds.your_turn import facts as your_turn
from service.models import Notice, OnTimeout


def facts(notice: Notice) -> Facts:
    """Collect the turn's values, the time from this email to the deadline, and who plays on after it."""
    turn, game = your_turn.facts(notice), game_of(notice)
    if game.deadline is None:
        raise LookupError("the turn has no deadline")
    is_kept = game.on_timeout in (OnTimeout.COMPUTER, OnTimeout.SUBSTITUTE)
    return replace(turn, values=turn.values | {"left": about(game.deadline - notice.due_at), "is_kept": is_kept})
