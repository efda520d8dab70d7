"""Validation of conditional moves: check each move in the positions to which the plan can lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules import AnyPosition, BadNotation, IllegalAction, Seat
from service.play.planning.branches import Branch, Plan, TheirTurn
from service.play.planning.grammar import reply_written
from service.play.planning.turns_taken import TurnTaken, legal_turn, rolled, samples, some, taken

MOST_REPLIES = 12
"""Replies that are tried for `anything`."""
MOST_PLACES = 4
"""Positions from which a plan is tried further."""
MOST_TURNS_BETWEEN = 8
"""Most turns of the others before the seat's own turn."""


class Unplayable(ValueError):
    """A plan that cannot be played: `code` says why, `branch` is the condition in question as text.

    `move` is the move at fault; `cause` is the error of the rules about it, in the position `at`.
    """

    def __init__(
        self,
        code: str,
        branch: Branch,
        move: str = "",
        cause: BadNotation | IllegalAction | None = None,
        at: AnyPosition | None = None,
    ) -> None:
        super().__init__(f"{code}: {move}")
        self.code = code
        self.branch = f"if {reply_written(branch.when)}"
        self.move = move
        self.cause = cause
        self.at = at


def tried(plan: Plan, position: AnyPosition, seat: Seat) -> Plan:
    """Validate a plan from a position on the others' turn, and return it with moves as in the log; or Unplayable."""
    return _tried(plan, [position], seat)


def _tried(plan: Plan, places: Sequence[AnyPosition], seat: Seat) -> Plan:
    return tuple(_branch(branch, places, seat) for branch in plan)


def _branch(branch: Branch, places: Sequence[AnyPosition], seat: Seat) -> Branch:
    when, ends = _when(branch, places, seat)
    if not ends:
        raise Unplayable("plan-not-your-turn", branch)
    certain = not any(reply.but for reply in branch.when)
    play = tuple(_move(branch, move, ends, certain=certain) for move in branch.play)
    answered = [[_first(play, each) for each in rolls] for rolls in ends]
    covered = [all(turn is not None for turn in turns) for turns in answered]
    if not (all(covered) if certain else any(covered)):
        raise _uncovered(branch, play, ends)
    if not branch.then:
        return Branch(when, play)
    after = [turn.after for turns in answered for turn in turns if turn is not None]
    reached = [each for one in some(after, MOST_PLACES) for each in some(rolled(one), MOST_PLACES)]
    on = [each for each in reached if each.current_player() is not None]
    if not on:
        raise Unplayable("plan-past-the-end", branch)
    return Branch(when, play, _tried(branch.then, some(on, MOST_PLACES), seat))


def _uncovered(branch: Branch, play: Sequence[str], ends: Sequence[Sequence[AnyPosition]]) -> Unplayable:
    """Build the error that no move of a branch is legal, after some roll or at all."""
    if any(len(rolls) > 1 for rolls in ends):
        return Unplayable("plan-not-for-each-roll", branch)
    place = next(rolls[0] for rolls in ends if _first(play, rolls[0]) is None)
    return _illegal(branch, play[0], place)


def _illegal(branch: Branch, move: str, place: AnyPosition) -> Unplayable:
    try:
        taken(place, move)
    except (BadNotation, IllegalAction) as error:
        return Unplayable("plan-illegal", branch, move, error, place)
    raise AssertionError("somebody has found it illegal")


def _first(play: Sequence[str], position: AnyPosition) -> TurnTaken | None:
    return next((turn for move in play if (turn := legal_turn(position, move)) is not None), None)


def _move(branch: Branch, move: str, ends: Sequence[Sequence[AnyPosition]], *, certain: bool) -> str:
    """Return a move as in the log if it is legal in one of the positions; or unchanged, if legality is uncertain."""
    first: Unplayable | None = None
    for position in (each for rolls in ends for each in rolls):
        try:
            return taken(position, move).move
        except (BadNotation, IllegalAction) as error:
            first = first or Unplayable("plan-illegal", branch, move, error, position)
    if first is None or certain or isinstance(first.cause, BadNotation):
        raise first or Unplayable("plan-illegal", branch, move)
    return move


def _when(
    branch: Branch, places: Sequence[AnyPosition], seat: Seat
) -> tuple[tuple[TheirTurn, ...], list[list[AnyPosition]]]:
    """Return the replies as in the log, and for each way to play them the positions by outcome of chance."""
    if branch.is_for_anything:
        ends = [end for place in places for end in _whatever(place, seat)]
        return branch.when, ends
    when: list[TheirTurn] = []
    at: list[list[AnyPosition]] = [[place] for place in places]
    for reply in branch.when:
        acting = [each for rolls in at for each in rolls if each.current_player() not in (None, seat)]
        if not acting:
            raise Unplayable("plan-too-many-replies", branch)
        named = {move: _named(branch, move, acting) for move in reply.moves}
        when.append(replace(reply, moves=tuple(dict.fromkeys(turns[0].move for turns in named.values()))))
        turns = _others(acting, named) if reply.but else [turn for turns in named.values() for turn in turns]
        at = [rolled(turn.after) for turn in some(turns, MOST_REPLIES)]
    ends = [on for rolls in at if (on := [each for each in rolls if each.current_player() is not None])]
    if any(each.current_player() != seat for rolls in ends for each in rolls):
        raise Unplayable("plan-not-your-turn", branch)
    return tuple(when), ends


def _named(branch: Branch, move: str, places: Sequence[AnyPosition]) -> list[TurnTaken]:
    turns = [turn for place in places if (turn := legal_turn(place, move)) is not None]
    if not turns:
        raise _illegal(branch, move, places[0])
    return turns


def _others(places: Sequence[AnyPosition], named: dict[str, list[TurnTaken]]) -> list[TurnTaken]:
    """Return sample turns other than the named ones."""
    excluded = {turn.after for turns in named.values() for turn in turns}
    found = [turn for place in places[:MOST_PLACES] for turn in samples(place, MOST_REPLIES)]
    return [turn for turn in found if turn.after not in excluded]


def _whatever(place: AnyPosition, seat: Seat) -> Iterator[list[AnyPosition]]:
    """Yield positions at the seat's next turn, for samples of the turns in between."""
    if place.current_player() == seat:
        yield [place]
        return
    for turn in samples(place, MOST_REPLIES):
        rolls = rolled(turn.after)
        for _ in range(MOST_TURNS_BETWEEN):
            if all(each.current_player() in (seat, None) for each in rolls):
                break
            waiting = next(each for each in rolls if each.current_player() not in (seat, None))
            rolls = rolled(next(samples(waiting, 1)).after)
        ends = [each for each in rolls if each.current_player() == seat]
        if ends:
            yield ends
