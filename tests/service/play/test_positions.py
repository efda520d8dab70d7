"""Positions are computed again by other processes, with the same result."""

from __future__ import annotations

import pytest
from flask import Flask

from service.language.errors import NotFound
from service.play.positions import before_last_move, init_app, log_of, position_of
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


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_a_part_of_the_log_begins_and_ends_where_it_is_said(app: Flask) -> None:
    siesta = table("ann", "bob", ruleset="siesta")
    table("cyd", "dan", ruleset="siesta").play("sun d6, roof e6, shadow f6")
    for _ in range(2):
        siesta.play(siesta.whole_moves(1)[0])
    whole = [entry.number for entry in log_of(siesta.game)]
    assert whole == list(range(6))
    for start in range(7):
        for end in range(7):
            assert [entry.number for entry in log_of(siesta.game, start, end)] == whole[start:end]


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_nothing_was_before_the_first_move_and_nothing_is_known_of_what_was_not_played(app: Flask) -> None:
    siesta = table("ann", "bob", ruleset="siesta")
    siesta.play("sun d6, roof e6, shadow f6")

    assert before_last_move(siesta.game, 0) is None
    assert before_last_move(siesta.game, 3) == position_of(siesta.game, 0)
    for at in (-1, 4):
        with pytest.raises(NotFound, match="no-such-position"):
            position_of(siesta.game, at)
