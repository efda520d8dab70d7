"""Figures in guides, lessons and examples: a fenced Markdown block with a case, drawn at its end.

    ```figure
    case: A roof between a sun and a shadow is the first siesta
    players: 2
    play: sun d6, roof e6, shadow f6
    ```

`of: …` in place of players and board names a case of the game, and takes its board. The name of the figure is its
caption. Changes in its last `play` are marked.
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
    """Parse the text between the fences into a case; raise ValueError if it is not exactly one."""
    [case] = read_cases(block, [game])
    if OF not in case.header:
        return case
    [named] = [other for other in cases_of(game.id) if other.name == case.header[OF]]
    return replace(case, header=named.header)


def figures(game: Game, prose: str) -> Sequence[Case]:
    """List the figures in a guide of the game, in order."""
    return [figure(game, block) for block in FIGURE.findall(prose)]


def shown(case: Case) -> tuple[AnyPosition, AnyPosition]:
    """Return the position of a figure, and the one before its last step."""
    positions = case.positions()
    return positions[-1], positions[-2:][0]


def with_text_boards(game: Game, prose: str, translate: Translate = str) -> str:
    """Replace each figure with its caption and a text board."""

    def in_text(found: re.Match[str]) -> str:
        case = figure(game, found[1])
        board = game.picture.text(*shown(case), translate)
        return f"{case.name}\n\n```\n{board}\n```"

    return FIGURE.sub(in_text, prose)
