"""Tournaments with players, and the job that runs them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask

from service.competitions.entries import enter
from service.competitions.tables import pairings_of
from service.competitions.tournaments import create_tournament, tournament_of
from service.db.engines import session
from service.models import Account, Game, Pairing, System, Tournament
from service.play.seating import game_anew
from service.play.seats import resign
from service.play.seen_turns import mark_turn_seen
from tests.service.conftest import FakeClock
from tests.service.cups import planned
from tests.service.tables import person
from workers.jobs import clocks, tournaments


@dataclass
class Event:
    """A tournament with its organiser and players, in the order of entering."""

    id: str
    organiser: Account
    players: list[Account]
    clock: FakeClock

    @property
    def now(self) -> Tournament:
        """The tournament as it is now."""
        anew()
        return tournament_of(self.id)

    @property
    def pairings(self) -> list[Pairing]:
        """All pairings so far."""
        return list(pairings_of(self.now))

    @property
    def games(self) -> list[Game]:
        """The games of all pairings."""
        return [game_anew(each.game_id) for each in self.pairings if each.game_id is not None]

    @property
    def active(self) -> list[Game]:
        """The games under way."""
        return [game for game in self.games if game.status == "active"]

    def lose(self, game: Game, seat: int = 1) -> None:
        """Let the player of that seat resign."""
        loser = game.seats[seat].account
        assert loser is not None
        resign(game.id, loser, self.clock())

    def run_out_of_time(self) -> None:
        """Let the players to move see their turns, and miss the deadlines."""
        for game in self.active:
            mover = game.seats[game.to_move or 0].account
            assert mover is not None
            mark_turn_seen(game, mover, self.clock())
        self.clock.advance(days=4)
        anew()
        clocks.run()

    def run(self) -> Tournament:
        """Run the job, and return the tournament."""
        anew()
        tournaments.run()
        return self.now

    def play_on(self) -> Tournament:
        """Let all but the first seat of each game resign, until the tournament is over."""
        while self.run().state == "running":
            for game in self.active:
                for seat in range(1, len(game.seats)):
                    self.lose(game, seat)
        return self.now


def anew() -> None:
    """Read what others have written."""
    session().rollback()
    session().expire_all()


@pytest.fixture
def tournament(app: Flask, clock: FakeClock) -> Callable[..., Event]:
    """Create a tournament of so many players that starts when full, unless the terms say otherwise."""

    def made(count: int, system: System = System.ROUND_ROBIN, **terms: Any) -> Event:
        organiser = person("olga")
        usual: dict[str, Any] = {"most_entries": count} | terms
        created = create_tournament(organiser, planned(system=system, **usual), clock())
        players = [person(f"player{number}") for number in range(1, count + 1)]
        for player in players:
            enter(created.id, player, clock())
            clock.advance(seconds=1)
        return Event(created.id, organiser, players, clock)

    return made
