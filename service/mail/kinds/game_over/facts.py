"""Values for the email about a finished game: the result, the last board, and how to verify the dice."""

from __future__ import annotations

from rules import Seat
from rules.prose import N_
from service.accounts.accounts import is_visitor
from service.language.catalogue import gettext
from service.mail.facts import (
    Facts,
    Said,
    board,
    game_of,
    news,
    no_board,
    picture_of,
    recipient,
    said_with_move,
    table,
    time_for,
    unlinked,
    words_beside,
)
from service.mail.headers import sender_named, whose_news
from service.models import Game, GameSeat, Notice
from service.notifications import links
from service.play.analyses import analyses_of
from service.play.chat import is_heard
from service.play.rematches import has_ended
from service.play.seating import account_shown, by_place, is_host, seat_of
from service.presentation.analysis import TurningPoint, positions_in, turning_points, waiting_in
from service.presentation.names import name_of, name_on
from service.presentation.outcomes import called_off, how_it_ended, points_reached, result, why_declined
from service.presentation.story import news_for

NO_BOT = N_("No bot accepted, so there is no game. You can play the computer at any time.")


def facts(notice: Notice) -> Facts:
    """Collect how the game ended and who won; a game that never began has no board."""
    game = game_of(notice)
    seat = notice.seat or 0
    began, off, to_host = game.setup is not None, _called_off_by(notice, game), is_host(game, recipient(notice))
    values = {
        **table(game, seat),
        "result": gettext(NO_BOT) if notice.data.get("no_bot", False) else result_for(game, seat, off),
        "ending": why_declined(off) if to_host and off else how_it_ended(game),
        "began": began,
        "can_play_again": has_ended(game),
        "again_link": links.again_link(game),
        "is_heard": began and is_heard(game, recipient(notice)),
        "turning_points": _turning_points(game) if began else [],
        "analysis_link": links.analysis_link(game) if began else "",
        "news": news(game, news_for(game, seat)) if began else [],
        "said": _words_beside(notice, game, off, to_host=to_host) if off else said_with_move(notice),
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
    """Return the seat whose decline cancelled the game; None for a game that began, or if it was not recorded."""
    return by_place(game)[notice.data["by"]] if "by" in notice.data else None


def _words_beside(notice: Notice, game: Game, off: GameSeat, *, to_host: bool) -> list[Said]:
    """Return what the player said who declined: their email's words, or the shorter ones that they typed."""
    name, words = name_of(game, off, to_host=True), off.decline_text if to_host else None
    if words and off.account and is_visitor(off.account):
        words = unlinked(words)
    typed = [Said(name, time_for(recipient(notice), notice.created_at), words.splitlines())] if words else []
    return words_beside(notice, name) or typed


def result_for(game: Game, you: Seat, by: GameSeat | None = None) -> str:
    """Describe the winner, or the reason why there is no game, with a name if the reader may know who declined."""
    told = points_reached(game) or result(game, you)
    if by is not None:
        to_host = is_host(game, seat_of(game, you).account)
        is_known = to_host or account_shown(by) is not None
        told = called_off(game, name_of(game, by, to_host=to_host) if is_known else "")
    praise = gettext("Congratulations!") if you in (game.winners or []) else ""
    return f"{told}. {praise}".strip() if told else ""


def _turning_points(game: Game) -> list[str]:
    """Return the moves that cost most, if the analysis is complete."""
    rows = analyses_of(game)
    return [] if waiting_in(rows) else [_told(game, each) for each in turning_points(positions_in(rows))]


def _told(game: Game, point: TurningPoint) -> str:
    return gettext(
        "%(name)s played %(played)s (%(chance)d %% to win). Better: %(better)s (%(better_chance)d %%).",
        name=name_on(game, point.seat),
        played=point.played,
        chance=round(100 * point.chance),
        better=point.better,
        better_chance=round(100 * point.better_chance),
    )
