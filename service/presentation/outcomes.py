"""Describe a game's status and result on pages, in emails and in the API."""

from __future__ import annotations

import rules
from rules import Seat
from rules.prose import N_
from service.beacon.promises import is_awaited
from service.language.catalogue import gettext, listed, ngettext
from service.models import DeclineReason, EndedBy, Game, GameSeat, GameStatus, SeatState
from service.play.declining import REASONS
from service.play.seating import is_shared, seat_of
from service.presentation.names import name_of, name_on

ENDINGS = {
    EndedBy.RESIGNATION: N_("The game ended because a player resigned."),
    EndedBy.TIME: N_("The game ended because a player ran out of time."),
    EndedBy.AGREEMENT: N_("The players agreed on a draw."),
}


def status_line(game: Game, your_seat: Seat | None) -> str:
    """Return a game's status as a phrase without a full stop: who is awaited, whose turn it is, or who won."""
    if game.status == GameStatus.INVITING:
        return _awaited(game, your_seat)
    if game.status != GameStatus.ACTIVE:
        return result(game, your_seat) or gettext("Game over")
    if game.to_move is not None and game.to_move == your_seat:
        is_away = seat_of(game, your_seat).stood_in_at is not None
        if is_shared(game, your_seat):
            return gettext("%(name)s's turn", name=name_on(game, your_seat))
        return gettext("The computer plays for you") if is_away else gettext("Your turn")
    return gettext("Waiting for %(name)s", name=name_on(game, game.to_move or 0))


def result(game: Game, your_seat: Seat | None) -> str:
    """Return who won, or what was reached, as a phrase without a full stop; empty where only the match is won."""
    if game.status == GameStatus.CANCELLED:
        return called_off(game)
    winners = game.winners or []
    if not winners:
        return _points_made(game) or ("" if game.match_id else gettext("Nobody won"))
    if winners == [your_seat] and not is_shared(game, your_seat):
        return gettext("You won")
    names = listed(name_on(game, number) for number in winners)
    return ngettext("%(names)s won", "%(names)s share the win", len(winners), names=names)


def points_reached(game: Game) -> str:
    """Return the points of a game that nobody could win by itself, as a phrase; empty for any other game."""
    made = _made(game)
    if made is None:
        return ""
    points, side = made
    if side:
        return ngettext("One point for %(side)s", "%(num)d points for %(side)s", points, side=gettext(side))
    return ngettext("One point", "%(num)d points", points)


def called_off(game: Game, name: str = "") -> str:
    """Return why a game was cancelled, as a phrase without a full stop; `name` is the player who caused it."""
    if game.ended_by == EndedBy.DECLINED:
        by_name = N_("%(name)s declined, so there is no game")
        unnamed = N_("The invitation was declined, so there is no game")
    else:
        by_name = N_("%(name)s withdrew before the game started, so there is no game")
        unnamed = N_("A player withdrew before the game started, so there is no game")
    return gettext(by_name, name=name) if name else gettext(unnamed)


def why_declined(seat: GameSeat) -> str:
    """Return the reason that a player gave for declining the seat, as a sentence for the host; empty without one."""
    if seat.decline_reason is None:
        return ""
    return gettext("Reason: %(reason)s.", reason=gettext(REASONS[DeclineReason(seat.decline_reason)]))


def how_it_ended(game: Game) -> str:
    """Return in a sentence why the game is over; empty if it was played to its end."""
    if game.adjudicated is not None:
        return gettext("The organiser decided the game: %(reason)s", reason=game.adjudicated)
    return gettext(ENDINGS.get(game.ended_by or EndedBy.PLAY, ""))


def _awaited(game: Game, your_seat: Seat | None) -> str:
    late = [seat for seat in game.seats if seat.is_awaited]
    if any(seat.number == your_seat for seat in late):
        return gettext("Waiting for you to start")
    waiting = sum(seat.state != SeatState.TAKEN for seat in game.seats)
    if not waiting and not late and is_awaited(game):
        return gettext("Waiting for the public beacon")
    if waiting or not late:
        return ngettext("Waiting for one more player", "Waiting for %(num)d more players", waiting)
    return gettext("Waiting for %(name)s to start", name=name_of(game, late[0]))


def _points_made(game: Game) -> str:
    made = _made(game)
    if made is None:
        return ""
    points, side = made
    if side:
        return ngettext(
            "Game over: one point for %(side)s", "Game over: %(num)d points for %(side)s", points, side=gettext(side)
        )
    return ngettext("Game over: one point", "Game over: %(num)d points", points)


def _made(game: Game) -> tuple[int, str] | None:
    """Return the points of a puzzle or of one half of a match, and the side that made them, if sides differ."""
    ruleset = rules.games().get(game.ruleset)
    if game.status == GameStatus.CANCELLED or game.winners or not game.scores or ruleset is None:
        return None
    points = max(game.scores)
    if ruleset.cooperative:
        return points, ""
    if ruleset.sides and game.ended_by == EndedBy.PLAY:
        return points, ruleset.sides[game.scores.index(points)]
    return None
