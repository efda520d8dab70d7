"""The board of a new game, where its host chooses one: pasted, drawn until one is liked, or that of another game."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from random import SystemRandom

from rules import BadSetup, Layout, Setup
from rules import Game as Ruleset
from service.play.games import refused_setup
from service.play.layouts import layout_of
from service.web.boards import Board, first_board
from service.web.frame.identity import viewer

LONGEST = 8000
"""Characters; the longest layout there is has some 1,200."""
_GAME = re.compile(r"/games/(\w{1,16})\b")


def read_layout(ruleset: Ruleset, text: str) -> Layout | None:
    """The layout that was pasted, or that of the game whose address was; None for nothing, or Invalid `bad-setup`."""
    text = text.strip()
    if not text or ruleset.layout_schema is None:
        return None
    named = _GAME.search(text)
    return layout_of(named[1], ruleset, viewer()) if named else _pasted(ruleset, text)


def drawn_layout(ruleset: Ruleset, players: int, options: Mapping[str, str]) -> str:
    """Another layout as it can be pasted, such as the options want; Invalid `bad-setup` if none can be played on."""
    return json.dumps(_setup(ruleset, players, options=options)["layout"])


def board_with(ruleset: Ruleset, players: int, layout: Layout) -> Board:
    """What a game begins on with that layout; Invalid `bad-setup` if none can."""
    return first_board(ruleset, _setup(ruleset, players, layout))


def _setup(
    ruleset: Ruleset, players: int, layout: Layout | None = None, options: Mapping[str, str] | None = None
) -> Setup:
    try:
        return ruleset.new_setup(players, options, SystemRandom(), layout)
    except BadSetup as error:
        raise refused_setup(ruleset, error) from None


def _pasted(ruleset: Ruleset, text: str) -> Layout:
    try:
        pasted = json.loads(text[:LONGEST])
    except (ValueError, RecursionError):
        pasted = None
    if not isinstance(pasted, dict):
        raise refused_setup(ruleset, BadSetup("bad-layout", "layout"))
    layout: Layout = pasted
    return layout
