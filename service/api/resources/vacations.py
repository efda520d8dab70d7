"""Vacations: days on which a player's clocks stop."""

from __future__ import annotations

from datetime import date
from typing import TypedDict

from flask import Response
from marshmallow import fields

from rules.json_types import Json
from service.accounts.vacations import Vacation, days_left, end_vacation, take_vacation, today_of, vacations_of
from service.api.access import account
from service.api.resource import Resource
from service.api.schemas.base import Number, Sent, Shown, says
from service.db.clock import now

blueprint = Resource("vacations", "Vacations, on which your clocks do not run.")

_FIRST = says("Its first day, in your time zone.", example="2026-08-01")
_LAST = says("Its last day.", example="2026-08-14")


class VacationRequestSchema(Sent):
    """Days on which your clocks stop."""

    first_day = fields.Date(required=True, metadata=_FIRST)
    last_day = fields.Date(required=True, metadata=_LAST)


class VacationWish(TypedDict):
    """A vacation, as loaded by VacationRequestSchema."""

    first_day: date
    last_day: date


class VacationSchema(Shown):
    """Days on which your clocks stop, except in games that do not allow vacations."""

    first_day = fields.Date(metadata=_FIRST)
    last_day = fields.Date(metadata=_LAST)


class YearSchema(Shown):
    """The days of vacation that you have left in a year."""

    year = Number(metadata={"example": 2026})
    days_left = Number(metadata={"example": 16})


class VacationsSchema(Shown):
    """Your vacations of this year and later ones, and the days left in this year and the next."""

    vacations = fields.List(fields.Nested(VacationSchema))
    years = fields.List(fields.Nested(YearSchema))


@blueprint.route("/me/vacations")
@blueprint.lists("vacations")
@blueprint.allows("account")
@blueprint.response(200, VacationsSchema)
def list_vacations() -> dict[str, object]:
    """List your vacations of this year and later ones, and the days that you have left."""
    taken, this_year = vacations_of(account()), today_of(account(), now()).year
    return {
        "vacations": [_vacation_json(each) for each in taken],
        "years": [{"year": year, "days_left": days_left(taken, year)} for year in (this_year, this_year + 1)],
    }


@blueprint.route("/me/vacations", methods=["POST"])
@blueprint.allows("account")
@blueprint.gives({"first_day": "$response.body#/first_day"})
@blueprint.refuses(409)
@blueprint.response(201, VacationSchema)
@blueprint.arguments(VacationRequestSchema)
def take_days(wish: VacationWish) -> dict[str, Json | date]:
    """Add a vacation; people only. Deadlines of your turns move at once, and your games record an event."""
    taken = Vacation(wish["first_day"], wish["last_day"])
    take_vacation(account().id, taken, now())
    return _vacation_json(taken)


@blueprint.route("/me/vacations/<day:first_day>", methods=["DELETE"])
@blueprint.allows("account")
@blueprint.refuses(404)
@blueprint.response(204)
def end_days(*, first_day: date) -> Response:
    """Delete the vacation that begins on that day. If it has begun, it ends at midnight."""
    end_vacation(account().id, first_day, now())
    return Response(status=204)


def _vacation_json(taken: Vacation) -> dict[str, Json | date]:
    return {"first_day": taken.first, "last_day": taken.last}
