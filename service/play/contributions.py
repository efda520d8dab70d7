"""Contributions of the players to the dice, and where they come from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from service.beacon.promises import words_count
from service.language import texts
from service.language.errors import Conflict
from service.models import LONGEST_CONTRIBUTION, Account, Contributed, Game, GameSeat
from service.security.keys import digest
from service.verification.dice import made_up


def contribute(
    game: Game, seat: GameSeat, now: datetime, words: str | None = None, said: Contributed = Contributed.OWN
) -> None:
    """Store a player's contribution to the dice, or Invalid `bad-text`; without one, the server generates it.

    It is numbered after all others of the game.
    """
    if words and seat.account is not None:
        seat.contribution, seat.contributed = contribution_of(words, seat.account), said
    else:
        seat.contribution, seat.contributed = made_up(game.seed, game.id, seat.place), Contributed.SERVER
    _note(game, seat, now)


def carry(game: Game, players: Sequence[GameSeat], now: datetime, *, said_late: bool) -> None:
    """Carry the contributions of a previous game over, in order; `players` are its seats by this game's places.

    They count as made after the commitment only if `said_late`; contributions by the server are generated anew.
    """
    seats = sorted(game.seats, key=lambda seat: players[seat.place].contribution_number or 0)
    for seat in seats:
        player = players[seat.place]
        if player.contributed in (Contributed.OWN, Contributed.EARLY):
            seat.contribution = player.contribution
            seat.contributed = player.contributed if said_late else Contributed.EARLY
            _note(game, seat, player.contributed_at or now)
    for seat in seats:
        if seat.contribution is None:
            contribute(game, seat, now)


def last_contribution(game: Game, now: datetime) -> datetime:
    """Return the time of the last contribution, or now if that is later: requests may have waited for the lock."""
    return max([now, *(seat.contributed_at for seat in game.seats if seat.contributed_at is not None)])


def _note(game: Game, seat: GameSeat, at: datetime) -> None:
    """Record the time and the number of a contribution."""
    seat.contributed_at = last_contribution(game, at)
    seat.contribution_number = 1 + max((each.contribution_number or 0 for each in game.seats), default=0)


def contribution_of(words: str, player: Account) -> str:
    """Return a player's words as a contribution; Invalid `bad-text` if they are none.

    Words that hold the player's name or address become their SHA-256: they are kept for ever and must name nobody.
    """
    line = texts.line("contribution", words, LONGEST_CONTRIBUTION)
    named = [name for name in (player.name, player.email) if name and name in words.lower()]
    return digest(line) if named else line


def check_added(game: Game, player: Account, words: str | None, now: datetime) -> None:
    """Refuse a contribution that comes too late, which would be lost silently.

    Raise Conflict `contribution-fixed` if the player's seat has another one already, `beacon-out` if the value of the
    public beacon is known by now.
    """
    seat = next(seat for seat in game.seats if seat.account_id == player.id)
    if words and contribution_of(words, player) != seat.contribution:
        raise Conflict("contribution-fixed" if words_count(game, now) else "beacon-out")
