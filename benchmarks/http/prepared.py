"""Games with moves known beforehand: the dice follow from the game's seed, so each move is legal when it is sent."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil
from random import Random

from benchmarks.http.crowd import Chain, request
from rules import CHANCE
from service.accounts.accounts import account_of, confirm
from service.accounts.scopes import SCOPES
from service.accounts.tokens import create_token
from service.db.clock import now
from service.db.engines import transaction
from service.models import Account, Delivery, Game, Visibility
from service.play.games import NewGame, SeatWish, create_game
from service.play.positions import position_of
from service.play.seats import join
from service.play.turns import dice_of
from service.verification.dice import Dice

SEATS = {"seasons": 2, "tribes": 4}
"""Number of seats of each game."""
SHORTEST = {"seasons": 30, "tribes": 28}
"""Least number of moves in a game."""
MARGIN = 3.0
"""Ratio of prepared to expected moves."""


@dataclass(frozen=True)
class Player:
    """An account with a token."""

    account: Account
    token: str


@dataclass(frozen=True)
class Move:
    """A move to send: its player, and the version it answers."""

    player: Player
    version: int
    text: str

    def request(self, game: str) -> str:
        """Format the HTTP request of the move."""
        body = {"version": self.version, "move": self.text}
        return request("POST", f"/api/v1/games/{game}/moves", body, Authorization=f"Bearer {self.player.token}")


@dataclass(frozen=True)
class Script:
    """A game that waits for its first move, and all of its moves."""

    game: str
    moves: Sequence[Move]

    def chain(self) -> Chain:
        """List the requests that play the game to its end."""
        return [move.request(self.game) for move in self.moves]


class Players:
    """Players who take seats in turn, so that none reaches a rate limit.

    `delivery` is their email setting: `idle` means that each move writes its notices, and they wait.
    """

    def __init__(self, number: int, delivery: Delivery = Delivery.IDLE, named: str = "player") -> None:
        self._rng = Random(named)
        self._next = count()
        with transaction():
            self.all = [_person(f"{named}-{each}@example.net", delivery) for each in range(number)]

    def scripts(self, ruleset: str, number: int) -> list[Script]:
        """Create this many games, with their future moves."""
        with transaction():
            return [self._script(ruleset) for _ in range(number)]

    def chains(self, ruleset: str, clients: int, moves: float) -> list[list[Chain]]:
        """Prepare games for each client, enough for this many moves of all together, with a margin."""
        games = ceil(MARGIN * moves / clients / SHORTEST[ruleset]) + 1
        return [[script.chain() for script in self.scripts(ruleset, games)] for _ in range(clients)]

    def _script(self, ruleset: str) -> Script:
        seated = [self.all[next(self._next) % len(self.all)] for _ in range(SEATS[ruleset])]
        seats = [SeatWish(me=True), *[SeatWish(open=True)] * (len(seated) - 1)]
        wish = NewGame(ruleset, seats, shuffle_seats=False, visibility=Visibility.PUBLIC)
        game = create_game(seated[0].account, wish, now())
        for player in seated[1:]:
            join(game.id, player.account, now())
        moves = enumerate(random_moves(game, dice_of(game), self._rng), game.version)
        return Script(game.id, [Move(seated[seat], version, text) for version, (seat, text) in moves])


def random_moves(game: Game, dice: Dice, rng: Random) -> Iterator[tuple[int, str]]:
    """Yield the seat and the text of each move of a random game, from its position to the end."""
    position, length = position_of(game), game.log_length
    while (seat := position.current_player()) is not None:
        if seat == CHANCE:
            position, length = position.apply(dice.outcome(position, length)), length + 1
            continue
        actions = list[Hashable]()
        while not actions or position.mid_turn:
            actions.append(rng.choice(position.legal_actions()))
            position, length = position.apply(actions[-1]), length + 1
        yield seat, ", ".join(map(str, actions))


def _person(email: str, delivery: Delivery) -> Player:
    account = account_of(email, now())
    account.delivery = delivery
    confirm(account, now())
    return Player(account, create_token(account, "benchmark", SCOPES, now(), is_told=False).secret)
