"""Fields of players and results for tests of pairings."""

from collections.abc import Collection, Sequence

from benchmarks.tournaments import paired
from service.competitions.pairing.interface import DrawnRound, Entrant, PairingSystem
from service.models.competition import Pairing


def field(players: int, *, out: Collection[int] = (), late: int = 0) -> list[Entrant]:
    """Return players by number; the last ones enter in the second round."""
    return [
        Entrant(number, 2 if number > players - late else 1, is_in=number not in out)
        for number in range(1, players + 1)
    ]


def begun(drawn: Sequence[DrawnRound]) -> list[Pairing]:
    """Return the games of these rounds, all under way; byes are worth two half points."""
    return [
        paired(of.round, board, players, (2,) if len(players) == 1 else None, unplayed=len(players) == 1)
        for of in drawn
        for board, players in enumerate(of.pairings, start=1)
    ]


def won_by_the_better(met: Sequence[Pairing]) -> list[Pairing]:
    """Return these games as they end when every better seed wins."""
    return [
        paired(
            game.round,
            game.board,
            game.players,
            game.half_points or tuple(2 * sum(player < other for other in game.players) for player in game.players),
            unplayed=game.unplayed,
        )
        for game in met
    ]


def played_out(system: PairingSystem, entrants: Sequence[Entrant], rounds: int, seats: int = 2) -> list[Pairing]:
    """Return all games of a tournament in which the better seed always wins."""
    met: list[Pairing] = []
    while drawn := system(entrants, met, rounds, seats):
        met = won_by_the_better([*met, *begun(drawn)])
    return met
