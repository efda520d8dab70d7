"""Games of Siesta played until a player is far ahead."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import rules
from rules import AnyPosition, Seat
from service.play.positions import position_of
from tests.service.tables import Table
from workers.jobs import opponents

FAR_AHEAD, FAR_BEHIND = 0.6, 0.1


def play_until(of: Table, best: Collection[Seat], is_so: Callable[[Sequence[float]], bool]) -> None:
    """Let these seats play their best turns at sight, and the others their worst, until the chances are so."""
    tactics = rules.game("siesta").tactics

    def turn(position: AnyPosition, *_: object) -> list[Any]:
        actions: list[Any] = []
        which = 0 if position.current_player() in best else -1
        while not actions or position.mid_turn:
            actions.append(tactics.candidates(position)[which][0])
            position = position.apply(actions[-1])
        return actions

    while not is_so(tactics.estimate(position_of(of.game))):
        if not opponents.run_turn(turn):
            of.play(", ".join(map(str, turn(position_of(of.game)))))
