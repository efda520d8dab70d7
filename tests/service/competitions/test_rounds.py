"""The course of a tournament: it starts, its rounds follow one another, and it ends."""

from __future__ import annotations

from collections.abc import Callable

from service.models import System
from tests.service.competitions.conftest import Event


def test_a_round_robin_starts_when_full_and_everybody_meets_everybody(tournament: Callable[..., Event]) -> None:
    held = tournament(3)
    over = held.play_on()
    assert over.state == "finished"
    met = sorted(tuple(sorted(each.players)) for each in held.pairings if len(each.players) == 2)
    assert met == [(1, 2), (1, 3), (2, 3)]
    assert all(each.half_points is not None for each in held.pairings)


def test_a_swiss_of_four_has_the_announced_rounds(tournament: Callable[..., Event]) -> None:
    held = tournament(4, System.SWISS, rounds=3)
    assert held.play_on().state == "finished"
    assert {each.round for each in held.pairings} == {1, 2, 3}
    assert len(held.games) == 6
