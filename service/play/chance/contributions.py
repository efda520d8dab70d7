"""What each place adds to the dice, and where it comes from."""

from __future__ import annotations

from datetime import datetime

from service.core import texts
from service.core.dice import made_up
from service.core.errors import Conflict
from service.core.keys import digest
from service.models import LONGEST_CONTRIBUTION, Account, Contributed, Game, GameSeat
from service.play.chance.promises import words_count


def contribute(game: Game, seat: GameSeat, words: str | None = None, said: Contributed = Contributed.OWN) -> None:
    """Add words of the one who has the seat, or Invalid `bad-text`; for who has none the server makes some up."""
    if words and seat.account is not None:
        seat.contribution, seat.contributed = contribution_of(words, seat.account), said
    else:
        seat.contribution, seat.contributed = made_up(game.seed, game.id, seat.place), Contributed.SERVER


def carry(game: Game, seat: GameSeat, player: GameSeat, *, said_late: bool) -> None:
    """Let a player's words of the first game of a match count in this one, too.

    They come after the commitment to it only if they were `said_late`; what the server made up is made up anew.
    """
    if player.contributed == Contributed.SERVER:
        contribute(game, seat)
    else:
        is_early = player.contributed == Contributed.OWN and not said_late
        seat.contribution = player.contribution
        seat.contributed = Contributed.EARLY if is_early else player.contributed


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
