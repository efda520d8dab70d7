"""Figures in guides, lessons and examples: a fenced block of Markdown that holds a case, drawn as it ends.

    ```figure
    case: A roof between a sun and a shadow is the first siesta
    players: 2
    play: sun d6, roof e6, shadow f6
    ```

`of: …` in place of players and board names a case of the game, and
takes its board. The name of the figure is its caption. What its last `play` has changed is marked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rules.game import AnyPosition, Game
from rules.prose import Translate
from rules.teaching.cases import Case, cases_of, read_cases

FENCE, OF = "figure", "of"
FIGURE = re.compile(rf"^```{FENCE}\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def figure(game: Game, block: str) -> Case:
    """The case that a figure draws, from what stands between its fences; ValueError if it is not exactly one."""
    [case] = read_cases(block, [game])
    if OF not in case.header:
        return case
    [named] = [other for other in cases_of(game.id) if other.name == case.header[OF]]
    return replace(case, header=named.header)


def figures(game: Game, prose: str) -> Sequence[Case]:
    """The figures in a guide of the game, in order."""
    return [figure(game, block) for block in FIGURE.findall(prose)]


def shown(case: Case) -> tuple[AnyPosition, AnyPosition]:
    """The position that a figure shows, and the one before its last step."""
    positions = case.positions()
    return positions[-1], positions[-2:][0]


def with_text_boards(game: Game, prose: str, translate: Translate = str) -> str:
    """The prose for whoever has no pictures: each figure is its caption and the board in text."""

    def in_text(found: re.Match[str]) -> str:
        case = figure(game, found[1])
        board = game.picture.text(*shown(case), translate)
        return f"{case.name}\n\n```\n{board}\n```"

    return FIGURE.sub(in_text, prose)
