"""Values for the email about a paused bot: which bot, what happens to its game, and how to resume it."""

from __future__ import annotations

from datetime import datetime

import rules
from service.language.catalogue import gettext, span
from service.mail.facts import Facts, recipient, time_for
from service.models import Notice
from service.notifications import links


def facts(notice: Notice) -> Facts:
    """Collect the bot, the turn and the bot's time per move. The owner may not see the game, so it has no link."""
    owner, data = recipient(notice), notice.data
    return Facts(
        {
            "bot": data["bot"],
            "game_name": gettext(rules.game(data["ruleset"]).name),
            "game_id": data["game"],
            "began": time_for(owner, datetime.fromisoformat(data["began"])),
            "deadline": time_for(owner, datetime.fromisoformat(data["deadline"])),
            "needs": span(data["seconds_per_move"]),
            "bot_link": links.bot_link(data["bot"]),
            "home_link": links.home_link(),
        }
    )
