"""JSON schema of a position."""

from __future__ import annotations

from rules.games.seasons.actions import DICE, FACES
from rules.games.seasons.sectors import SECTORS, Area
from rules.schema import FLAG, each, number, one_of, or_null, record, scores

SEATS = 3
_SEAT = number(0, SEATS - 1)
_EYE_SUM = or_null(number(DICE, DICE * FACES))
_SECTOR = record(
    name=one_of(sector.name for sector in SECTORS),
    area=one_of(area.value for area in Area),
    value=number(1),
    eye_sums=each(_EYE_SUM, 2, SEATS, "By seat: the sum of dice on its disc, null where that is free."),
    owner=or_null(_SEAT, "The seat of its owner."),
)

POSITION = record(
    sectors=each(_SECTOR, len(SECTORS), len(SECTORS), "In the order of the board."),
    moves=or_null(_SEAT, "The seat whose turn it is, also while dice are rolled for it; null once the game is over."),
    dice=each(number(1, FACES), 0, DICE, "The dice on the table."),
    to_throw=number(0, DICE, "The number of dice to roll now."),
    may_reroll={**FLAG, "description": "Whether the seat to move may roll again."},
    scores=scores(SEATS),
)
