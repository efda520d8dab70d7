"""Values for the email that somebody joined: who, and what the game is waiting for."""

from __future__ import annotations

from rules import Seat
from service.language.catalogue import gettext
from service.mail.facts import Facts, game_of, table, words_beside
from service.mail.headers import sender_named
from service.models import Game, GameStatus, Notice
from service.play.seating import address_invited, by_place
from service.presentation.names import name_of
from service.presentation.outcomes import status_line


def facts(notice: Notice) -> Facts:
    """Collect the player who joined, with the address to which the host sent the invitation, and what happens next."""
    game = game_of(notice)
    joined = by_place(game)[notice.data["place"]]
    who, address = name_of(game, joined, to_host=True), address_invited(joined, to_host=True)
    if address not in (None, who):
        who = f"{address} ({who})"
    told = {"who": who, "outlook": outlook(game, notice.seat), "words": words_beside(notice, who)}
    return Facts(table(game, notice.seat) | told, sender=sender_named(joined.account))


def outlook(game: Game, you: Seat | None) -> str:
    """Describe what happens next in a game that somebody has just joined."""
    status = status_line(game, you)
    if game.status == GameStatus.ACTIVE:
        return gettext("The game started: %(status)s.", status=status)
    return f"{status}."
