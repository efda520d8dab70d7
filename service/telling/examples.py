"""Moves to show to somebody who has to write one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import rules
from rules import AnyPosition
from service.models import Game, GameStatus
from service.play.positions import position_of

MAX_EXAMPLES = 3


def moves_for_example(game: Game, count: int = MAX_EXAMPLES) -> list[str]:
    """Up to `count` whole moves that are legal now, from all over the choice; always the same ones in one position."""
    if game.status != GameStatus.ACTIVE:
        return []
    position = position_of(game)
    parse = rules.game(game.ruleset).parse_action
    return [_completed(position, parse(text)) for text in spread(sorted(map(str, position.legal_actions())), count)]


def spread(items: Sequence[str], count: int) -> list[str]:
    """Up to `count` of the items at even distances, the first among them."""
    taken = min(len(items), count)
    return [items[number * len(items) // taken] for number in range(taken)]


def _completed(position: AnyPosition, first: Hashable) -> str:
    """The move that begins like this, played on until the turn may end."""
    move, position = [first], position.apply(first)
    while position.mid_turn:
        move.append(position.legal_actions()[0])
        position = position.apply(move[-1])
    return ", ".join(map(str, move))
