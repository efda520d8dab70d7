"""Knock-out of pairs: the winner of each game goes on. The bracket follows from the order of seeding."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.competitions.pairing.earlier_rounds import by_round, earlier_rounds, seated
from service.competitions.pairing.interface import DrawnRound, Entrant
from service.models.competition import Pairing

NOBODY = 0
"""The winner of a tie whose players had both left, and the empty places of the first round."""


@dataclass(frozen=True)
class Tie:
    """Two places of the bracket."""

    round: int
    players: tuple[int, ...]
    """Who is to be drawn: two, one who has a bye, or none as it is drawn or cannot be yet."""
    winner: int | None
    """None until it is known."""


def knock_out(entrants: Sequence[Entrant], met: Sequence[Pairing], rounds: int, seats: int) -> Sequence[DrawnRound]:
    """Let the winner of each game go on; after a draw the better seed does. There are no late entries."""
    earlier = earlier_rounds(met)
    ties = [tie for tie in bracket(entrants, met) if tie.players]
    return by_round((tie.round, seated(tie.players, earlier) if len(tie.players) > 1 else tie.players) for tie in ties)


def bracket(entrants: Sequence[Entrant], met: Sequence[Pairing]) -> list[Tie]:
    """Return all ties, round by round, the final last."""
    numbers = sorted(entrant.number for entrant in entrants if entrant.first_round == 1)
    staying = {entrant.number for entrant in entrants if entrant.is_in}
    rounds = max(len(numbers) - 1, 0).bit_length()
    places: list[int | None] = [
        numbers[seed - 1] if seed <= len(numbers) else NOBODY for seed in _seeds(rounds) if numbers
    ]
    games = {(game.round, player): game for game in met for player in game.players}
    ties = []
    for number in range(1, rounds + 1):
        pairs = list(zip(places[::2], places[1::2], strict=True))
        of_round = [_tie(number, pair, games, staying) for pair in pairs]
        places = [tie.winner for tie in of_round]
        ties += of_round
    return ties


def _seeds(rounds: int) -> list[int]:
    """Return the seeds in the order of the bracket: the best two can meet in the final only."""
    seeds = [1]
    for _ in range(rounds):
        seeds = [each for seed in seeds for each in (seed, 2 * len(seeds) + 1 - seed)]
    return seeds


def _tie(
    number: int, pair: tuple[int | None, int | None], games: dict[tuple[int, int], Pairing], staying: set[int]
) -> Tie:
    """Return how it stands between the winners of two places."""
    game = next((games[number, player] for player in pair if player and (number, player) in games), None)
    if game is not None:
        return Tie(number, (), _winner(game, staying))
    if None in pair:
        return Tie(number, (), None)
    present = tuple(player for player in pair if player in staying)
    return Tie(number, present, None if present else NOBODY)


def _winner(game: Pairing, staying: set[int]) -> int | None:
    """Return who goes on: after a draw the better seed, nobody if both have left a game that is not over."""
    if game.half_points is None:
        return NOBODY if staying.isdisjoint(game.players) else None
    best = max(game.half_points)
    return min(player for player, points in zip(game.players, game.half_points, strict=True) if points == best)
