"""The pages that a turn's link opens: look, choose, see the effect, play; the whole game, and the ways out of it.

They need no account and no cookie. While the turn is on, who has the link sees all that its player sees, and so they do
once the game is over if it was the last of their turns. Who has the link to any other turn sees how the game went until
that ended, for mails are passed on.
"""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import urlsplit

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules import Seat
from service.core.clock import now
from service.core.errors import Conflict, NotFound
from service.core.keys import Purpose, SeatLink
from service.models import Game, GameStatus
from service.play import chat
from service.play.chat import QUICK_WORDS
from service.play.moves import RuleRefused, Turn, in_time
from service.play.rematches import has_ended, rematch, rematch_of
from service.play.seat_links import game_of, last_turn_of, move_by_link, past_turn, resign_by_link, turn_is_on
from service.play.seating import seat_number, seat_of
from service.play.turns import consequences
from service.post.links import read_link, turn_link
from service.telling.resigning import resigning_in_words
from service.telling.story import news_for, story
from service.web.boards import board
from service.web.choices import RESULT, Choice, begin, choose
from service.web.errors import FormError, form_error_of, status_of
from service.web.frame.blueprints import capability_pages
from service.web.frame.identity import speak_to
from service.web.tables import entries, players
from service.web.turn_by_turn import place_asked_for, players_then, stop_at, turns_of


@capability_pages.get("/t/<token>")
def turn_page(token: str) -> ResponseReturnValue:
    """The turn to be played, with as much of a move as has been chosen; or what came of it, once it is over."""
    link = _turn_of(token)
    game = _game_shown(link)
    if turn_is_on(game, link):
        return _to_play(token, link, game, choose(game, request.args))
    return _over(token, link, game)


@capability_pages.post("/t/<token>")
def play_turn(token: str) -> ResponseReturnValue:
    """Play the move, and show what came of it; a refused move comes back with the reason and what was written."""
    link = _turn_of(token)
    move, version = request.form.get("move", ""), request.form.get("version", -1, type=int)
    try:
        turn = in_time(move_by_link(link, version=version, move=move, now=now()))
    except RuleRefused as refused:
        game = _game_shown(link)
        return _to_play(token, link, game, begin(game, form_error_of(refused), move)), status_of(refused)
    except Conflict as conflict:
        game, form_error = _game_shown(link), form_error_of(conflict)
        is_on = turn_is_on(game, link)
        page = _to_play(token, link, game, begin(game, form_error)) if is_on else _over(token, link, game, form_error)
        return page, status_of(conflict)
    return redirect(f"{_next_page(token, link, turn)}#{RESULT}", 303)


@capability_pages.get("/t/<token>/game")
def game_page(token: str) -> ResponseReturnValue:
    """The game until the link's turn ended, with what was played and said; or the link's own page if it had none."""
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
    """Ask whether that is really meant; a turn that is over has nothing to give up."""
    link = _turn_of(token)
    game = _game_shown(link)
    if not turn_is_on(game, link):
        return redirect(url_for("links.turn_page", token=token), 303)
    words = resigning_in_words(consequences(game, seat_of(game, link.seat)))
    return render_template("resign_by_link.html", game=game, token=token, words=words)


@capability_pages.post("/t/<token>/resign")
def resign(token: str) -> ResponseReturnValue:
    """Give up the seat in its turn; once that is over, the page says so."""
    with suppress(Conflict):
        resign_by_link(_turn_of(token), now())
    return redirect(url_for("links.turn_page", token=token), 303)


@capability_pages.post("/t/<token>/rematch")
def ask_for_rematch(token: str) -> ResponseReturnValue:
    """Set up the same table with seats exchanged, or take one's seat at it; straight to the move if it is one's own."""
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
    """What the link to a turn is good for, or NotFound."""
    link = read_link(token)
    if link is None or link.purpose != Purpose.TURN:
        raise NotFound
    return link


def _game_shown(link: SeatLink) -> Game:
    """The game of the link, told in the language of whoever has the seat."""
    game = game_of(link)
    speak_to(seat_of(game, link.seat).account)
    return game


def _next_page(token: str, link: SeatLink, turn: Turn) -> str:
    """The seat's next turn if it goes straight on, else what came of this one.

    Whoever only repeats an old move gets no new permission: the newest mail has that.
    """
    game = turn.game
    if not turn.repeated and game.status == GameStatus.ACTIVE and game.to_move == link.seat:
        return path_of(turn_link(game, link.seat))
    return url_for("links.turn_page", token=token)


def path_of(address: str) -> str:
    """The address without its host: the browser stays where it is, however it calls us."""
    return urlsplit(address).path


def _zone_of(game: Game, seat: Seat) -> str:
    """The time zone of whoever has the seat."""
    account = seat_of(game, seat).account
    return account.time_zone if account else "UTC"


def _to_play(token: str, link: SeatLink, game: Game, choice: Choice) -> str:
    return render_template(
        "turn.html",
        game=game,
        seat=link.seat,
        zone=_zone_of(game, link.seat),
        choice=choice,
        news=entries(game, news_for(game, link.seat)),
        here=url_for("links.turn_page", token=token),
        whole_game=url_for("links.game_page", token=token),
        play_at=url_for("links.play_turn", token=token),
    )


def _over(token: str, link: SeatLink, game: Game, form_error: FormError | None = None) -> str:
    """What came of the link's turn. What others do after it is for the next link, or for those who sign in."""
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
        zone=_zone_of(game, link.seat),
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
