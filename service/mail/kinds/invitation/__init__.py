"""An invitation to a game."""

from __future__ import annotations

from flask_babel import gettext

import rules
from service import links
from service.db import session
from service.mail.facts import Facts, game_of, recipient, table, time_for
from service.models import Account, Notice


def facts(notice: Notice) -> Facts:
    """Who invites, to what, on which terms, and the ways to answer."""
    game = game_of(notice)
    place = next(seat.place for seat in game.seats if seat.account_id == notice.account_id)
    ruleset = rules.game(game.ruleset)
    chosen = [
        (gettext(ruleset.options[name].label), gettext(ruleset.options[name].values[value]))
        for name, value in game.options.items()
    ]
    return Facts(
        {
            **table(game, notice.seat),
            "host": session().get_one(Account, game.creator_id).name,
            "summary": gettext(ruleset.summary),
            "designer": ruleset.designer,
            "options": chosen,
            "invited_at": time_for(recipient(notice), notice.created_at),
            "link": links.invitation_link(game, place),
        },
        reply_to=links.invitation_box(game, place),
    )
