"""A bot was paused because it has missed a turn: which one, what happens to its seat, and how it can go on."""

from __future__ import annotations

from datetime import datetime, timedelta

from babel.dates import format_timedelta
from flask_babel import get_locale, gettext

import rules
from service import links
from service.mail.facts import Facts, recipient, time_for
from service.models import Notice


def facts(notice: Notice) -> Facts:
    """Which bot, which turn, and what it says that it needs. Its owner may not see the game, so no link leads there."""
    owner, data = recipient(notice), notice.data
    return Facts(
        {
            "bot": data["bot"],
            "game_name": gettext(rules.game(data["ruleset"]).name),
            "game_id": data["game"],
            "began": time_for(owner, datetime.fromisoformat(data["began"])),
            "deadline": time_for(owner, datetime.fromisoformat(data["deadline"])),
            "needs": _span(data["seconds_per_move"]),
            "home_link": links.home_link(),
        }
    )


def _span(seconds: int) -> str:
    """So long, in words that never make it shorter by more than they must."""
    return format_timedelta(timedelta(seconds=seconds), threshold=2, locale=get_locale() or "en")
