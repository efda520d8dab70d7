"""Setting up tables by the actions themselves, for tests that begin in the middle of something."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from flask import current_app

from service.accounts.accounts import account_of, change, confirm
from service.db import clock
from service.db.engines import transaction
from service.models import Account, Game, GameStatus, Holding, Visibility
from service.play.games import NewGame, SeatWish, create_game
from service.play.moves import Result, Turn, accept_move, in_time, legal_actions
from service.play.seat_links import move_in_turn
from service.play.seating import game_seen_by, lock_game
from service.play.seats import join
from service.play.seen_turns import mark_turn_seen
from service.security.keys import SeatLink


def person(name: str) -> Account:
    """Create a confirmed account with that name and the address `name`@example.net."""
    with transaction():
        account = account_of(f"{name}@example.net", clock.now())
        account.name = name
        confirm(account, clock.now())
    return account


@dataclass(frozen=True)
class Table:
    """A game of seasons with its players in the order of invitation."""

    id: str
    players: list[Account] = field(default_factory=list)

    @property
    def game(self) -> Game:
        """The game as it is now."""
        return game_seen_by(self.id, self.players[0])

    @property
    def mover(self) -> Account:
        """Whose turn it is."""
        game = self.game
        account = next(seat.account for seat in game.seats if seat.number == game.to_move)
        assert account is not None
        return account

    def play(self, move: str, *, version: int | None = None, at: datetime | None = None) -> Turn:
        """Play for the seat to move, in time."""
        game = self.game
        assert game.to_move is not None
        named = game.version if version is None else version
        return in_time(accept_move(game.id, seat=game.to_move, version=named, move=move, now=at or clock.now()))

    def look(self) -> None:
        """Let the player to move view the game, so that failing emails no longer give extra time."""
        mark_turn_seen(self.game, self.mover, clock.now())

    def play_anything(self) -> Turn:
        """Play the first legal action; in Seasons that is a placement."""
        return self.play(legal_actions(self.game).actions[0])

    def whole_moves(self, count: int) -> list[str]:
        """So many different moves of the seat to act."""
        return [self._completed(action) for action in legal_actions(self.game).actions[:count]]

    def _completed(self, begun: str) -> str:
        legal = legal_actions(self.game, begun)
        return begun if legal.complete else self._completed(f"{begun}, {legal.actions[0]}")

    def play_to_the_end(self) -> Game:
        """Play until the game is over."""
        while self.game.status == GameStatus.ACTIVE:
            self.play_anything()
        return self.game


def table(
    *names: str,
    ruleset: str = "seasons",
    shuffle_seats: bool = False,
    visibility: Visibility = Visibility.PRIVATE,
    **time: Any,
) -> Table:
    """Create a running game between new people of those names; `time` is its time control."""
    players = [person(name) for name in names]
    wish = NewGame(
        ruleset=ruleset,
        seats=[SeatWish(me=True), *(SeatWish(email=player.email) for player in players[1:])],
        shuffle_seats=shuffle_seats,
        visibility=visibility,
        **time,
    )
    now: datetime = current_app.config["CLOCK"]()
    game = create_game(players[0], wish, now)
    for player in players[1:]:
        join(game.id, player, now)
    return Table(game.id, players)


def at_once(of: Table) -> Table:
    """Let no move of these players wait, not even one by link before dice are rolled."""
    for player in of.players:
        change(player.id, moves_held=Holding.NONE)
    return of


def move_by_link(link: SeatLink, *, version: int, move: str, now: datetime) -> Result:
    """Play in the link's turn, as `move_in_turn` does."""
    with transaction():
        return move_in_turn(lock_game(link.game_id), link, version=version, move=move, now=now)
