"""Suggest moves to the seat to move: one-click choices if there are few, and examples of notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any

import rules
from rules import AnyPosition, Sentence
from service.language.catalogue import gettext
from service.models import Game, GameStatus
from service.play.positions import position_of
from service.presentation.story import effects

FEW = 18
"""Largest number of moves offered one by one: all that Seasons ever has, two screens of a phone."""
MAX_EXAMPLES = 3


@dataclass(frozen=True)
class Offer:
    """A one-click choice: a complete move, a first step, or the first words of steps."""

    text: str
    effects: Sequence[Sentence]
    """What each of its actions does, as a phrase after the player's name; empty for mere first words."""
    ways: int = 1
    """Number of steps that begin with this text."""
    is_whole: bool = False
    """Whether it is a complete move, with nothing left to choose."""


def offers(game: Game) -> list[Offer]:
    """Return the first choices of the seat to move, in the order of the rules; empty if there are too many."""
    if game.status != GameStatus.ACTIVE:
        return []
    return offers_in(rules.game(game.ruleset), position_of(game))


def offers_in(ruleset: rules.Game, position: AnyPosition) -> list[Offer]:
    """Return the complete moves if they are few, else the first steps or their first words; empty if too many."""
    steps = position.legal_actions()
    if len(steps) > FEW:
        firsts = beginnings(list(map(str, steps)))
        return [Offer(text, (), ways) for text, ways in firsts.items()]
    moves = list(islice(_whole_moves(position), FEW + 1))
    are_whole = len(moves) <= FEW
    chosen = moves if are_whole else [[step] for step in steps]
    return [Offer(", ".join(map(str, move)), effects(ruleset, position, move), is_whole=are_whole) for move in chosen]


def move_in_words(ruleset: rules.Game, move: str) -> str:
    """Label a move, an action or some words of one in the reader's language: "Sun on c4 · Roof on c5"."""
    return " · ".join(ruleset.in_words(action).translated(gettext) for action in move.split(", "))


def moves_for_example(game: Game, count: int = MAX_EXAMPLES) -> list[str]:
    """Return up to `count` legal complete moves, spread over all choices; deterministic for a position."""
    if game.status != GameStatus.ACTIVE:
        return []
    position = position_of(game)
    parse = rules.game(game.ruleset).parse_action
    return [_completed(position, parse(text)) for text in spread(sorted(map(str, position.legal_actions())), count)]


def spread(items: Sequence[str], count: int) -> list[str]:
    """Return up to `count` of the items at even distances, including the first."""
    taken = min(len(items), count)
    return [items[number * len(items) // taken] for number in range(taken)]


def beginnings(actions: Sequence[str]) -> Mapping[str, int]:
    """Return the shortest words that distinguish the actions, with the number of actions each; empty if too many."""
    split = [action.split(" ") for action in actions]
    for length in range(1, max(map(len, split), default=0)):
        found = Counter(" ".join(words[:length]) for words in split)
        if len(found) > 1:
            return found if len(found) <= FEW else {}
    return {}


def shared_beginning(actions: Sequence[str]) -> str:
    """Return the first words that all actions share, short of a complete action."""
    columns = zip(*(action.split(" ")[:-1] for action in actions), strict=False)
    return " ".join(words[0] for words in takewhile(lambda words: len(set(words)) == 1, columns))


def beginning_with(actions: Sequence[str], begun: str) -> list[str]:
    """Return the actions that start with these words."""
    words = begun.lower().split()
    return [action for action in actions if action.split(" ")[: len(words)] == words]


def _completed(position: AnyPosition, first: Hashable) -> str:
    """Extend an action to a complete move."""
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
