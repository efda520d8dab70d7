"""What each seat to move has a right to, noted from what people do and what docs/clocks.md says.

It is read half hour after half hour, and nothing of it comes from the service: so everything happens on the half hour.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from service.models import EndedBy, Game, GameStatus
from service.play.seating import seat_of
from service.play.timekeeping.breaks import Break, Why
from service.play.timekeeping.running import History
from service.play.timekeeping.terms import ClockTerms
from service.telling.clock_words import deadline_in_words
from tests.service.play.timekeeping.second_reading import STEP, deadline_slowly, remaining_slowly
from tests.service.year.people import Person


@dataclass
class Noted:
    """The turn under way: when it began, with how much time, and what has stopped its clock since."""

    turn: int
    seat: int
    began: datetime
    given: timedelta
    stops: list[Break] = field(default_factory=list)


class Ledger:
    """The turns under way at all tables; `wrongs` are what should not be."""

    def __init__(self, clock: Callable[[], datetime], who: Callable[[int | None], Person | None]) -> None:
        self._clock, self._who = clock, who
        self.terms: dict[str, ClockTerms] = {}
        self.wrongs: list[str] = []
        self.losses = 0
        self._noted: dict[str, Noted] = {}
        self._paused: set[str] = set()

    def note(self, game: Game, given: timedelta | None = None) -> bool:
        """Note a turn that is given now, with all its time or so much; says whether it is another one."""
        noted = self._noted.get(game.id)
        if game.status != GameStatus.ACTIVE or (noted and (game.turn, game.to_move) == (noted.turn, noted.seat)):
            return False
        stops = [Break(self._clock(), None, Why.PAUSE)] if game.id in self._paused else []
        whole = timedelta(days=self.terms[game.id].days)
        began, time = self._clock(), whole if given is None else given
        self._noted[game.id] = Noted(game.turn, game.to_move or 0, began, time, stops)
        return True

    def note_pause(self, game: Game) -> bool:
        """Note whether the clocks go; says whether they have been stopped now."""
        is_paused, was_paused = game.paused_at is not None, game.id in self._paused
        noted = self._noted[game.id]
        if is_paused and not was_paused:
            self._paused.add(game.id)
            noted.stops.append(Break(self._clock(), None, Why.PAUSE))
        elif was_paused and not is_paused:
            self._paused.remove(game.id)
            now = self._clock()
            noted.stops = [replace(each, until=now) if each.until is None else each for each in noted.stops]
        return is_paused and not was_paused

    def note_outage(self, since: datetime) -> None:
        """Note that nothing of ours has run from then to now."""
        for noted in self._noted.values():
            noted.stops.append(Break(since, self._clock(), Why.OUTAGE))

    def note_sweep(self, game: Game) -> None:
        """After a sweep: whoever has lost their turn had no right to it any more."""
        noted, now = self._noted[game.id], self._clock()
        seat = seat_of(game, noted.seat)
        if seat.credited_at == now:
            noted.began, noted.stops = now, [each for each in noted.stops if each.until is None]
        has_lost = seat.left_by == EndedBy.TIME or seat.stood_in_at == now
        if has_lost and (game.turn, game.status) != (noted.turn, GameStatus.ACTIVE):
            self.losses += 1
            left = self.left(game, now - STEP)
            if left > timedelta():
                self.wrongs.append(f"{game.id}: seat {noted.seat} has lost with {left} left at {now}")

    def left(self, game: Game, at: datetime) -> timedelta:
        """What was left at that time of the turn that is noted."""
        return remaining_slowly(self.terms[game.id], self._history(game), at)

    def check_deadline(self, game: Game, reader: Person) -> None:
        """The deadline is what this reading of the turn comes to, and its reasons are told."""
        if seat_of(game, self._noted[game.id].seat).stood_in_at is not None:
            return
        expected = deadline_slowly(self.terms[game.id], self._history(game))
        if expected != game.deadline:
            noted = self._noted[game.id]
            self.wrongs.append(f"{game.id}: deadline {game.deadline}, expected {expected}: {noted}")
        if game.deadline is not None and not deadline_in_words(game, reader.account.time_zone):
            self.wrongs.append(f"{game.id}: no words for its deadline")

    def _history(self, game: Game) -> History:
        noted = self._noted[game.id]
        mover = self._who(seat_of(game, noted.seat).account_id)
        plain = History(noted.began, noted.given, tuple(noted.stops))
        return plain if mover is None else replace(plain, zone=mover.zone, vacations=tuple(mover.vacations))
