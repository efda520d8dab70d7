"""What if: a game played on in thought, from any place of its log, by the rules alone.

Nothing here is kept, told or judged. Of dice it knows what the rules say that they can show; a game's own seed it never
looks at.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import rules
from rules import CHANCE, AnyPosition, Seat
from service.core.errors import Forbidden, Invalid, NotFound
from service.models import Account, Game, GameStatus
from service.play.moves import RuleRefused, whole_turn
from service.play.planning.drafts import drafted
from service.play.planning.grammar import written
from service.play.planning.turns_taken import turns_taken
from service.play.positions import before_last_move, position_of
from service.play.seating import seat_number, seat_of

LONGEST_LINE = 2000
"""Characters; with the line in it, an address stays shorter than the 4094 bytes that servers take."""
MOST_MOVES = 50
BETWEEN = "/"
"""Stands between the moves of a line, as between turns in plans."""


@dataclass(frozen=True)
class SupposedMove:
    """A move that nobody has made: of a seat, or what the dice (`CHANCE`) might show."""

    seat: Seat
    before: AnyPosition
    actions: Sequence[Any]
    after: AnyPosition

    @property
    def move(self) -> str:
        """As it would stand in the log."""
        return ", ".join(map(str, self.actions))


@dataclass(frozen=True)
class SupposedLine:
    """Moves one after the other, from the position after `at` entries of a log."""

    at: int
    start: AnyPosition
    before: AnyPosition | None
    """The position before the move that has led to `start`."""
    moves: Sequence[SupposedMove]

    @property
    def position(self) -> AnyPosition:
        """Where it leads."""
        return self.moves[-1].after if self.moves else self.start

    @property
    def position_before(self) -> AnyPosition | None:
        """The position before the last move of all, so that a picture can mark what has changed."""
        return self.moves[-1].before if self.moves else self.before

    @cached_property
    def text(self) -> str:
        """The line as it is kept."""
        return f" {BETWEEN} ".join(each.move for each in self.moves)


def suppose(game: Game, at: int | None, line: str) -> SupposedLine:
    """The moves of a line from the position after `at` entries of the log, by default all.

    NotFound as `position_of` has it; Invalid `line-too-long`; RuleRefused, whose detail `number` says at which move.
    """
    moves = [move for move in (each.strip() for each in line.split(BETWEEN)) if move]
    if len(line) > LONGEST_LINE or len(moves) > MOST_MOVES:
        raise _too_long()
    start, ruleset = position_of(game, at), rules.game(game.ruleset)
    reached, found = start, list[SupposedMove]()
    for number, move in enumerate(moves, 1):
        try:
            actions, after = whole_turn(ruleset, reached, move)
        except RuleRefused as refused:
            refused.details["number"] = number
            raise
        found.append(SupposedMove(reached.current_player() or 0, reached, actions, after))
        reached = after
    supposed = SupposedLine(game.log_length if at is None else at, start, before_last_move(game, at), found)
    if len(supposed.text) > LONGEST_LINE:
        raise _too_long()
    return supposed


def check_may_suppose(game: Game, account: Account) -> None:
    """Forbidden `not-a-player` unless the account has, or had, a seat; NotFound `not-started`."""
    if seat_number(game, account) is None:
        raise Forbidden("not-a-player")
    if game.setup is None:
        raise NotFound("not-started")


def outcomes(position: AnyPosition) -> list[tuple[str, float]]:
    """What the dice can show, each with its probability; nothing where none are thrown."""
    if position.current_player() != CHANCE:
        return []
    return [(str(outcome), float(probability)) for outcome, probability in position.chance_outcomes()]


def thrown(position: AnyPosition) -> str:
    """What dice show that are thrown anew for this alone."""
    shown, weights = zip(*outcomes(position), strict=True)
    drawn: str = secrets.SystemRandom().choices(shown, weights)[0]
    return drawn


def plan_of(game: Game, seat: Seat, line: SupposedLine) -> str:
    """The line as a plan for the seat's next turns; nothing where none can be made of it.

    That is on one's own turn, from another place than the end of the log, and where the seat answers nothing.
    """
    if line.at != game.log_length or game.status != GameStatus.ACTIVE or len(game.seats) == 1:
        return ""
    if game.to_move == seat or not seat_of(game, seat).is_played_by_a_person:
        return ""
    actions = [str(action) for each in line.moves for action in each.actions]
    return written(drafted(turns_taken(line.start, actions), seat))


def _too_long() -> Invalid:
    return Invalid("line-too-long", longest=LONGEST_LINE, most=MOST_MOVES)
