"""Seat names on pages, in emails and in the API, and the note beside a name."""

from __future__ import annotations

from itertools import count

from rules import CHANCE, Seat
from service.accounts.accounts import is_guest
from service.accounts.names import looks_of
from service.language.catalogue import gettext
from service.models import Account, EndedBy, Game, GameSeat, GameStatus, Message, SeatState
from service.play.seating import account_shown, address_invited, invited_as, seat_of


def name_of(game: Game, seat: GameSeat, your_seat: Seat | None = None, *, to_host: bool = False) -> str:
    """Return the display name of a game's seat; `account_shown` decides whether an invited player's name is shown."""
    account = account_shown(seat, your_seat, to_host=to_host)
    if account is not None:
        return seat.beside or seat.guest_name or _called_there(account, game, seat, to_host=to_host)
    if seat.recorded_name is not None:
        return seat.recorded_name
    if seat.state == SeatState.INVITED:
        return invited_as(seat, to_host=to_host) or gettext("Someone")
    if seat.ai_level is not None:
        return gettext("Computer, level %(level)d", level=seat.ai_level)
    return gettext("Someone") if seat.state == SeatState.TAKEN else gettext("Free place")


def called(account: Account) -> str:
    """Return the display name of an account: as its owner typed it, else its handle; `A guest` before there is one."""
    return display_name_of(account) or gettext("A guest")


def display_name_of(account: Account) -> str | None:
    """Return the name as the account's owner typed it, else its handle; None before there is one."""
    return None if is_guest(account) else account.called


def author_of(message: Message) -> str:
    """Return the display name of the author of a message."""
    return message.guest_name or called(message.account)


def _called_there(account: Account, game: Game, seat: GameSeat, *, to_host: bool) -> str:
    """Name an account among those of its game: guests by number if there are several, names that look alike by handle.

    The host reads the address of a guest whom they invited by it.
    """
    taken = [each for each in game.seats if each.state == SeatState.TAKEN and not each.guest_name and not each.beside]
    others = [each.account for each in taken if each.account and each is not seat]
    if is_guest(account) and any(each.beside for each in game.seats):
        names = (gettext("Player %(number)d", number=number) for number in count(1))
        return next(name for name in names if name not in {each.beside for each in game.seats})
    if is_guest(account):
        guests = [each.id < account.id for each in others if is_guest(each)]
        numbered = gettext("Guest %(number)d", number=1 + sum(guests)) if guests else called(account)
        return address_invited(seat, to_host=to_host) or numbered
    is_alike = any(looks_of(each.called) == looks_of(account.called) for each in others)
    return f"{account.called} ({account.name})" if is_alike and account.called != account.name else account.called


def name_on(game: Game, number: Seat) -> str:
    """Return the display name of the seat with that number, or of the dice."""
    return gettext("Dice") if number == CHANCE else name_of(game, seat_of(game, number))


def names_at(game: Game) -> tuple[str, ...]:
    """Return the display names of all seats, in the order of play."""
    return tuple(name_of(game, seat) for seat in sorted(game.seats, key=lambda seat: seat.number))


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
