"""The position of a game is worked out anew by whoever has not seen it, and is the same."""

from __future__ import annotations

from flask import Flask

from service.play.positions import before_last_move, init_app, position_of
from tests.service.tables import table


def test_who_has_not_seen_a_game_knows_the_position_before_its_last_move_too(app: Flask) -> None:
    siesta = table("ann", "bob", ruleset="siesta")
    siesta.play("sun d6, roof e6, shadow f6")
    before = position_of(siesta.game)
    siesta.play("sun d7, roof e7, shadow f7")
    known = position_of(siesta.game), before_last_move(siesta.game)

    init_app(app)  # forgets what it has seen

    assert (position_of(siesta.game), before_last_move(siesta.game)) == known
    assert known[1] == before
