"""The game is over: the result, the last board, and how to check the dice."""

from __future__ import annotations

from rules import Seat
from rules.prose import N_
from service import pictures
from service.core.language import gettext
from service.mail.facts import Facts, board, game_of, name_of, news, no_board, table
from service.models import EndedBy, Game, Notice
from service.telling.story import news_for

ENDINGS = {
    EndedBy.PLAY: N_("The game was played to its end."),
    EndedBy.RESIGNATION: N_("The game ended by resignation."),
    EndedBy.TIME: N_("The game ended because a deadline passed."),
    EndedBy.DECLINED: N_("The invitation was declined, so there is no game."),
    EndedBy.WITHDRAWN: N_("A player withdrew before the beginning, so there is no game."),
}


def facts(notice: Notice) -> Facts:
    """How it ended and who won; a game that never began has no board."""
    game = game_of(notice)
    seat = notice.seat or 0
    began = game.setup is not None
    values = {
        **table(game, seat),
        "ending": gettext(ENDINGS[game.ended_by]) if game.ended_by else "",
        "result": result_for(game, seat) if began else "",
        "began": began,
        "news": news(game, news_for(game, seat)) if began else [],
    }
    shown = board(game) if began else no_board()
    return Facts({**values, **shown}, [pictures.svg(game)] if began else [])


def result_for(game: Game, you: Seat) -> str:
    """Who has won, told to the one on that seat; nothing where only the match is won."""
    winners = [seat for seat in game.seats if seat.number in (game.winners or [])]
    if not winners:
        return "" if game.match_id else gettext("Nobody has won.")
    if [seat.number for seat in winners] == [you]:
        return gettext("You have won. Congratulations!")
    names = ", ".join(name_of(seat) for seat in winners)
    if you in (game.winners or []):
        return gettext("You share the win: %(names)s. Congratulations!", names=names)
    return gettext("Won by %(names)s.", names=names)
