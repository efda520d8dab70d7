"""The time for a turn runs out: all that the mail about the turn has told, and how long is left."""

from __future__ import annotations

from dataclasses import replace

from babel.dates import format_timedelta
from flask_babel import get_locale

from service.mail.facts import Facts, game_of
from service.mail.kinds.your_turn import facts as your_turn
from service.models import Notice


def facts(notice: Notice) -> Facts:
    """Everything about the turn, and the time from this mail to the deadline."""
    turn, deadline = your_turn.facts(notice), game_of(notice).deadline
    if deadline is None:
        raise LookupError("whose time runs out has a deadline")
    left = format_timedelta(deadline - notice.due_at, threshold=1.5, locale=get_locale() or "en")
    return replace(turn, values=turn.values | {"left": left})
