"""Positions as numbers: as many as promised, from -1 to 1, and other ones for another position."""

from __future__ import annotations

from random import Random

import pytest

import rules
from rules.schema import number, one_of, or_null, record, square
from sundial_environments.observations import part
from sundial_environments.tables import Table, rolled


@pytest.mark.parametrize("ruleset", rules.games())
def test_what_a_seat_sees_tells_all_positions_of_a_game_from_each_other(ruleset: str) -> None:
    table, rng = Table.of(ruleset), Random(5)
    position, positions, observations = rolled(table.begin(rng), rng), set(), set()
    while (seat := position.current_player()) is not None:
        observed = table.observe(position, seat)
        assert len(observed) == table.observation_size
        assert all(-1 <= value <= 1 for value in observed)
        positions.add(position)
        observations.add(tuple(observed))
        position = rolled(position.apply(table.action(rng.choice(table.legal(position)))), rng)
    assert len(observations) == len(positions) > 5


def test_words_squares_and_numbers_are_written_as_the_docstring_says() -> None:
    schema = record(
        colour=one_of(("red", "green")), place=or_null(square(2, 2)), left=number(0, 4), points=number(), free=number(0)
    )
    written = part(schema)
    assert written.write({"colour": "green", "place": "b1", "left": 1, "points": -32, "free": 0}) == [
        *(0, 1),
        *(1, 0, 1, 0, 0),
        0.25,
        -0.5,
        0,
    ]
    assert written.write({"colour": "red", "place": None, "left": 4, "points": 0, "free": 0})[2:7] == [0] * 5


def test_losers_pay_what_winners_share_and_those_who_play_together_have_one_result() -> None:
    class Over:
        def __init__(self, *winners: int) -> None:
            self.winners = lambda: winners

    assert Table.of("siesta", 3).returns(Over(1)) == [-1, 2, -1]  # type: ignore[arg-type]  # all that is looked at
    assert Table.of("siesta", 3).returns(Over(0, 1)) == [0.5, 0.5, -1]  # type: ignore[arg-type]
    assert Table.of("springtime-puzzle", 2).returns(Over()) == [-1, -1]  # type: ignore[arg-type]
