"""Expected time of each turn, derived from people's actions and docs/clocks.md.

It is computed half hour by half hour, independently of the service: so everything happens on the half hour.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from service.models import EndedBy, Game, GameStatus
from service.play.seating import seat_of
from service.play.timekeeping import Break, ClockTerms, History, Why
from service.presentation.clock_words import deadline_in_words
from tests.service.play.timekeeping.second_reading import deadline_slowly, remaining_slowly
from tests.service.year.people import Person
from tests.service.year.savings import Savings


@dataclass
class Noted:
    """The current turn: its start, its time, and what has stopped its clock since.

    Emails have announced it, or tried to. The computer has no deadline.
    """

    turn: int
    seat: int
    began: datetime
    given: timedelta
    is_persons: bool
    stops: list[Break] = field(default_factory=list)
    is_told: bool = False
    is_untold: bool = False


class Ledger:
    """The current turns of all games; `wrongs` are deviations."""

    def __init__(self, clock: Callable[[], datetime], who: Callable[[int | None], Person | None]) -> None:
        self._clock, self._who = clock, who
        self.terms: dict[str, ClockTerms] = {}
        self.wrongs: list[str] = []
        self.losses = self.credits = 0
        self.savings = Savings()
        self._noted: dict[str, Noted] = {}
        self._paused: set[str] = set()
        self._seen_at: dict[tuple[str, int], datetime] = {}
        self._credited: set[tuple[str, int]] = set()

    def note(self, game: Game) -> bool:
        """Record a new turn, and the time saved in the one before; return whether there is a new one."""
        noted = self._noted.get(game.id)
        if game.status != GameStatus.ACTIVE or (noted and (game.turn, game.to_move) == (noted.turn, noted.seat)):
            return False
        if noted is not None and noted.is_persons:
            self.savings.save(self.terms[game.id], (game.id, noted.seat), self.left(game, self._clock()))
        self._begin(game, self.savings.given(self.terms[game.id], (game.id, game.to_move or 0)))
        return True

    def note_takeback(self, game: Game, left: timedelta) -> None:
        """Record that the seat to move has undone its move: it has the rest of its time.

        What others began meanwhile is ignored.
        """
        seat = (game.id, game.to_move or 0)
        self._begin(game, self.savings.take_back(self.terms[game.id], seat, left))

    def note_return(self, game: Game, seat: int) -> None:
        """Record that a player has returned, with at least a day if time is saved."""
        self.savings.come_back(self.terms[game.id], (game.id, seat))
        self.note(game)

    def note_substitute(self, game: Game, seat: int) -> None:
        """Record a substitute: unseen there yet, and without extra time for a failed email."""
        self._seen_at.pop((game.id, seat), None)
        self._credited.discard((game.id, seat))
        self.note_return(game, seat)

    def mark_turn_seen(self, game: Game) -> None:
        """Note that the player to move is seen at the game."""
        self._seen_at[game.id, game.to_move or 0] = self._clock()

    def note_mail(self, game_id: str, seat: int, *, arrived: bool) -> None:
        """Record an email about the current turn."""
        noted = self._noted.get(game_id)
        if noted is not None and noted.seat == seat:
            noted.is_told, noted.is_untold = noted.is_told or arrived, noted.is_untold or not arrived

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
        """Check after a sweep that whoever lost their turn had no time left."""
        noted, now = self._noted[game.id], self._clock()
        seat, left = seat_of(game, noted.seat), self.left(game, now)
        if seat.credited_at == now:
            self._credit(game, noted)
        has_lost = seat.left_by == EndedBy.TIME or seat.stood_in_at == now
        if has_lost and (game.turn, game.status) != (noted.turn, GameStatus.ACTIVE):
            self.losses += 1
            if left >= timedelta():
                self.wrongs.append(f"{game.id}: seat {noted.seat} has lost with {left} left at {now}")
            if self._is_to_be_credited(game, noted):
                self.wrongs.append(f"{game.id}: seat {noted.seat} has lost, and no mail had told it of {noted}")

    def left(self, game: Game, at: datetime) -> timedelta:
        """Return the time left of the recorded turn."""
        return remaining_slowly(self.terms[game.id], self._history(game), at)

    def check_deadline(self, game: Game, reader: Person) -> None:
        """Check that the deadline matches this computation, and that its reasons are explained."""
        if not self._noted[game.id].is_persons:
            return
        expected = deadline_slowly(self.terms[game.id], self._history(game))
        if expected != game.deadline:
            noted = self._noted[game.id]
            self.wrongs.append(f"{game.id}: deadline {game.deadline}, expected {expected}: {noted}")
        if game.deadline is not None and not deadline_in_words(game, reader.account.time_zone):
            self.wrongs.append(f"{game.id}: no words for its deadline")

    def _begin(self, game: Game, given: timedelta) -> None:
        now, seat = self._clock(), seat_of(game, game.to_move or 0)
        is_persons = seat.account_id is not None and seat.left_by is None and seat.stood_in_at is None
        stops = [Break(now, None, Why.PAUSE)] if game.id in self._paused else []
        self._noted[game.id] = Noted(game.turn, seat.number, now, given, is_persons, stops)

    def _credit(self, game: Game, noted: Noted) -> None:
        """Record extra time; check that nobody gets it without cause, or twice in a game."""
        seen, is_again = self._seen_at.get((game.id, noted.seat)), (game.id, noted.seat) in self._credited
        if noted.is_told or not noted.is_untold or is_again or (seen is not None and seen > noted.began):
            self.wrongs.append(f"{game.id}: seat {noted.seat} has more time than is due to it: {noted}")
        self.credits += 1
        self._credited.add((game.id, noted.seat))
        noted.began, noted.stops = self._clock(), [each for each in noted.stops if each.until is None]

    def _is_to_be_credited(self, game: Game, noted: Noted) -> bool:
        """Check whether all emails about the turn failed, and the player was not seen during it, or at its start."""
        seat = game.id, noted.seat
        was_seen = seat in self._seen_at and self._seen_at[seat] >= noted.began
        return noted.is_untold and not noted.is_told and not was_seen and seat not in self._credited

    def _history(self, game: Game) -> History:
        noted = self._noted[game.id]
        mover = self._who(seat_of(game, noted.seat).account_id)
        plain = History(noted.began, noted.given, tuple(noted.stops))
        return plain if mover is None else replace(plain, zone=mover.zone, vacations=tuple(mover.vacations))
