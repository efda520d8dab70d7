"""Pages of a turn's link: see the position, choose and play a move, view the game, or resign.

They need no account and no cookie. During the turn, its link shows all that the player may see; also after the game if
it was their last turn. Links of other turns show the game only up to their turn's end, because emails get forwarded.
"""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import urlsplit

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules import Seat
from service.db.clock import now
from service.language.errors import Conflict, NotFound
from service.models import Game, GameStatus, HeldMove
from service.notifications.links import read_link, turn_link
from service.play import chat
from service.play.chat import QUICK_WORDS
from service.play.held_moves import SentMove, move_or_hold, stop_in_turn
from service.play.held_turns import held_of
from service.play.moves import RuleRefused, Turn, in_time
from service.play.rematches import has_ended, rematch, rematch_of
from service.play.seat_links import game_of, last_turn_of, past_turn, resign_by_link, turn_is_on
from service.play.seating import seat_number, seat_of
from service.play.turns import consequences
from service.presentation.resigning import resigning_in_words
from service.presentation.story import news_for, story
from service.security.keys import Purpose, SeatLink
from service.web.boards import board
from service.web.choices import Choice, begin, choose
from service.web.errors import FormError, form_error_of, status_of
from service.web.frame.blueprints import capability_pages
from service.web.frame.identity import speak_to
from service.web.tables import entries, players
from service.web.turn_by_turn import place_asked_for, players_then, steps_around, stop_at, turns_of


@capability_pages.get("/t/<token>")
def turn_page(token: str) -> ResponseReturnValue:
    """Show the turn with the chosen part of a move; once the turn is over, show its result."""
    link = _turn_of(token)
    game = _game_shown(link)
    if turn_is_on(game, link):
        return _to_play(token, link, game, choose(game, request.args))
    return _over(token, link, game)


@capability_pages.post("/t/<token>")
def play_turn(token: str) -> ResponseReturnValue:
    """Play the move and show its result, or that it is held; a refused move is shown again with the reason."""
    link = _turn_of(token)
    move, version = request.form.get("move", ""), request.form.get("version", -1, type=int)
    try:
        result = move_or_hold(link, SentMove(version, move, now()), at_once="at_once" in request.form)
        if isinstance(result, HeldMove):
            return redirect(url_for("links.turn_page", token=token), 303)
        turn = in_time(result)
    except RuleRefused as refused:
        game = _game_shown(link)
        return _to_play(token, link, game, begin(game, form_error_of(refused), move)), status_of(refused)
    except Conflict as conflict:
        game, form_error = _game_shown(link), form_error_of(conflict)
        is_on = turn_is_on(game, link)
        page = _to_play(token, link, game, begin(game, form_error)) if is_on else _over(token, link, game, form_error)
        return page, status_of(conflict)
    return redirect(_next_page(token, link, turn), 303)


@capability_pages.post("/t/<token>/undo")
def undo_held(token: str) -> ResponseReturnValue:
    """Stop the held move of the link's turn; if it is played already, its page says so."""
    stop_in_turn(_turn_of(token))
    return redirect(url_for("links.turn_page", token=token), 303)


@capability_pages.get("/t/<token>/game")
def game_page(token: str) -> ResponseReturnValue:
    """Show the game until the link's turn ended, with moves and chat; redirect to the link's page if it had no move."""
    link = _turn_of(token)
    game = _game_shown(link)
    if turn_is_on(game, link) or _may_ask_for_rematch(game, link):
        return _page(token, link, game, game.log_length, is_now=True)
    past = past_turn(game, link)
    if past is None:
        return redirect(url_for("links.turn_page", token=token), 303)
    return _page(token, link, game, past.log_length, is_now=past.is_latest)


@capability_pages.get("/t/<token>/resign")
def ask_to_resign(token: str) -> ResponseReturnValue:
    """Ask to confirm resigning; redirects if the turn is over."""
    link = _turn_of(token)
    game = _game_shown(link)
    if not turn_is_on(game, link):
        return redirect(url_for("links.turn_page", token=token), 303)
    words = resigning_in_words(consequences(game, seat_of(game, link.seat)))
    return render_template("resign_by_link.html", game=game, token=token, words=words)


@capability_pages.post("/t/<token>/resign")
def resign(token: str) -> ResponseReturnValue:
    """Resign in the link's turn; if that is over, its page says so."""
    with suppress(Conflict):
        resign_by_link(_turn_of(token), now())
    return redirect(url_for("links.turn_page", token=token), 303)


@capability_pages.post("/t/<token>/rematch")
def ask_for_rematch(token: str) -> ResponseReturnValue:
    """Create a rematch with seats exchanged, or join it; redirect to the player's turn if it is theirs."""
    link = _turn_of(token)
    game = _game_shown(link)
    account = seat_of(game, link.seat).account
    if account is None or not _may_ask_for_rematch(game, link):
        raise NotFound
    new = rematch(game.id, account, now())
    own = seat_number(new, account)
    if new.status == GameStatus.ACTIVE and own is not None and new.to_move == own:
        return redirect(path_of(turn_link(new, own)), 303)
    return redirect(url_for("links.game_page", token=token), 303)


def _turn_of(token: str) -> SeatLink:
    """Read a turn's link; raises NotFound."""
    link = read_link(token)
    if link is None or link.purpose != Purpose.TURN:
        raise NotFound
    return link


def _game_shown(link: SeatLink) -> Game:
    """Return the link's game, and set the language of the seat's player."""
    game = game_of(link)
    speak_to(seat_of(game, link.seat).account)
    return game


def _next_page(token: str, link: SeatLink, turn: Turn) -> str:
    """Return the address of the seat's next turn if it follows at once, else of this turn's result.

    A repeated old move gets no new link; only the newest email has that.
    """
    game = turn.game
    if not turn.repeated and game.status == GameStatus.ACTIVE and game.to_move == link.seat:
        return path_of(turn_link(game, link.seat))
    return url_for("links.turn_page", token=token)


def path_of(address: str) -> str:
    """Return the address without its host, because the browser may know us by another name."""
    return urlsplit(address).path


def _zone_of(game: Game, seat: Seat) -> str:
    """Return the time zone of the seat's player."""
    account = seat_of(game, seat).account
    return account.time_zone if account else "UTC"


def _to_play(token: str, link: SeatLink, game: Game, choice: Choice) -> str:
    return render_template(
        "turn.html",
        game=game,
        seat=link.seat,
        zone=_zone_of(game, link.seat),
        choice=choice,
        held=held_of(game, link.seat),
        undo_at=url_for("links.undo_held", token=token),
        news=entries(game, news_for(game, link.seat)),
        here=url_for("links.turn_page", token=token),
        whole_game=url_for("links.game_page", token=token),
        play_at=url_for("links.play_turn", token=token),
    )


def _over(token: str, link: SeatLink, game: Game, form_error: FormError | None = None) -> str:
    """Render the result of the link's turn. Later moves are for the next link, or for signed-in players."""
    past = past_turn(game, link)
    played = past.played if past else []
    return render_template(
        "turn_over.html",
        game=game,
        seat=link.seat,
        form_error=form_error,
        past=past,
        latest=past is not None and past.is_latest,
        board=board(game, past.log_length) if past else None,
        played=bool(played),
        news=entries(game, story(game, played[0].number, past.log_length)) if past and played else [],
        again=game.status == GameStatus.ACTIVE and game.to_move == link.seat,
        whole_game=url_for("links.game_page", token=token),
    )


def _may_ask_for_rematch(game: Game, link: SeatLink) -> bool:
    """Check whether the game is over and the link is of its seat's last turn; older links may have been forwarded."""
    return has_ended(game) and last_turn_of(game, link.seat) == link


def _page(token: str, link: SeatLink, game: Game, length: int, *, is_now: bool) -> str:
    asked = place_asked_for()
    at = length if asked is None else asked
    if at > length:
        raise NotFound("no-such-position")
    turns = [turn for turn in turns_of(game) if turn.end <= length]
    at_the_end, stop = at == game.log_length, stop_at(turns, at)
    return render_template(
        "game_by_link.html",
        game=game,
        token=token,
        seat=link.seat,
        zone=_zone_of(game, link.seat),
        is_now=is_now,
        is_on=turn_is_on(game, link),
        browsing=asked is not None,
        board=board(game, at),
        seated=players(game, link.seat) if at_the_end else players_then(game, link.seat, at),
        turns=turns,
        stop=stop,
        around=steps_around(game, link.seat, turns, stop),
        said=chat.said(game) if is_now else [],
        quick_words=QUICK_WORDS,
        can_play_again=_may_ask_for_rematch(game, link),
        again=rematch_of(game),
        here=url_for("links.game_page", token=token),
    )
