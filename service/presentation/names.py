"""Seat names on pages, in emails and in the API, and the note beside a name."""

from __future__ import annotations

from rules import CHANCE, Seat
from service.language.catalogue import gettext
from service.models import EndedBy, Game, GameSeat, GameStatus, SeatState
from service.play.seating import account_shown, invited_as, seat_of


def name_of(seat: GameSeat, your_seat: Seat | None = None, *, to_host: bool = False) -> str:
    """Return the display name of a seat; `account_shown` decides whether an invited player's name is shown."""
    if account_shown(seat, your_seat, to_host=to_host) is not None:
        return seat.holder
    if seat.recorded_name is not None:
        return seat.recorded_name
    if seat.state == SeatState.INVITED:
        return invited_as(seat, to_host=to_host) or gettext("Someone")
    if seat.ai_level is not None:
        return gettext("Computer, level %(level)d", level=seat.ai_level)
    return gettext("Someone") if seat.state == SeatState.TAKEN else gettext("Free place")


def name_on(game: Game, number: Seat) -> str:
    """Return the display name of the seat with that number, or of the dice."""
    return gettext("Dice") if number == CHANCE else name_of(seat_of(game, number))


def names_at(game: Game) -> tuple[str, ...]:
    """Return the display names of all seats, in the order of play."""
    return tuple(name_of(seat) for seat in sorted(game.seats, key=lambda seat: seat.number))


def note_on(seat: GameSeat, game: Game) -> str:
    """Return what is shown beside the name: that the player resigned, is away, is invited, or is a bot."""
    is_over = game.status == GameStatus.FINISHED
    if seat.left_by == EndedBy.RESIGNATION:
        return gettext("resigned") if is_over else gettext("resigned; the computer plays on")
    if seat.left_by == EndedBy.TIME:
        return gettext("out of time") if is_over else gettext("out of time; the computer plays on")
    if seat.stood_in_at is not None:
        return gettext("away; the computer plays")
    account = account_shown(seat)
    if account is not None and account.unreachable_since is not None:
        return gettext("unreachable by email")
    return {
        SeatState.OPEN: gettext("first to join"),
        SeatState.INVITED: gettext("invited"),
        SeatState.TAKEN: gettext("bot") if account is not None and account.owner_id is not None else "",
    }[seat.state]
