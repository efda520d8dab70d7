"""Springtime's running scores: who leads in each region, and the subtotals of the rule sheet's table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.games.springtime.fields import SIDE
from rules.games.springtime.position import Springtime
from rules.prose import N_


class Subtotal(NamedTuple):
    """What a kind of region brings to each seat."""

    name: str
    points: tuple[int, int]


KINDS = {"m": N_("meadows"), "p": N_("pastures"), "f": N_("forests"), "l": N_("lakes")}
"""By letter of the fields."""


def subtotals(position: Springtime) -> list[Subtotal]:
    """Rows, columns, then the fields of each letter; together they are the scores."""
    leads = position.leads()
    fields = list(zip(position.fields.fields, leads[2 * SIDE :], strict=True))
    return [
        _subtotal(N_("rows"), leads[:SIDE], majority=position.majority),
        _subtotal(N_("columns"), leads[SIDE : 2 * SIDE], majority=position.majority),
        *(
            _subtotal(name, [lead for field, lead in fields if field.letter == letter], majority=position.majority)
            for letter, name in KINDS.items()
        ),
    ]


def _subtotal(name: str, leads: Sequence[int], *, majority: bool) -> Subtotal:
    first = [1 if majority else lead for lead in leads if lead > 0]
    second = [1 if majority else -lead for lead in leads if lead < 0]
    return Subtotal(name, (sum(first), sum(second)))


def leader(lead: int) -> str:
    """Who leads in a region and by how much, such as `A2`; `=` where nobody does."""
    return f"{'A' if lead > 0 else 'B'}{abs(lead)}" if lead else "="
