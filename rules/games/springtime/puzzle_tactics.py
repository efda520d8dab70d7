"""What a good solver of the puzzle weighs: the region in greatest need, and how far the tokens can still be taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

from rules.games.springtime.dive import FreeDive, by_harm, neediest, reach, tightest, unserved
from rules.games.springtime.puzzle import PERFECT, Puzzle
from rules.games.springtime.solving import attempted
from rules.games.springtime.squares import TOKENS, Token
from rules.searching import Careless, Skill, Walks

TRIES = 60
"""Tokens that are tried to estimate a position; so a whole solution has room for a few mistakes."""
SKILLS: Mapping[int, Skill] = {1: Careless(100), 2: Walks(4, hasty=0.4), 3: Walks(4), 4: Walks(16)}
"""Levels. At first sight all that is left looks much the same: what it leads to is seen by walks.

Three of these tell next to nothing, and four so much that nothing lies between: so level 2 does not always take them.
"""


def candidates(position: Puzzle) -> Sequence[tuple[Token, float]]:
    """Where the region in greatest need gets its token; every legal token once a region can get none.

    That region must be served in this stage, or by the end, anyway, so no solution is lost.
    """
    if position.staged:
        squares = neediest(unserved(position), position.legal) or position.legal
        harms = by_harm(position.fields, position.room, squares, position.count)
    else:
        squares = tightest(position.fields, sum(position.stages), position.legal)
        harms = by_harm(position.fields, position.legal, squares, 0)
    return [(TOKENS[square], exp(-harm)) for harm, square in harms]


def estimate(position: Puzzle) -> Sequence[float]:
    """The share of a perfect score that the team will reach, the same for each seat; exact at the end."""
    if position.staged:
        count = reach(position, TRIES) if position.legal else position.count
    else:
        count = FreeDive(position.fields, TRIES).deepest(sum(position.stages), position.legal, position.count)
    return [count / PERFECT] * position.players


solution = attempted


def skills(position: Puzzle) -> Mapping[int, Skill]:
    """The levels below the strongest."""
    return SKILLS
