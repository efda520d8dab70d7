"""The viewer's own vacations."""

from __future__ import annotations

from datetime import date

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.accounts.vacations import Vacation, days_left, end_vacation, take_vacation, today_of, vacations_of
from service.db.clock import now
from service.language.errors import Invalid
from service.language.time_zones import zone_of
from service.web.errors import FormError, shown_again
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in


@pages.get("/me/vacations")
def vacations(form_error: FormError | None = None) -> str:
    """List vacations of this and later years, with a form to add one."""
    account, today = signed_in(), today_of(signed_in(), now())
    taken = vacations_of(account)
    return render_template(
        "vacations.html",
        account=account,
        zone=zone_of(account.time_zone).key,
        vacations=[(each, each.last >= today) for each in taken],
        years=[(year, days_left(taken, year)) for year in (today.year, today.year + 1)],
        today=today,
        form=request.form,
        form_error=form_error,
    )


@pages.post("/me/vacations")
@shown_again(vacations)
def take_days() -> ResponseReturnValue:
    """Add a vacation."""
    take_vacation(signed_in().id, Vacation(_day("first"), _day("last")), now())
    return redirect(url_for("web.vacations"), 303)


@pages.post("/me/vacations/<day:first_day>/end")
def end_days(first_day: date) -> ResponseReturnValue:
    """End a vacation, or what is left of it."""
    end_vacation(signed_in().id, first_day, now())
    return redirect(url_for("web.vacations"), 303)


def _day(name: str) -> date:
    try:
        return date.fromisoformat(request.form.get(name, ""))
    except ValueError:
        raise Invalid("bad-vacation") from None
