"""Whatever happens, in whatever order and after however long, totals are what whole tables come to."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

import pytest
from flask import Flask
from sqlalchemy import ColumnElement, select

from service.core.db import session, transaction
from service.core.errors import Conflict, Refused
from service.leaving.departures import leave
from service.models import Account, Game, GameSeat, GameStatus, OnTimeout, SeatState, Visibility
from service.people.visitors import new_visitor
from service.play.analyses import ask
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.handing_over import hand_over
from service.play.imports import import_record
from service.play.moves import accept_move, legal_actions
from service.play.seats import decline, join, resign
from service.play.substitutes import games_with_left_seats, take_over
from service.work.events import newest_number
from tests.service.conftest import FakeClock
from tests.service.foreign import Record, resigned
from tests.service.metrics.whole import counted, whole
from tests.service.tables import person
from tests.workers.outbox import drain_by
from tests.workers.post import Post
from workers.jobs import clocks, departures, forgetting, opponents
from workers.jobs.notices import seal_due
from workers.transports import Letter, TransportError

T = TypeVar("T")

STEPS = 100
SPANS = ({"minutes": 7}, {"hours": 1}, {"hours": 5}, {"hours": 9}, {"days": 4}, {"days": 40}, {"days": 100})
"""How much time passes at once."""


class History:
    """What people, programs and time do, drawn at random."""

    def __init__(self, rng: Random, clock: FakeClock) -> None:
        self.rng, self.clock = rng, clock
        self.names = [f"player-{number}" for number in range(6)]
        self.strangers = 0
        self.record: Record = resigned()

    def step(self) -> None:
        """Let something happen; who may not do it is refused."""
        session().rollback()
        try:
            getattr(self, self.rng.choice(CHOICES))()
        except Refused:
            session().rollback()

    def sets_up(self) -> None:
        then = self.rng.choice([OnTimeout.SUBSTITUTE, OnTimeout.FORFEIT])
        create_game(self._person(), NewGame("seasons", self._seats(), on_timeout=then), self.clock())

    def sets_up_match(self) -> None:
        seats = [SeatWish(me=True), SeatWish(email=self._address())]
        create_match(self._person(), NewGame("dawn", seats), self.clock(), simultaneous=self.rng.random() < 0.5)

    def plays_the_computer(self) -> None:
        wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)])
        create_game(self._person() if self.rng.random() < 0.5 else new_visitor(self.clock()), wish, self.clock())

    def signs_in_after_playing(self) -> None:
        visitor = new_visitor(self.clock())
        wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email=self._address())])
        game = create_game(visitor, wish, self.clock())
        [guest] = [seat.account for seat in game.seats if seat.account is not None and seat.account.id != visitor.id]
        join(game.id, guest, self.clock())
        owner = self.rng.choice([self._person(), guest])
        with transaction():
            hand_over(visitor, session().get_one(Account, owner.id))

    def answers(self) -> None:
        seat = self._one_of(self._seats_where(GameSeat.state == SeatState.INVITED))
        account = session().get_one(Account, seat.account_id)
        if self.rng.random() < 0.75:
            join(seat.game_id, account, self.clock())
        else:
            decline(seat.game_id, account, self.clock())

    def moves(self) -> None:
        for _ in range(self.rng.randrange(1, 8)):
            game = self._one_of(session().scalars(select(Game).where(Game.status == GameStatus.ACTIVE)).all())
            move = ""
            while not (legal := legal_actions(game, move)).complete:
                move = f"{move}, {legal.actions[0]}" if move else legal.actions[0]
            accept_move(game.id, seat=game.to_move or 0, version=game.version, move=move, now=self.clock())
            session().rollback()

    def resigns(self) -> None:
        seat = self._one_of(self._seats_where(GameSeat.state == SeatState.TAKEN))
        resign(seat.game_id, session().get_one(Account, seat.account_id), self.clock())

    def leaves(self) -> None:
        if self.rng.random() < 0.2:
            leave(self._person(), self.clock())
            departures.run()

    def substitutes(self) -> None:
        eve = self._person()
        for game in games_with_left_seats(eve):
            seat = next(seat.number for seat in game.seats if seat.stood_in_at is not None)
            take_over(game.id, seat, eve, self.clock())

    def asks_for_analysis(self) -> None:
        seat = self._one_of(self._seats_where(GameSeat.state == SeatState.TAKEN))
        ask(seat.game_id, session().get_one(Account, seat.account_id), self.clock())

    def brings_a_game_in(self) -> None:
        import_record(self._person(), self.record, Visibility.PRIVATE, self.clock())

    def workers_work(self) -> None:
        opponents.run()
        seal_due(self.clock)

    def mails_leave(self) -> None:
        drain_by(Post(self._trouble))

    def time_passes(self) -> None:
        self.clock.advance(**self.rng.choice(SPANS))
        clocks.run()

    def events_are_numbered(self) -> None:
        newest_number()

    def what_is_old_is_forgotten(self) -> None:
        while forgetting.run():
            pass

    def is_counted(self) -> None:
        assert counted() == whole()

    def _trouble(self, _letter: Letter) -> None:
        if self.rng.random() < 0.3:
            raise TransportError("no such user", permanent=self.rng.random() < 0.5)

    def _person(self) -> Account:
        return person(self.rng.choice(self.names))

    def _address(self) -> str:
        if self.rng.random() < 0.5:
            return f"{self.rng.choice(self.names)}@example.net"
        self.strangers += 1
        return f"stranger-{self.strangers}@example.net"

    def _seats(self) -> list[SeatWish]:
        others = [SeatWish(email=self._address()), SeatWish(open=True), SeatWish(ai=1)]
        return [SeatWish(me=True), SeatWish(email=self._address()), *self.rng.sample(others, self.rng.randrange(2))]

    def _seats_where(self, *which: ColumnElement[bool]) -> Sequence[GameSeat]:
        held = select(GameSeat).join(Game).where(GameSeat.account_id.is_not(None), *which)
        return session().scalars(held.where(Game.status.in_([GameStatus.INVITING, GameStatus.ACTIVE]))).all()

    def _one_of(self, found: Sequence[T]) -> T:
        if not found:
            raise Conflict("nothing-there")
        return self.rng.choice(found)


CHOICES = [name for name in vars(History) if not name.startswith("_") and name != "step"]


@pytest.mark.parametrize("seed", range(2))
def test_totals_are_what_whole_tables_come_to_whatever_has_happened(app: Flask, clock: FakeClock, seed: int) -> None:
    history = History(Random(seed), clock)
    for _ in range(STEPS):
        history.step()
    assert counted() == whole()
