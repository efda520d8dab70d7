"""Expected ends of games that are not played out, derived from people's actions and docs/clocks.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import rules
from service.language.errors import Refused
from service.models import EndedBy, Game, GameSeat, GameStatus
from service.play.proposals import answer, can_draw, offer_draw, open_proposal
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.year.people import Habits, Person


@dataclass
class Offer:
    """A draw that is offered at a version of the game, and the seats that want it."""

    version: int
    agreed: set[int]


class Endings:
    """Draws and resignations; deviations are added to `wrongs`."""

    def __init__(
        self, clock: FakeClock, rng: Random, habits: Habits, wrongs: list[str], anew: Callable[[str], Game]
    ) -> None:
        self._clock, self._rng, self._habits, self._anew = clock, rng, habits, anew
        self.wrongs = wrongs
        self.draws = self.resignations = 0
        self._offers: dict[str, Offer] = {}

    def are_sought(self, game: Game, someone: Person, seat: int) -> bool:
        """Let a person resign, offer a draw or answer one, sometimes; return whether they did."""
        offer = self.offer(game)
        if self._rng.random() < self._habits.resignations:
            resign(game.id, someone.account, self._clock())
            self.note_resigned(seat, self._anew(game.id))
        elif self._rng.random() < self._habits.draws and can_draw(game):
            self._offer_draw(game, someone, seat)
        elif offer is not None and seat not in offer.agreed:
            self._answer(game, someone, seat)
        else:
            return False
        return True

    def _offer_draw(self, game: Game, someone: Person, seat: int) -> None:
        version = game.version
        try:
            offer_draw(game.id, someone.account, self._clock())
        except Refused:
            return  # they were asked often enough, or something else is proposed
        self.note_agreed(version, seat, self._anew(game.id))

    def _answer(self, game: Game, someone: Person, seat: int) -> None:
        version, proposal = game.version, open_proposal(game)
        if proposal is None:
            self.wrongs.append(f"{game.id}: the draw that was offered is offered no more")
            return
        agrees = self._rng.random() < 0.6
        answer(game.id, someone.account, proposal.id, self._clock(), agrees=agrees)
        if agrees:
            self.note_agreed(version, seat, self._anew(game.id))
        else:
            self._offers.pop(game.id, None)

    def offer(self, game: Game) -> Offer | None:
        """Return the open draw offer of a game; it lapses once the game goes on."""
        made = self._offers.get(game.id)
        return made if made is not None and made.version == game.version else None

    def note_agreed(self, version: int, seat: int, after: Game) -> None:
        """Record that a seat wants a draw at that version; it is one once all seats do, including absent players."""
        made = self._offers.get(after.id)
        if made is None or made.version != version:
            made = self._offers[after.id] = Offer(version, set())
        made.agreed.add(seat)
        is_draw = after.status == GameStatus.FINISHED
        self.draws += is_draw
        if is_draw != (holders(after) <= made.agreed):
            self.wrongs.append(f"{after.id}: {made} among {holders(after)}, and the game is {after.status}")
        if is_draw and (after.ended_by, after.winners) != (EndedBy.AGREEMENT, sorted(staying(after))):
            self.wrongs.append(f"{after.id}: drawn, and {after.winners} have won by {after.ended_by}")

    def note_resigned(self, seat: int, after: Game) -> None:
        """Note that the seat was given up: the others go on, with the computer there, or the best of them have won."""
        self.resignations += 1
        left = next(each for each in after.seats if each.number == seat)
        goes_on = len(staying(after)) > 1 and bool(people(after))
        ended = [] if goes_on else best_of(after)
        expected = GameStatus.ACTIVE if goes_on else GameStatus.FINISHED, left.left_by == EndedBy.RESIGNATION, ended
        if expected != (after.status, True, after.winners or []):
            self.wrongs.append(f"{after.id}: {seat} has resigned: {after.status}, {left.left_by}, {after.winners}")


def staying(game: Game) -> set[int]:
    """Return the seats that were not given up."""
    return {seat.number for seat in game.seats if seat.left_by is None}


def holders(game: Game) -> set[int]:
    """Return the seats with an account that has not left."""
    return {seat.number for seat in game.seats if seat.account_id is not None and seat.left_by is None}


def people(game: Game) -> set[int]:
    """Return the seats whose players are present."""
    return {seat.number for seat in game.seats if is_played(seat)}


def is_played(seat: GameSeat) -> bool:
    """Whether the person whose seat it is plays it."""
    return seat.account_id is not None and seat.left_by is None and seat.stood_in_at is None


def best_of(game: Game) -> list[int]:
    """Return the remaining seats with most points; empty for co-operative games."""
    if rules.game(game.ruleset).cooperative or game.scores is None:
        return []
    points = {seat: game.scores[seat] for seat in staying(game)}
    return sorted(seat for seat in points if points[seat] == max(points.values()))
