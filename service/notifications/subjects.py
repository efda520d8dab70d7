"""Stable email subjects: the opponents' names that all emails to one player of a game use.

They are stored before the first of these emails and stay, even if players are renamed: mail programs group emails by
subject.
"""

from __future__ import annotations

from service.accounts.accounts import is_guest, person_behind
from service.models import Game, GameSeat, SeatState
from service.play.seating import invited_as

PEOPLE, COMPUTERS = "people", "computers"
"""The stored parts: names (or addresses, for readers who know them), and levels of computers."""


def note_company(game: Game, seat: GameSeat, *, by_address: bool = False) -> None:
    """Store the names for the subjects of the seat's emails, in the current transaction, once.

    `by_address` if the host knows the player's address, and so shows theirs.
    """
    if seat.with_whom is None:
        seat.with_whom = company(game, seat, by_address=by_address)


def company(game: Game, seat: GameSeat, *, by_address: bool = False) -> dict[str, list[str]]:
    """List the opponents, as far as the player of the seat may know them now."""
    others = [other for other in sorted(game.seats, key=lambda each: each.place) if other.place != seat.place]
    to_host = seat.account_id is not None and seat.account_id == game.creator_id
    names = [_called(other, game, to_host=to_host, by_address=by_address) for other in others]
    return {
        PEOPLE: [name for name in names if name],
        COMPUTERS: [str(other.ai_level) for other in others if other.account_id is None and other.ai_level is not None],
    }


def _called(other: GameSeat, game: Game, *, to_host: bool, by_address: bool) -> str:
    if other.state == SeatState.INVITED:
        return invited_as(other, to_host=to_host) or ""
    account = other.account
    if other.state != SeatState.TAKEN or account is None:
        return ""
    if other.beside:
        return other.beside
    is_unnamed_host = by_address and account.id == game.creator_id and is_guest(account)
    person = person_behind(account) if is_unnamed_host else None
    return (person.email if person and person.verified_at else None) or account.called
