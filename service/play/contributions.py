"""What each place adds to the dice, and where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from service.beacon.promises import words_count
from service.core import texts
from service.core.dice import made_up
from service.core.errors import Conflict
from service.core.keys import digest
from service.models import LONGEST_CONTRIBUTION, Account, Contributed, Game, GameSeat


def contribute(
    game: Game, seat: GameSeat, now: datetime, words: str | None = None, said: Contributed = Contributed.OWN
) -> None:
    """Add words of the one who has the seat, or Invalid `bad-text`; for who has none the server makes some up.

    They come after all that the game has by now.
    """
    if words and seat.account is not None:
        seat.contribution, seat.contributed = contribution_of(words, seat.account), said
    else:
        seat.contribution, seat.contributed = made_up(game.seed, game.id, seat.place), Contributed.SERVER
    _note(game, seat, now)


def carry(game: Game, players: Sequence[GameSeat], now: datetime, *, said_late: bool) -> None:
    """Let words of a game before count in this one, too, in their order; `players` are its seats, by the places here.

    They come after the commitment to it only if they were `said_late`; what the server made up is made up anew.
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
    """When something was added last, or now: the time of a request that waited for the game may be before that."""
    return max([now, *(seat.contributed_at for seat in game.seats if seat.contributed_at is not None)])


def _note(game: Game, seat: GameSeat, at: datetime) -> None:
    """Write down when something was added, and that it came last."""
    seat.contributed_at = last_contribution(game, at)
    seat.contribution_number = 1 + max((each.contribution_number or 0 for each in game.seats), default=0)


def contribution_of(words: str, player: Account) -> str:
    """What words of a player's add; Invalid `bad-text` if they are none.

    Of words that hold the player's name or address it is the SHA-256: what stays with the dice for ever names nobody.
    """
    line = texts.line("contribution", words, LONGEST_CONTRIBUTION)
    named = [name for name in (player.name, player.email) if name and name in words.lower()]
    return digest(line) if named else line


def check_added(game: Game, player: Account, words: str | None, now: datetime) -> None:
    """Refuse words that came too late: they would be lost, and nobody told.

    Conflict `contribution-fixed` if the player's seat had others already, `beacon-out` if those of the public beacon
    are known by now.
    """
    seat = next(seat for seat in game.seats if seat.account_id == player.id)
    if words and contribution_of(words, player) != seat.contribution:
        raise Conflict("contribution-fixed" if words_count(game, now) else "beacon-out")
