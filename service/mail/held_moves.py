"""Words for answers about held moves: when one will be played, how to stop it, and what happened to it."""

from __future__ import annotations

from datetime import datetime

from rules.prose import N_
from service.language.catalogue import gettext
from service.mail.command_table import Command, answers_to
from service.mail.facts import recipient, time_for
from service.models import Notice

WORDS = {
    **answers_to(Command.UNSAY),
    "held": (
        N_("Your move is not played yet"),
        N_("Your email also says something else, so we'll wait until %(time)s before we play this move:"),
    ),
    "held-wished": (
        N_("Your move is not played yet"),
        N_("You chose to let your moves wait, so we'll wait until %(time)s before we play this one:"),
    ),
    "held-stale": (
        N_("Your move was not played"),
        N_("The game moved on before we played it. Here is the current position."),
    ),
    "unheld": (
        N_("Your move was stopped"),
        N_("It was not played, and nobody else has seen it. Reply with the move you want to play."),
    ),
    "nothing-to-unsay": (
        N_("No message is waiting"),
        N_("Only a message that waits with your move can be removed. All others have been sent."),
    ),
}
"""Title and text of the answer, by topic."""


def told(notice: Notice) -> str:
    """Return the text of the answer."""
    until = notice.data.get("until")
    time = time_for(recipient(notice), datetime.fromisoformat(until)) if until else ""
    _, text = WORDS[notice.data["topic"]]
    return gettext(text, time=time)
