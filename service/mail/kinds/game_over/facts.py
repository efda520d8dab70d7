"""The game is over: the result, the last board, and how to check the dice."""

from __future__ import annotations

from rules import Seat
from rules.prose import N_
from service.core.language import gettext
from service.mail.facts import Facts, board, game_of, name_of, news, no_board, picture_of, recipient, table
from service.mail.headers import sender_named, whose_news
from service.models import EndedBy, Game, GameSeat, Notice
from service.play.analyses import analyses_of
from service.play.chat import is_heard
from service.play.rematches import has_ended
from service.play.seating import account_shown, by_place, is_host, seat_of
from service.post import links
from service.telling.analysis import TurningPoint, positions_in, turning_points, waiting_in
from service.telling.points import points_made
from service.telling.story import news_for

ENDINGS = {
    EndedBy.PLAY: N_("The game was played to the end."),
    EndedBy.RESIGNATION: N_("The game ended by resignation."),
    EndedBy.TIME: N_("The game ended because a player ran out of time."),
    EndedBy.AGREEMENT: N_("The players agreed on a draw."),
    EndedBy.DECLINED: N_("The invitation was declined, so there is no game."),
    EndedBy.WITHDRAWN: N_("A player withdrew before the game started, so there is no game."),
}
CALLED_OFF = {
    EndedBy.DECLINED: N_("%(name)s declined, so there is no game."),
    EndedBy.WITHDRAWN: N_("%(name)s withdrew before the game started, so there is no game."),
}
"""The same by name."""


def facts(notice: Notice) -> Facts:
    """How it ended and who won; a game that never began has no board."""
    game = game_of(notice)
    seat = notice.seat or 0
    began, off = game.setup is not None, _called_off_by(notice, game)
    values = {
        **table(game, seat),
        "ending": _ending(game, off, seat, no_bot=notice.data.get("no_bot", False)),
        "result": result_for(game, seat) if began else "",
        "began": began,
        "can_play_again": has_ended(game),
        "is_heard": began and is_heard(game, recipient(notice)),
        "turning_points": _turning_points(game) if began else [],
        "analysis_link": links.analysis_link(game) if began else "",
        "news": news(game, news_for(game, seat)) if began else [],
    }
    shown = board(game, recipient(notice)) if began else no_board()
    boards = [picture_of(game)] if began else []
    return Facts(
        {**values, **shown},
        boards,
        reply_to=links.talk_box(game, seat) if began else None,
        sender=sender_named(off.account) if off else whose_news(game, recipient(notice)) if began else "",
    )


def _called_off_by(notice: Notice, game: Game) -> GameSeat | None:
    """Whose no has called the game off; None for one that began, and where it was not noted."""
    return by_place(game)[notice.data["by"]] if "by" in notice.data else None


def _ending(game: Game, off: GameSeat | None, you: Seat, *, no_bot: bool) -> str:
    """How it ended; by name, where the reader may know it."""
    if game.ended_by is None:
        return ""
    if no_bot:
        return gettext("No bot accepted, so there is no game. You can play the computer at any time.")
    to_host = is_host(game, seat_of(game, you).account)
    is_known = off is not None and (to_host or account_shown(off) is not None)
    if off is None or not is_known or game.ended_by not in CALLED_OFF:
        return gettext(ENDINGS[game.ended_by])
    return gettext(CALLED_OFF[game.ended_by], name=name_of(off, to_host=to_host))


def _turning_points(game: Game) -> list[str]:
    """What cost most, if the game was worked out by now."""
    rows = analyses_of(game)
    return [] if waiting_in(rows) else [_told(game, each) for each in turning_points(positions_in(rows))]


def _told(game: Game, point: TurningPoint) -> str:
    return gettext(
        "%(name)s played %(played)s (%(chance)d %% to win). Better: %(better)s (%(better_chance)d %%).",
        name=name_of(seat_of(game, point.seat)),
        played=point.played,
        chance=round(100 * point.chance),
        better=point.better,
        better_chance=round(100 * point.better_chance),
    )


def result_for(game: Game, you: Seat) -> str:
    """Who has won, told to the one on that seat; nothing where only the match is won."""
    winners = [seat for seat in game.seats if seat.number in (game.winners or [])]
    if made := points_made(game):
        return f"{made}."
    if not winners:
        return "" if game.match_id else gettext("Nobody won.")
    if [seat.number for seat in winners] == [you]:
        return gettext("You won. Congratulations!")
    names = ", ".join(name_of(seat) for seat in winners)
    if you in (game.winners or []):
        return gettext("You won together: %(names)s. Congratulations!", names=names)
    return gettext("Won by %(names)s.", names=names)
