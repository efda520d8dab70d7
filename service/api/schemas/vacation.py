"""Vacations, as they are taken and shown."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.base import Number, Sent, Shown, says

_FIRST = says("The first day of it, by the calendar of your time zone.", example="2026-08-01")
_LAST = says("The last day of it.", example="2026-08-14")


class VacationRequestSchema(Sent):
    """Days on which no clock of yours is to go."""

    first_day = fields.Date(required=True, metadata=_FIRST)
    last_day = fields.Date(required=True, metadata=_LAST)


class VacationSchema(Shown):
    """Days on which no clock of yours goes, but at tables that have agreed on none."""

    first_day = fields.Date(metadata=_FIRST)
    last_day = fields.Date(metadata=_LAST)


class YearSchema(Shown):
    """How many days of vacation you can still take in a year."""

    year = Number(metadata={"example": 2026})
    days_left = Number(metadata={"example": 16})


class VacationsSchema(Shown):
    """Those of this year and later ones, and what is left of this year and the next."""

    vacations = fields.List(fields.Nested(VacationSchema))
    years = fields.List(fields.Nested(YearSchema))
