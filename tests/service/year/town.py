"""People of several tempers at many tables, under a clock that jumps to whatever comes next.

What each of them has a right to is noted here, from what they do and what docs/clocks.md says, and read a second time,
half hour after half hour: nothing of it comes from the service. So everything happens on the half hour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import func, select, update

import rules
from service.core.db import session, transaction
from service.core.errors import Refused
from service.models import Account, Counter, EndedBy, Game, GameStatus, OnTimeout
from service.people.days_away import Vacation
from service.people.vacations import take_vacation, today_of
from service.play.games import NewGame, SeatWish, create_game
from service.play.looks import note_look
from service.play.moves import accept_move, legal_actions
from service.play.pauses import end_pause, wish_pause
from service.play.plans import PlanWish, set_plan
from service.play.results import Turn
from service.play.seating import game_seen_by, seat_of
from service.play.seats import join
from service.play.timekeeping.breaks import Break, Why
from service.play.timekeeping.running import History
from service.play.timekeeping.terms import ClockTerms
from service.telling.clock_words import deadline_in_words
from service.work.heartbeats import HEARTBEAT, SINCE
from tests.service.conftest import FakeClock
from tests.service.play.timekeeping.second_reading import STEP, deadline_slowly, remaining_slowly
from tests.service.tables import person
from workers.jobs import clocks, opponents, plans

ZONES = ("UTC", "Europe/Rome", "America/New_York", "America/Santiago", "Asia/Kolkata", "Pacific/Kiritimati")
OUTAGE_EVERY = timedelta(days=40)
NEVER = timedelta(days=36500)


class Temper(NamedTuple):
    """How somebody plays: the mean of hours between two looks, the weekdays on which they look, what else they do."""

    hours: float
    weekdays: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7)
    goes_after: float = 0
    """The mean of days after which they never come back; 0 for people who stay."""
    plans: bool = False


TEMPERS = (
    Temper(8),
    Temper(30),
    Temper(20, (6, 7)),
    Temper(12, plans=True),
    Temper(16, goes_after=60),
)


@dataclass
class Person:
    """Somebody, what is known of them here, and when they look next."""

    account: Account
    temper: Temper
    next_look: datetime
    gone_at: datetime
    vacations: list[Vacation] = field(default_factory=list)


@dataclass
class Noted:
    """What the seat to move has a right to in the turn under way."""

    turn: int
    seat: int
    began: datetime
    given: timedelta
    stops: list[Break] = field(default_factory=list)


@dataclass
class Figures:
    """What has happened, and what must not have."""

    games: int = 0
    moves: int = 0
    by_others: int = 0
    losses: int = 0
    vacations: int = 0
    pauses: int = 0
    outages: int = 0
    wrongs: list[str] = field(default_factory=list)


class Town:
    """All of it. `live` lets the time pass."""

    def __init__(self, clock: FakeClock, people: int, days: int, seed: int) -> None:
        self.clock, self.rng, self.figures = clock, Random(seed), Figures()
        self.ends_at = clock() + timedelta(days=days)
        self.people = [self._person(number) for number in range(people)]
        self.terms: dict[str, ClockTerms] = {}
        self.active: list[str] = []
        self.noted: dict[str, Noted] = {}
        self.paused: dict[str, datetime] = {}
        self.seated: dict[str, set[int]] = {}
        self.known: dict[str, tuple[object, ...]] = {}
        self.next_outage = clock() + OUTAGE_EVERY

    def live(self) -> None:
        """Until the days are over, and then until no game is under way."""
        self._beat()
        while self.clock() < self.ends_at or self.active:
            if self.clock() > self.ends_at + timedelta(days=400):
                self.figures.wrongs.append(f"{len(self.active)} games never end")
                return
            self.clock.time = self._what_comes_next()
            if self.clock() >= self.next_outage:
                self._break_down()
            self._beat()
            clocks.run()
            self._note_losses()
            for someone in self.people:
                if someone.next_look <= self.clock():
                    self._look(someone)
            while opponents.run_turn(opponents_choice) or plans.run():
                pass
            self._note_turns(by_themselves=True)

    def _person(self, number: int) -> Person:
        temper = TEMPERS[number % len(TEMPERS)]
        account = person(f"p{number}")
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
            beat = current.get(Counter, HEARTBEAT)
            if beat is None:
                current.add(Counter(name=HEARTBEAT, value=seconds))
            else:
                beat.value = seconds

    def _break_down(self) -> None:
        """Nothing of ours runs for some hours."""
        self._beat()
        since = self.clock()
        self.clock.time += STEP * self.rng.randrange(2, 48)
        self.next_outage = self.clock() + OUTAGE_EVERY
        self.figures.outages += 1
        clocks.run()
        for noted in self.noted.values():
            noted.stops.append(Break(since, self.clock(), Why.OUTAGE))

    def _look(self, someone: Person) -> None:
        """See to one's games, and perhaps begin one, take a vacation or pause."""
        now = self.clock()
        if now >= someone.gone_at:
            someone.next_look = now + NEVER
            return
        someone.next_look = self._half_hours(someone.temper.hours)
        zone = ZoneInfo(someone.account.time_zone)
        is_away = any(now.astimezone(zone).date() in list(each.days) for each in someone.vacations)
        if is_away or now.astimezone(zone).isoweekday() not in someone.temper.weekdays:
            return
        mine = [game_id for game_id in self.active if someone.account.id in self.seated[game_id]]
        if now < self.ends_at and len(mine) < 2:
            self._begin(someone)
        if self.rng.random() < 0.01:
            self._go_away(someone)
        for game_id in mine:
            self._see_to(game_id, someone)

    def _seat(self, game_id: str, someone: Person) -> int | None:
        game = self._game(game_id)
        seats = (seat for seat in game.seats if seat.account_id == someone.account.id and seat.left_by is None)
        return next((seat.number for seat in seats if game.status == GameStatus.ACTIVE), None)

    def _game(self, game_id: str) -> Game:
        session().rollback()
        found = session().get(Game, game_id, populate_existing=True)
        assert found is not None
        return found

    def _begin(self, someone: Person) -> None:
        ruleset = rules.game(self.rng.choice(sorted(set(rules.games()) - {"springtime-puzzle"})))
        possible = [each for each in self.people if each is not someone]
        others = self.rng.sample(possible, self.rng.choice(ruleset.players) - 1)
        terms = ClockTerms(
            days=self.rng.randint(1, 4),
            weekends_off=self.rng.random() < 0.3,
            nights_off=self.rng.random() < 0.2,
            vacations=self.rng.random() < 0.8,
        )
        plays_on = self.rng.random() < 0.4
        wish = NewGame(
            ruleset.id,
            [SeatWish(me=True), *(SeatWish(account=each.account.name) for each in others)],
            days_per_move=terms.days,
            weekends_off=terms.weekends_off,
            nights_off=terms.nights_off,
            vacations=terms.vacations,
            on_timeout=OnTimeout.COMPUTER if plays_on else OnTimeout.FORFEIT,
            stand_in_level=1 if plays_on else None,
        )
        try:
            game = create_game(someone.account, wish, self.clock())
            for each in others:
                join(game.id, each.account, self.clock())
        except Refused:
            return
        self.figures.games += 1
        self.active.append(game.id)
        self.seated[game.id] = {someone.account.id, *(each.account.id for each in others)}
        self.terms[game.id] = terms
        self._note(self._game(game.id))

    def _go_away(self, someone: Person) -> None:
        first = today_of(someone.account, self.clock()) + timedelta(days=self.rng.randrange(20))
        taken = Vacation(first, first + timedelta(days=self.rng.randrange(10)))
        try:
            someone.account = take_vacation(someone.account.id, taken, self.clock())
        except Refused:
            return
        someone.vacations.append(taken)
        self.figures.vacations += 1

    def _see_to(self, game_id: str, someone: Person) -> None:
        game = game_seen_by(game_id, someone.account)
        seat = self._seat(game_id, someone)
        if seat is None:
            return
        if self.rng.random() < 0.01:
            self._pause(game_id, someone)
        if game.to_move != seat:
            if someone.temper.plans and self.rng.random() < 0.3:
                self._plan(game, someone)
            return
        note_look(game, someone.account, self.clock())
        self._check_deadline(game_id, someone)
        if self.rng.random() < 0.7:
            self._move(game_id, seat)

    def _pause(self, game_id: str, someone: Person) -> None:
        try:
            if game_id in self.paused:
                end_pause(game_id, someone.account, self.clock())
            else:
                wish_pause(game_id, someone.account, self.clock())
        except Refused:
            return
        is_paused, noted = self._game(game_id).paused_at is not None, self.noted[game_id]
        if is_paused and game_id not in self.paused:
            self.paused[game_id] = self.clock()
            self.figures.pauses += 1
            noted.stops.append(Break(self.clock(), None, Why.PAUSE))
        elif not is_paused and game_id in self.paused:
            del self.paused[game_id]
            noted.stops = [
                Break(each.since, self.clock(), each.why) if each.until is None else each for each in noted.stops
            ]

    def _plan(self, game: Game, someone: Person) -> None:
        """Something that may fit, or not: mostly it does not, and is refused or ends."""
        try:
            moves = [_completed(game, action) for action in self.rng.sample(legal_actions(game).actions, 1)]
            set_plan(game.id, someone.account, PlanWish(f"if anything then {' or '.join(moves)}"), self.clock())
        except (Refused, ValueError):
            return

    def _move(self, game_id: str, seat: int) -> None:
        game = self._game(game_id)
        move = _completed(game, self.rng.choice(legal_actions(game).actions))
        played = accept_move(game_id, seat=seat, version=game.version, move=move, now=self.clock())
        if not isinstance(played, Turn):
            self._note_losses()
            return
        self.figures.moves += 1
        self._note(self._game(game_id))

    def _note_turns(self, *, by_themselves: bool = False) -> None:
        for game_id in self._changed():
            self._note(self._game(game_id), by_themselves=by_themselves)

    def _changed(self) -> list[str]:
        """The games under way of which there is something new, since it was asked last."""
        columns = Game.version, Game.deadline, Game.status, Game.turn
        session().rollback()
        rows = session().execute(select(Game.id, *columns).where(Game.id.in_(self.active))).all()
        now = {row[0]: tuple(row[1:]) for row in rows}
        changed = [game_id for game_id in self.active if self.known.get(game_id) != now[game_id]]
        self.known.update(now)
        return changed

    def _note(self, game: Game, *, by_themselves: bool = False) -> None:
        """What is new at a table."""
        if game.status != GameStatus.ACTIVE:
            self.active.remove(game.id) if game.id in self.active else None
            return
        noted = self.noted.get(game.id)
        if noted is None or (game.turn, game.to_move) != (noted.turn, noted.seat):
            stops = [Break(self.clock(), None, Why.PAUSE)] if game.id in self.paused else []
            given = timedelta(days=self.terms[game.id].days)
            self.noted[game.id] = Noted(game.turn, game.to_move or 0, self.clock(), given, stops)
            self.figures.by_others += by_themselves

    def _note_losses(self) -> None:
        """After a sweep: whoever has lost their turn had no right to it any more."""
        for game_id in self._changed():
            game, noted = self._game(game_id), self.noted[game_id]
            seat = seat_of(game, noted.seat)
            if seat.credited_at == self.clock():
                noted.began, noted.stops = self.clock(), [each for each in noted.stops if each.until is None]
            has_lost = seat.left_by == EndedBy.TIME or seat.stood_in_at == self.clock()
            if has_lost and (game.turn, game.status) != (noted.turn, GameStatus.ACTIVE):
                self.figures.losses += 1
                left = remaining_slowly(self.terms[game_id], self._history(game, noted), self.clock() - STEP)
                if left > timedelta():
                    self.figures.wrongs.append(f"{game_id}: seat {noted.seat} had {left} left at {self.clock()}")
            self._note(game)

    def _history(self, game: Game, noted: Noted) -> History:
        account = seat_of(game, noted.seat).account
        someone = next((each for each in self.people if account and each.account.id == account.id), None)
        if someone is None:
            return History(noted.began, noted.given, tuple(noted.stops))
        zone = ZoneInfo(someone.account.time_zone)
        return History(noted.began, noted.given, tuple(noted.stops), zone, tuple(someone.vacations))

    def _check_deadline(self, game_id: str, someone: Person) -> None:
        """The deadline is what this reading of the turn comes to, and its reasons are told."""
        game, noted = self._game(game_id), self.noted[game_id]
        if seat_of(game, noted.seat).stood_in_at is not None:
            return
        expected = deadline_slowly(self.terms[game_id], self._history(game, noted))
        if expected != game.deadline:
            self.figures.wrongs.append(f"{game_id}: deadline {game.deadline}, expected {expected}: {noted}")
        if game.deadline is not None and not deadline_in_words(game, someone.account.time_zone):
            self.figures.wrongs.append(f"{game_id}: no words for its deadline")


def opponents_choice(position: rules.AnyPosition, tactics: object, level: int, rng: Random) -> list[object]:
    """What the computer plays in somebody's place: anything, for it is not about strength."""
    return opponents.anything(position, tactics, level, rng)  # type: ignore[arg-type]


def _completed(game: Game, begun: str) -> str:
    legal = legal_actions(game, begun)
    return begun if legal.complete else _completed(game, f"{begun}, {legal.actions[0]}")


def ended_games(town: Town) -> Sequence[Game]:
    """All games that were begun in it."""
    session().rollback()
    return session().scalars(select(Game).where(Game.id.in_(town.terms))).all()
