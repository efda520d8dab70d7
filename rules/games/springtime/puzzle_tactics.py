"""Tactics of the puzzle: the neediest region, and the tokens still possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

from rules.games.springtime.dive import FreeDive, by_harm, neediest, reach, tightest, unserved
from rules.games.springtime.puzzle import PERFECT, Puzzle
from rules.games.springtime.solving import attempted
from rules.games.springtime.squares import TOKENS, Token
from rules.searching import Careless, Skill, Walks

TRIES = 60
"""Tokens to try in an estimate; enough for a whole solution with a few mistakes."""
SKILLS: Mapping[int, Skill] = {1: Careless(100), 2: Walks(4, hasty=0.4), 3: Walks(4), 4: Walks(16)}
"""Levels. Without a search most tokens look alike; walks tell them apart.

Three walks help hardly at all, and four help so much that no level fits between. So level 2 uses them only at times.
"""


def candidates(position: Puzzle) -> Sequence[tuple[Token, float]]:
    """Propose the squares of the neediest region; every legal token once a region cannot be served.

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
    """Estimate the team's share of a perfect score, equal for each seat; exact at the end."""
    if position.staged:
        count = reach(position, TRIES) if position.legal else position.count
    else:
        count = FreeDive(position.fields, TRIES).deepest(sum(position.stages), position.legal, position.count)
    return [count / PERFECT] * position.players


solution = attempted


def skills(position: Puzzle) -> Mapping[int, Skill]:
    """Return the levels below the strongest."""
    return SKILLS
