"""What each square holds and where it lies, in both games, for whoever hears it read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.canvas import EMPTY, SEATS
from rules.games.springtime.fields import Field
from rules.games.springtime.position import Springtime
from rules.games.springtime.puzzle import Puzzle
from rules.games.springtime.squares import BOARD
from rules.prose import N_, Sentence

GROUNDS = {
    "m": N_("{held}, meadow"),
    "p": N_("{held}, pasture"),
    "f": N_("{held}, forest"),
    "l": N_("{held}, lake"),
}


def labels(position: Springtime) -> Mapping[str, Sentence]:
    """By square: whose token stands there, and the ground."""
    tokens = [Sentence(N_("token of {seat}"), {"seat": look.letter}) for look in SEATS]
    grounds = [GROUNDS[field.letter] for field in position.fields.fields]
    return _labels(position.fields.fields, grounds, position.owned, tokens)


def puzzle_labels(position: Puzzle) -> Mapping[str, Sentence]:
    """By square: the stage of its token, if there are stages, and its field."""
    template = N_("token of stage {stage}") if position.staged else N_("token")
    tokens = [Sentence(template, {"stage": stage + 1}) for stage in range(len(position.stages))]
    fields = position.fields.fields
    return _labels(fields, [N_("{held}, field {letter}")] * len(fields), position.stages, tokens)


def _labels(
    fields: Sequence[Field], templates: Sequence[str], masks: Sequence[int], tokens: Sequence[Sentence]
) -> dict[str, Sentence]:
    found = {}
    for field, template in zip(fields, templates, strict=True):
        for square in BOARD.squares(field.mask):
            bit = BOARD.bits[square]
            held = next((token for token, mask in zip(tokens, masks, strict=False) if mask & bit), EMPTY)
            found[BOARD.names[square]] = Sentence(template, {"held": held, "letter": field.letter})
    return found
