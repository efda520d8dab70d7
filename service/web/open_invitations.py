"""Whom the host of a game has invited: bringing it to their mind, and taking it back."""

from __future__ import annotations

from collections.abc import Sequence

from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.models import Game
from service.play import invitations
from service.play.invitations import OpenInvitation
from service.play.open_seats import hosted_game
from service.web.formats import is_hosted
from service.web.frame.blueprints import pages
from service.web.frame.identity import player
from service.web.joining import to_host

PART = "invited"


@pages.post("/games/<game_id>/invitations/<row:place>/remind")
def remind(game_id: str, place: int) -> ResponseReturnValue:
    """Mail an invitation once more."""
    invitations.remind(game_id, place, player(), now())
    return to_host(hosted_game(game_id, player()), PART)


@pages.post("/games/<game_id>/invitations/<row:place>/withdraw")
def withdraw_invitation(game_id: str, place: int) -> ResponseReturnValue:
    """Take an invitation back."""
    return to_host(invitations.withdraw(game_id, place, player(), now()), PART)


@pages.app_template_global()
def invitations_shown(game: Game) -> Sequence[OpenInvitation]:
    """Those of a game that wait, if it is its host who looks; else none."""
    return invitations.open_invitations(game) if is_hosted(game) else ()


@pages.app_template_global()
def can_be_reminded(invitation: OpenInvitation) -> bool:
    """Whether it is time to bring an invitation to mind again."""
    return invitation.can_remind_from is not None and invitation.can_remind_from <= now()
