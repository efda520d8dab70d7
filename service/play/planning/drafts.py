"""A plan drafted from a line that somebody has thought through."""

from __future__ import annotations

from collections.abc import Sequence

from rules import Seat
from service.play.planning.branches import ANYTHING, Branch, Plan, TheirTurn
from service.play.planning.grammar import MOST_TURNS
from service.play.planning.turns_taken import TurnTaken


def drafted(turns: Sequence[TurnTaken], seat: Seat) -> Plan:
    """The plan by which the seat answers the turns of the others as it does in the line, as far as plans go.

    Where it moves twice, whatever happens between is fine. What the others do after its last turn is in no plan.
    """
    steps, when = list[tuple[tuple[TheirTurn, ...], str]](), list[TheirTurn]()
    for turn in turns:
        if turn.seat == seat:
            steps.append((tuple(when) or (ANYTHING,), turn.move))
            when = []
        else:
            when.append(TheirTurn((turn.move,)))
    plan: Plan = ()
    for theirs, move in reversed(steps[:MOST_TURNS]):
        plan = (Branch(theirs, (move,), plan),)
    return plan
