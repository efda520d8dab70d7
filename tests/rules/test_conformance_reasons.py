"""Conformance of every game that explains its points: the reasons add up, and each place is on the board."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules import AnyPosition, Game
from rules.game import nothing_explained
from tests.rules.tables import Playout


def test_the_points_of_all_reasons_add_up_to_the_scores_at_every_position(played: Sequence[Playout]) -> None:
    for playout in played[:2]:
        for position in playout.positions:
            if playout.game.explained is not nothing_explained:
                assert total(playout.game, position) == list(position.scores())


def test_every_reason_is_a_sentence_about_places_that_can_be_pointed_at(first: Playout) -> None:
    for position in first.stages(9):
        clickable = set(re.findall(r'data-word="([^"]*)"', first.game.picture.svg(position)))
        lines = {part for word in clickable for part in (word[:1], word[1:])}
        for reason in first.game.explained(position):
            assert set(reason.places) <= clickable | lines
            assert re.fullmatch(r"[^{}]+\.", str(reason.told))


def total(game: Game, position: AnyPosition) -> list[int]:
    """Add up the points of all reasons by seat."""
    found = [reason.points for reason in game.explained(position) if reason.points]
    return [sum(points) for points in zip(*found, strict=True)] or [0] * len(position.scores())
