"""What is said when somebody asks for a rematch by mail."""

from __future__ import annotations

from rules.prose import N_
from service.core.db import session
from service.core.language import gettext
from service.models import Game, Notice
from service.post import links

WORDS = {
    "rematch": (
        N_("The others are asked for a rematch"),
        N_("The same table is laid again, with the seats exchanged. The game begins when all have said yes: %(link)s"),
    ),
    "rematch-begun": (
        N_("The rematch has begun"),
        N_("The same table, with the seats exchanged: %(link)s When it is your turn, there is a mail about it."),
    ),
    "no-rematch": (N_("There is no rematch"), ""),
    "not-over": (N_("The game is not over"), N_("A rematch can be had once the game, or the whole match, is over.")),
}
"""By what the answer is about: its title, and what it says."""


def told(notice: Notice) -> str:
    """The text of an answer, with the address of the new game."""
    _, text = WORDS[notice.data["topic"]]
    if "rematch" not in notice.data:
        return gettext(text) if text else ""
    return gettext(text, link=links.game_link(session().get_one(Game, notice.data["rematch"])))
