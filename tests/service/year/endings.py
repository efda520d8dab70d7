"""How games have to end that are not played out: noted from what people do, and what docs/clocks.md says of it."""

from __future__ import annotations

from dataclasses import dataclass

import rules
from service.models import EndedBy, Game, GameSeat, GameStatus


@dataclass
class Offer:
    """A draw that is offered at a version of the game, and the seats that want it."""

    version: int
    agreed: set[int]


class Endings:
    """Draws and resignations; what should not be is added to `wrongs`."""

    def __init__(self, wrongs: list[str]) -> None:
        self.wrongs = wrongs
        self._offers: dict[str, Offer] = {}

    def offer(self, game: Game) -> Offer | None:
        """The draw that is offered at a table; it is off once the game has gone on."""
        made = self._offers.get(game.id)
        return made if made is not None and made.version == game.version else None

    def note_agreed(self, version: int, seat: int, after: Game) -> None:
        """Note that the seat wants a draw at that version: it is one once everybody at the table does."""
        made = self._offers.get(after.id)
        if made is None or made.version != version:
            made = self._offers[after.id] = Offer(version, set())
        made.agreed.add(seat)
        is_draw = after.status == GameStatus.FINISHED
        if is_draw != (people(after) <= made.agreed):
            self.wrongs.append(f"{after.id}: {made} among {people(after)}, and the game is {after.status}")
        if is_draw and (after.ended_by, after.winners) != (EndedBy.AGREEMENT, sorted(staying(after))):
            self.wrongs.append(f"{after.id}: drawn, and {after.winners} have won by {after.ended_by}")

    def note_declined(self, game: Game) -> None:
        """Note that somebody wants no draw."""
        self._offers.pop(game.id, None)

    def note_resigned(self, seat: int, after: Game) -> None:
        """Note that the seat was given up: the others go on, with the computer there, or the best of them have won."""
        left = next(each for each in after.seats if each.number == seat)
        goes_on = len(staying(after)) > 1 and bool(people(after))
        ended = [] if goes_on else best_of(after)
        expected = GameStatus.ACTIVE if goes_on else GameStatus.FINISHED, left.left_by == EndedBy.RESIGNATION, ended
        if expected != (after.status, True, after.winners or []):
            self.wrongs.append(f"{after.id}: {seat} has resigned: {after.status}, {left.left_by}, {after.winners}")


def staying(game: Game) -> set[int]:
    """The seats that were not given up."""
    return {seat.number for seat in game.seats if seat.left_by is None}


def people(game: Game) -> set[int]:
    """The seats whose people are there."""
    return {seat.number for seat in game.seats if is_played(seat)}


def is_played(seat: GameSeat) -> bool:
    """Whether the person whose seat it is plays it."""
    return seat.account_id is not None and seat.left_by is None and seat.stood_in_at is None


def best_of(game: Game) -> list[int]:
    """Of those who stayed, who has most points; nobody where all play together."""
    if rules.game(game.ruleset).cooperative or game.scores is None:
        return []
    points = {seat: game.scores[seat] for seat in staying(game)}
    return sorted(seat for seat in points if points[seat] == max(points.values()))
