"""People of several tempers at many tables, under a clock that jumps to whatever comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from sqlalchemy import func, select, update

import rules
from service.core.db import session, transaction
from service.core.errors import Refused
from service.models import Account, Counter, Game, GameStatus, OnTimeout
from service.people.days_away import Vacation
from service.people.vacations import take_vacation, today_of
from service.play.games import NewGame, SeatWish, create_game
from service.play.looks import note_look
from service.play.moves import accept_move, legal_actions
from service.play.pauses import end_pause, wish_pause
from service.play.plans import PlanWish, set_plan
from service.play.proposals import ask_back
from service.play.results import Turn
from service.play.seats import join
from service.play.timekeeping.terms import ClockTerms
from service.work.heartbeats import HEARTBEAT, SINCE
from tests.service.conftest import FakeClock
from tests.service.play.timekeeping.second_reading import STEP
from tests.service.tables import person
from tests.service.year.ledger import Ledger
from tests.service.year.people import TEMPERS, ZONES, Person
from workers.jobs import clocks, opponents, plans

OUTAGE_EVERY = timedelta(days=40)
NEVER = timedelta(days=36500)
LONGEST = timedelta(days=400)
"""After which a game that was begun on the last day is over."""
GRACE = 10


@dataclass
class Figures:
    """What has happened."""

    games: int = 0
    moves: int = 0
    turns_of_machines: int = 0
    plans: int = 0
    takebacks: int = 0
    vacations: int = 0
    pauses: int = 0
    outages: int = 0


class Town:
    """All of it. `live` lets the time pass; at one look in `1 / holidays` somebody takes a vacation."""

    def __init__(self, clock: FakeClock, people: int, days: int, seed: int, holidays: float = 0.01) -> None:
        self.clock, self.rng, self.figures, self.holidays = clock, Random(seed), Figures(), holidays
        self.ends_at, self.next_outage = clock() + timedelta(days=days), clock() + OUTAGE_EVERY
        self.people = [self._person(number) for number in range(people)]
        numbered = {someone.account.id: someone for someone in self.people}
        self.ledger = Ledger(clock, lambda number: numbered.get(number or 0))
        self.active: dict[str, set[int]] = {}
        """The games under way, each with the accounts at its table."""
        self._known: dict[str, tuple[object, ...]] = {}

    def live(self) -> None:
        """Until the days are over, and then until no game is under way."""
        while self.clock() < self.ends_at or self.active:
            if self.clock() > self.ends_at + LONGEST:
                self.ledger.wrongs.append(f"{len(self.active)} games never end")
                return
            self.clock.time = self._what_comes_next()
            if self.clock() >= self.next_outage:
                self._break_down()
            self._beat()
            self._sweep()
            for someone in self.people:
                if someone.next_look <= self.clock():
                    self._look(someone)
            while opponents.run_turn(opponents.anything) or plans.run():
                pass
            for game in self._changed():
                self.figures.turns_of_machines += self._note(game)

    def games(self) -> Sequence[Game]:
        """All that were begun."""
        session().rollback()
        return session().scalars(select(Game).where(Game.id.in_(self.ledger.terms))).all()

    def _person(self, number: int) -> Person:
        temper, account = TEMPERS[number % len(TEMPERS)], person(f"p{number}")
        with transaction() as current:
            current.execute(update(Account).where(Account.id == account.id).values(time_zone=self.rng.choice(ZONES)))
        session().refresh(account)
        gone = timedelta(days=self.rng.expovariate(1 / temper.goes_after)) if temper.goes_after else NEVER
        return Person(account, temper, self._half_hours(4), self.clock() + gone)

    def _half_hours(self, mean: float) -> datetime:
        """A time on the half hour, so many hours from now in the mean."""
        return self.clock() + STEP * max(1, round(self.rng.expovariate(1 / (2 * mean))))

    def _what_comes_next(self) -> datetime:
        """The next look, the half hour after the next deadline, or the next outage."""
        looks = min(someone.next_look for someone in self.people)
        deadline = session().scalar(select(func.min(Game.deadline)).where(Game.status == GameStatus.ACTIVE))
        session().rollback()
        after = deadline + STEP if deadline is not None else looks
        return max(self.clock() + STEP, min(looks, after, self.next_outage))

    def _beat(self) -> None:
        """Let the schedule have been kept until now."""
        seconds = int((self.clock() - SINCE).total_seconds())
        with transaction() as current:
            current.merge(Counter(name=HEARTBEAT, value=seconds))

    def _break_down(self) -> None:
        """Nothing of ours runs for some hours."""
        self._beat()
        since = self.clock()
        self.clock.time += STEP * self.rng.randrange(2, 48)
        self.next_outage = self.clock() + OUTAGE_EVERY
        self.figures.outages += 1
        clocks.run()
        self.ledger.note_outage(since)

    def _sweep(self) -> None:
        clocks.run()
        for game in self._changed():
            self.ledger.note_sweep(game)
            self._note(game)

    def _look(self, someone: Person) -> None:
        """See to one's games, and perhaps begin one or take a vacation."""
        now = self.clock()
        if now >= someone.gone_at:
            someone.next_look = now + NEVER
            return
        someone.next_look = self._half_hours(someone.temper.hours)
        if not someone.is_there(now):
            return
        mine = [game_id for game_id, seated in self.active.items() if someone.account.id in seated]
        if now < self.ends_at and len(mine) < 2:
            self._begin(someone)
        if self.rng.random() < self.holidays:
            self._go_away(someone)
        for game_id in mine:
            self._see_to(self._game(game_id), someone)

    def _game(self, game_id: str) -> Game:
        session().rollback()
        return session().get_one(Game, game_id, populate_existing=True)

    def _begin(self, someone: Person) -> None:
        ruleset = rules.game(self.rng.choice(sorted(set(rules.games()) - {"springtime-puzzle"})))
        possible = [each for each in self.people if each is not someone]
        others = self.rng.sample(possible, self.rng.choice(ruleset.players) - 1)
        days, vacations = self.rng.randint(1, 4), self.rng.random() < 0.8
        weekends_off, nights_off = self.rng.random() < 0.3, self.rng.random() < 0.2
        plays_on = self.rng.random() < 0.4
        wish = NewGame(
            ruleset.id,
            [SeatWish(me=True), *(SeatWish(account=each.account.name) for each in others)],
            days_per_move=days,
            weekends_off=weekends_off,
            nights_off=nights_off,
            vacations=vacations,
            on_timeout=OnTimeout.COMPUTER if plays_on else OnTimeout.FORFEIT,
            stand_in_level=1 if plays_on else None,
            grace_minutes=GRACE if self.rng.random() < 0.5 else None,
        )
        game = create_game(someone.account, wish, self.clock())
        for each in others:
            join(game.id, each.account, self.clock())
        self.figures.games += 1
        self.active[game.id] = {someone.account.id, *(each.account.id for each in others)}
        self.ledger.terms[game.id] = ClockTerms(days, None, weekends_off, nights_off, vacations)
        self._note(self._game(game.id))

    def _go_away(self, someone: Person) -> None:
        first = today_of(someone.account, self.clock()) + timedelta(days=self.rng.randrange(20))
        taken = Vacation(first, first + timedelta(days=self.rng.randrange(10)))
        try:
            someone.account = take_vacation(someone.account.id, taken, self.clock())
        except Refused:
            return  # the days of the year are taken, or those of another vacation
        someone.vacations.append(taken)
        self.figures.vacations += 1

    def _see_to(self, game: Game, someone: Person) -> None:
        seat = next(seat for seat in game.seats if seat.account_id == someone.account.id)
        if game.status != GameStatus.ACTIVE or seat.left_by is not None:
            return
        if self.rng.random() < 0.01:
            self._pause(game, someone)
        if game.to_move != seat.number:
            if someone.temper.plans and self.rng.random() < 0.3:
                self._plan(game, someone)
            return
        note_look(game, someone.account, self.clock())
        self.ledger.check_deadline(self._game(game.id), someone)
        if self.rng.random() < 0.7:
            self._move(self._game(game.id), someone)

    def _pause(self, game: Game, someone: Person) -> None:
        change = wish_pause if game.paused_at is None else end_pause
        change(game.id, someone.account, self.clock())
        self.figures.pauses += self.ledger.note_pause(self._game(game.id))

    def _plan(self, game: Game, someone: Person) -> None:
        """A move that could be played now: whether it can be after theirs is for the rules to say."""
        move = _completed(game, self.rng.choice(legal_actions(game).actions))
        try:
            set_plan(game.id, someone.account, PlanWish(f"if anything then {move}"), self.clock())
        except Refused:
            return
        self.figures.plans += 1

    def _move(self, game: Game, someone: Person) -> None:
        left, seat = self.ledger.left(game, self.clock()), game.to_move or 0
        move = _completed(game, self.rng.choice(legal_actions(game).actions))
        played = accept_move(game.id, seat=seat, version=game.version, move=move, now=self.clock())
        if not isinstance(played, Turn):
            self._sweep()
            return
        self.figures.moves += 1
        self._note(self._game(game.id))
        if game.grace_minutes and self.rng.random() < 0.1:
            self._think_again(self._game(game.id), someone, left)

    def _think_again(self, game: Game, someone: Person, left: timedelta) -> None:
        """Take the move back that was just played: the turn has what was left of its time."""
        version = game.version
        try:
            ask_back(game.id, someone.account, self.clock())
        except Refused:
            return  # dice were thrown, or that was the end
        if self._game(game.id).version > version:
            self.figures.takebacks += 1
            self._note(self._game(game.id), left)

    def _changed(self) -> list[Game]:
        """The games under way of which there is something new, since it was asked last."""
        session().rollback()
        columns = Game.id, Game.version, Game.deadline, Game.status, Game.turn
        now = {row[0]: tuple(row) for row in session().execute(select(*columns).where(Game.id.in_(self.active)))}
        changed = [game_id for game_id in self.active if self._known.get(game_id) != now[game_id]]
        self._known.update(now)
        return [self._game(game_id) for game_id in changed]

    def _note(self, game: Game, given: timedelta | None = None) -> bool:
        if game.status != GameStatus.ACTIVE:
            self.active.pop(game.id, None)
        return self.ledger.note(game, given)


def _completed(game: Game, begun: str) -> str:
    legal = legal_actions(game, begun)
    return begun if legal.complete else _completed(game, f"{begun}, {legal.actions[0]}")
