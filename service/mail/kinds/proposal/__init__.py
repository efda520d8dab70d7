"""The email about a proposal: an undo or a draw."""

from __future__ import annotations

from rules.prose import N_
from service.models import Game, Notice
from service.notifications.kinds import Kind, Timing
from service.play.proposals import open_proposal


def is_open(notice: Notice, game: Game) -> bool:
    """Check whether an open proposal awaits the reader's answer."""
    proposal = open_proposal(game)
    return proposal is not None and notice.seat not in proposal.agreed


KIND = Kind(
    "proposal",
    Timing.AS_CHOSEN,
    place=45,
    is_repeated=True,
    true_while=is_open,
    label=N_("someone asks to undo a move, or offers a draw"),
    mails=N_("emails with undo requests and draw offers"),
)
