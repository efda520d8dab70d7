"""The whole game for who has the link to a turn, and the ways out of it: they need no account and no cookie.

While the turn is on, they see all that its player sees, and so they do once the game is over if it was the last of
their turns. Who has the link to any other turn sees how the game went until that ended, for mails are passed on.
"""

from __future__ import annotations

from contextlib import suppress

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.errors import Conflict, NotFound
from service.core.keys import SeatLink
from service.models import Game, GameStatus
from service.play import chat
from service.play.chat import QUICK_WORDS
from service.play.rematches import has_ended, rematch, rematch_of
from service.play.seat_links import last_turn_of, past_turn, resign_by_link, turn_is_on
from service.play.seating import seat_number, seat_of
from service.play.turns import consequences
from service.post.links import turn_link
from service.telling.resigning import resigning_in_words
from service.web.boards import board
from service.web.frame.blueprints import capability_pages
from service.web.tables import players
from service.web.turn_by_turn import place_asked_for, players_then, stop_at, turns_of
from service.web.turns import game_shown, path_of, turn_of, zone_of


@capability_pages.get("/t/<token>/game")
def game_page(token: str) -> ResponseReturnValue:
    """The game until the link's turn ended, with what was played and said; or the link's own page if it had none."""
    link = turn_of(token)
    game = game_shown(link)
    if turn_is_on(game, link) or _may_ask_for_rematch(game, link):
        return _page(token, link, game, game.log_length, is_now=True)
    past = past_turn(game, link)
    if past is None:
        return redirect(url_for("links.turn_page", token=token), 303)
    return _page(token, link, game, past.log_length, is_now=past.is_latest)


@capability_pages.get("/t/<token>/resign")
def ask_to_resign(token: str) -> ResponseReturnValue:
    """Ask whether that is really meant; a turn that is over has nothing to give up."""
    link = turn_of(token)
    game = game_shown(link)
    if not turn_is_on(game, link):
        return redirect(url_for("links.turn_page", token=token), 303)
    words = resigning_in_words(consequences(game, seat_of(game, link.seat)))
    return render_template("resign_by_link.html", game=game, token=token, words=words)


@capability_pages.post("/t/<token>/resign")
def resign(token: str) -> ResponseReturnValue:
    """Give up the seat in its turn; once that is over, the page says so."""
    with suppress(Conflict):
        resign_by_link(turn_of(token), now())
    return redirect(url_for("links.turn_page", token=token), 303)


@capability_pages.post("/t/<token>/rematch")
def ask_for_rematch(token: str) -> ResponseReturnValue:
    """Set up the same table with seats exchanged, or take one's seat at it; straight to the move if it is one's own."""
    link = turn_of(token)
    game = game_shown(link)
    account = seat_of(game, link.seat).account
    if account is None or not _may_ask_for_rematch(game, link):
        raise NotFound
    new = rematch(game.id, account, now())
    own = seat_number(new, account)
    if new.status == GameStatus.ACTIVE and own is not None and new.to_move == own:
        return redirect(path_of(turn_link(new, own)), 303)
    return redirect(url_for("links.game_page", token=token), 303)


def _may_ask_for_rematch(game: Game, link: SeatLink) -> bool:
    """Whether the game is over, and the link was to the last turn of its seat: older ones may be anywhere by now."""
    return has_ended(game) and last_turn_of(game, link.seat) == link


def _page(token: str, link: SeatLink, game: Game, length: int, *, is_now: bool) -> str:
    asked = place_asked_for()
    at = length if asked is None else asked
    if at > length:
        raise NotFound("no-such-position")
    turns = [turn for turn in turns_of(game) if turn.end <= length]
    at_the_end = at == game.log_length
    return render_template(
        "game_by_link.html",
        game=game,
        token=token,
        seat=link.seat,
        zone=zone_of(game, link.seat),
        is_now=is_now,
        is_on=turn_is_on(game, link),
        browsing=asked is not None,
        board=board(game, at),
        seated=players(game, link.seat) if at_the_end else players_then(game, link.seat, at),
        turns=turns,
        stop=stop_at(turns, at),
        said=chat.said(game) if is_now else [],
        quick_words=QUICK_WORDS,
        can_play_again=_may_ask_for_rematch(game, link),
        again=rematch_of(game),
        here=url_for("links.game_page", token=token),
    )
