"""A game of Ann and Bob, and the links in its turn emails."""

from __future__ import annotations

import pytest
from flask import Flask

from service.accounts.accounts import change
from service.models import Holding
from service.notifications import links
from service.play.moves import legal_actions
from tests.service.tables import Table, table


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Ann and Bob, Ann to move; no move is held."""
    of = table("ann", "bob")
    for player in of.players:
        change(player.id, moves_held=Holding.NONE)
    return of


def link(of: Table) -> str:
    """Return the link of the current turn's email."""
    game = of.game
    assert game.to_move is not None
    return links.turn_link(game, game.to_move)


def placing(of: Table) -> str:
    """Return a move that ends the turn."""
    return next(action for action in legal_actions(of.game).actions if action.startswith("place"))
