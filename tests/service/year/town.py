"""People of several tempers in many games, with a clock that jumps to the next event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from sqlalchemy import func, select

import rules
from service.accounts.vacations import Vacation, take_vacation, today_of
from service.db.engines import session, transaction
from service.jobs.heartbeats import HEARTBEAT, SINCE
from service.language.errors import Refused
from service.models import Counter, Game, GameStatus
from service.play.games import create_game
from service.play.moves import Turn, accept_move, legal_actions
from service.play.pauses import end_pause, wish_pause
from service.play.plans import PlanWish, set_plan
from service.play.proposals import ask_back
from service.play.seating import left_seats, seat_of
from service.play.seats import join, return_to_seat
from service.play.seen_turns import mark_turn_seen
from service.play.substitutes import games_with_left_seats, take_over
from tests.service.conftest import FakeClock
from tests.service.play.timekeeping.second_reading import STEP
from tests.service.year.agreements import some_agreement
from tests.service.year.endings import Endings, is_played
from tests.service.year.figures import Figures
from tests.service.year.ledger import Ledger
from tests.service.year.people import NEVER, USUAL, Habits, Person, some_person
from tests.service.year.postman import Postman
from workers.jobs import clocks, opponents, plans

OUTAGE_EVERY = timedelta(days=40)
LONGEST = timedelta(days=400)
"""After which a game that was begun on the last day is over."""
SITTING = 12
"""The most moves that are played at once on a fast clock, while all whose turn comes are there."""


class Town:
    """All of it. `live` lets the time pass, until something is wrong."""

    def __init__(self, clock: FakeClock, people: int, days: int, seed: int, habits: Habits = USUAL) -> None:
        self.clock, self.rng, self.figures, self.habits = clock, Random(seed), Figures(), habits
        self.ends_at, self.next_outage = clock() + timedelta(days=days), clock() + OUTAGE_EVERY
        self.people = [some_person(number, self.rng, habits, clock(), self._half_hours(4)) for number in range(people)]
        numbered = {someone.account.id: someone for someone in self.people}
        self.ledger = Ledger(clock, lambda number: numbered.get(number or 0))
        self.endings = Endings(clock, self.rng, habits, self.ledger.wrongs, self._game)
        self.postman = Postman(clock, self.rng, numbered, self.ledger)
        self.active: dict[str, set[int]] = {}
        """The games under way, each with the accounts at its table."""
        self._known: dict[str, tuple[object, ...]] = {}

    def live(self) -> None:
        """Until the days are over, and then until no game is under way."""
        while not self.ledger.wrongs and (self.clock() < self.ends_at or self.active):
            if self.clock() > self.ends_at + LONGEST:
                self.ledger.wrongs.append(f"{len(self.active)} games never end")
                return
            self.clock.time = self._what_comes_next()
            if self.clock() >= self.next_outage:
                self._break_down()
            self._beat()
            self.postman.bring()
            self._sweep()
            for someone in self.people:
                if someone.next_look <= self.clock():
                    self._look(someone)
            while opponents.run_turn(opponents.anything) or plans.run(1):
                self._note_machines()
            self._note_machines()
            self.postman.bring()

    def games(self) -> Sequence[Game]:
        """All that were begun."""
        session().rollback()
        return session().scalars(select(Game).where(Game.id.in_(self.ledger.terms))).all()

    def _half_hours(self, mean: float) -> datetime:
        """Return a random time on the half hour, with this mean of hours from now."""
        return self.clock() + STEP * max(1, round(self.rng.expovariate(1 / (2 * mean))))

    def _what_comes_next(self) -> datetime:
        """Return the time of the next look, the half hour after the next deadline, or the next outage."""
        looks = min(someone.next_look for someone in self.people)
        deadline = session().scalar(select(func.min(Game.deadline)).where(Game.status == GameStatus.ACTIVE))
        session().rollback()
        after = self._half_hour_after(deadline) if deadline is not None else looks
        return max(self.clock() + STEP, min(looks, after, self.next_outage))

    def _half_hour_after(self, time: datetime) -> datetime:
        """Return the first half hour after the time."""
        return time + STEP - (time - SINCE) % STEP

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

    def _note_machines(self) -> None:
        for game in self._changed():
            self.figures.turns_of_machines += self._note(game)

    def _look(self, someone: Person) -> None:
        """Look at one's games, and sometimes create one or take a vacation."""
        now = self.clock()
        if now >= someone.gone_at:
            someone.next_look = now + NEVER
            return
        someone.next_look = self._half_hours(someone.temper.hours)
        if not someone.is_there(now):
            return
        if now < self.ends_at and self.rng.random() < self.habits.substitutes:
            self._take_over(someone)
        mine = [game_id for game_id, seated in self.active.items() if someone.account.id in seated]
        if now < self.ends_at and len(mine) < 2:
            self._begin(someone)
        if self.rng.random() < self.habits.vacations:
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
        wish = some_agreement(self.rng, self.habits, ruleset.id, [each.account.name for each in others])
        game = create_game(someone.account, wish, self.clock())
        for each in others:
            join(game.id, each.account, self.clock())
        self.figures.games += 1
        self.figures.banks += wish.bank is not None
        self.figures.fast_clocks += wish.fast is not None
        self.active[game.id] = {someone.account.id, *(each.account.id for each in others)}
        self.ledger.terms[game.id] = wish.terms
        self._note(self._game(game.id))

    def _take_over(self, someone: Person) -> None:
        """Have a seat whose player's time has run out, if there is one."""
        found = games_with_left_seats(someone.account)
        if not found:
            return
        game = self.rng.choice(found)
        seat = self.rng.choice(left_seats(game)).number
        game = take_over(game.id, seat, someone.account, self.clock())
        self.active[game.id] = {each.account_id for each in game.seats if each.account_id is not None}
        self.ledger.note_substitute(self._game(game.id), seat)
        self.figures.substitutes += 1

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
        if seat.stood_in_at is not None:
            if self.rng.random() < 0.5:
                self._come_back(game, someone, seat.number)
            return
        if self.rng.random() < self.habits.pauses:
            self._pause(game, someone)
        if self.endings.are_sought(game, someone, seat.number):
            game = self._game(game.id)
            self._note(game)
        if game.status == GameStatus.ACTIVE and is_played(seat_of(game, seat.number)):
            self._play(game, someone, seat.number)

    def _play(self, game: Game, someone: Person, seat: int) -> None:
        """Move if it is their turn, perhaps; else plan, perhaps."""
        if game.to_move != seat:
            if someone.temper.plans and self.rng.random() < 0.3:
                self._plan(game, someone)
            return
        mark_turn_seen(game, someone.account, self.clock())
        self.ledger.mark_turn_seen(game)
        self.ledger.check_deadline(self._game(game.id), someone)
        if self.rng.random() < 0.7:
            self._move(self._game(game.id), someone)
        if game.fast_clock is not None:
            self._sit_down(game.id)

    def _come_back(self, game: Game, someone: Person, seat: int) -> None:
        return_to_seat(game.id, someone.account, self.clock())
        self.ledger.note_return(self._game(game.id), seat)
        self.figures.returns += 1

    def _sit_down(self, game_id: str) -> None:
        """Let present players play on; the next player looks again soon."""
        for moves in range(self.rng.randrange(SITTING)):
            game = self._game(game_id)
            mover = self._mover(game)
            if mover is None or game.paused_at is not None:
                return
            if moves == SITTING - 1 or self.rng.random() < 0.1:
                mover.next_look = min(mover.next_look, self.clock() + STEP * self.rng.randint(1, 4))
                return
            mark_turn_seen(game, mover.account, self.clock())
            self.ledger.mark_turn_seen(game)
            self.ledger.check_deadline(game, mover)
            self._move(game, mover)

    def _mover(self, game: Game) -> Person | None:
        """Return the player to move, if they are present."""
        seat = next((seat for seat in game.seats if seat.number == game.to_move and is_played(seat)), None)
        found = next((each for each in self.people if seat is not None and each.account.id == seat.account_id), None)
        now = self.clock()
        return found if found is not None and found.is_there(now) and now < found.gone_at else None

    def _pause(self, game: Game, someone: Person) -> None:
        change = wish_pause if game.paused_at is None else end_pause
        change(game.id, someone.account, self.clock())
        self.figures.pauses += self.ledger.note_pause(self._game(game.id))

    def _plan(self, game: Game, someone: Person) -> None:
        """Set a currently legal move as conditional moves; the rules decide whether it is legal later."""
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
        """Undo the last move: the turn has the rest of its time."""
        version = game.version
        try:
            ask_back(game.id, someone.account, self.clock())
        except Refused:
            return  # dice were thrown, or that was the end
        if self._game(game.id).version > version:
            self.figures.takebacks += 1
            self.ledger.note_takeback(self._game(game.id), left)

    def _changed(self) -> list[Game]:
        """Return the running games that changed since the last call."""
        session().rollback()
        columns = Game.id, Game.version, Game.deadline, Game.status, Game.turn
        now = {row[0]: tuple(row) for row in session().execute(select(*columns).where(Game.id.in_(self.active)))}
        changed = [game_id for game_id in self.active if self._known.get(game_id) != now[game_id]]
        self._known.update(now)
        return [self._game(game_id) for game_id in changed]

    def _note(self, game: Game) -> bool:
        if game.status != GameStatus.ACTIVE:
            self.active.pop(game.id, None)
        return self.ledger.note(game)


def _completed(game: Game, begun: str) -> str:
    legal = legal_actions(game, begun)
    return begun if legal.complete else _completed(game, f"{begun}, {legal.actions[0]}")
