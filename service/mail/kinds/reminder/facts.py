"""Values for the reminder of a turn: those of the email about the turn, and the time left."""

from __future__ import annotations

from dataclasses import replace

from service.language.catalogue import about
from service.mail.facts import Facts, game_of
from service.mail.kinds.your_turn import facts as your_turn
from service.models import Notice


def facts(notice: Notice) -> Facts:
    """Collect the turn's values, and the time from this email to the deadline."""
    turn, deadline = your_turn.facts(notice), game_of(notice).deadline
    if deadline is None:
        raise LookupError("the turn has no deadline")
    left = about(deadline - notice.due_at)
    return replace(turn, values=turn.values | {"left": left})
