"""Who has said yes, and what the game waits for now."""

from __future__ import annotations

from service.core.language import gettext, ngettext
from service.mail.facts import Facts, game_of, name_of, table
from service.mail.headers import sender_named
from service.models import Game, GameStatus, Notice, SeatState
from service.play.seating import by_place, seat_of


def facts(notice: Notice) -> Facts:
    """The name of the one who joins, and how it goes on."""
    game = game_of(notice)
    joined = by_place(game)[notice.data["place"]]
    values = {**table(game, notice.seat), "who": name_of(joined), "outlook": outlook(game)}
    return Facts(values, sender=sender_named(joined.account))


def outlook(game: Game) -> str:
    """What happens next in a game that somebody has just joined."""
    if game.status == GameStatus.ACTIVE and game.to_move is not None:
        return gettext("The game has started, and %(name)s moves next.", name=name_of(seat_of(game, game.to_move)))
    missing = sum(seat.state != SeatState.TAKEN for seat in game.seats)
    if not missing:
        return gettext("The game starts once everyone has added their part of the dice.")
    return ngettext("Waiting for one more player.", "Waiting for %(num)d more players.", missing)
