"""Moves to show to the seat to act: small choices with one click each, and examples for who has to write one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any

import rules
from rules import AnyPosition, Sentence
from service.models import Game, GameStatus
from service.play.positions import position_of
from service.telling.story import effects

FEW = 18
"""Up to so many are offered one by one: all that Seasons ever has, two screens of a telephone."""
MAX_EXAMPLES = 3


@dataclass(frozen=True)
class Offer:
    """One thing to choose, as the page of the turn takes it: a whole move, a first step, or how steps begin."""

    text: str
    effects: Sequence[Sentence]
    """What each action in it does, as a phrase that follows the player's name; none of a mere beginning."""
    ways: int = 1
    """How many steps begin like this."""
    is_whole: bool = False
    """Whether it is a whole move, after which nothing is left to choose."""


def offers(game: Game) -> list[Offer]:
    """What the seat to act may choose from at first, in the rules' own order; nothing where that is much."""
    if game.status != GameStatus.ACTIVE:
        return []
    return offers_in(rules.game(game.ruleset), position_of(game))


def offers_in(ruleset: rules.Game, position: AnyPosition) -> list[Offer]:
    """The whole moves if they are few, else the first steps, else what tells these apart; nothing if all are many."""
    steps = position.legal_actions()
    if len(steps) > FEW:
        return [Offer(text, (), ways) for text, ways in beginnings(list(map(str, steps))).items()]
    moves = list(islice(_whole_moves(position), FEW + 1))
    are_whole = len(moves) <= FEW
    chosen = moves if are_whole else [[step] for step in steps]
    return [Offer(", ".join(map(str, move)), effects(ruleset, position, move), is_whole=are_whole) for move in chosen]


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


def beginnings(actions: Sequence[str]) -> Mapping[str, int]:
    """The first words that tell some of the actions apart, each with how many go on from it; nothing if not few."""
    split = [action.split(" ") for action in actions]
    for length in range(1, max(map(len, split), default=0)):
        found = Counter(" ".join(words[:length]) for words in split)
        if len(found) > 1:
            return found if len(found) <= FEW else {}
    return {}


def shared_beginning(actions: Sequence[str]) -> str:
    """The words that all the actions begin with, short of a whole action."""
    columns = zip(*(action.split(" ")[:-1] for action in actions), strict=False)
    return " ".join(words[0] for words in takewhile(lambda words: len(set(words)) == 1, columns))


def beginning_with(actions: Sequence[str], begun: str) -> list[str]:
    """The actions that go on from those first words."""
    words = begun.lower().split()
    return [action for action in actions if action.split(" ")[: len(words)] == words]


def _completed(position: AnyPosition, first: Hashable) -> str:
    """The move that begins like this, played on until the turn may end."""
    move, position = [first], position.apply(first)
    while position.mid_turn:
        move.append(position.legal_actions()[0])
        position = position.apply(move[-1])
    return ", ".join(map(str, move))


def _whole_moves(position: AnyPosition, played: tuple[Any, ...] = ()) -> Iterator[Sequence[Any]]:
    for action in position.legal_actions():
        after = position.apply(action)
        if after.mid_turn:
            yield from _whole_moves(after, (*played, action))
        else:
            yield (*played, action)
