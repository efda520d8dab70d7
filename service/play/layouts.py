"""The layout of a game that has begun, for another one on the same board."""

from __future__ import annotations

from sqlalchemy import select

from rules import BadSetup, Layout
from rules import Game as Ruleset
from service.core.db import session
from service.core.errors import NotFound
from service.models import Account, Game
from service.play.games import refused_setup
from service.play.seating import game_seen_by

_MOST_DIGITS = 9


def layout_of(named: str, ruleset: Ruleset, viewer: Account | None) -> Layout:
    """That of the game of the ruleset with that id or number, if the viewer may see it; else Invalid `bad-setup`."""
    try:
        game = game_seen_by(_id_of(named), viewer)
    except NotFound:
        game = None
    if game is None or game.setup is None or game.ruleset != ruleset.id:
        raise refused_setup(ruleset, BadSetup("bad-layout", "layout"))
    return game.setup["layout"]


def _id_of(named: str) -> str:
    if not (named.isdecimal() and len(named) <= _MOST_DIGITS):
        return named
    return session().scalar(select(Game.id).where(Game.number == int(named))) or named
