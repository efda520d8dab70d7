"""Seats that are left: looking for one, taking it over, and being asked."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.errors import Refused
from service.play.games import rulesets
from service.play.seating import left_seats
from service.play.substitutes import games_with_left_seats, take_over, volunteer, volunteers_for
from service.web.errors import headers_of, status_of
from service.web.form_errors import FormError, form_error_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in, viewer
from service.web.offers import may_invite


@pages.get("/left-seats")
def show_left_seats() -> str:
    """The games in which a seat is left, and for which games one is asked."""
    return _page()


@pages.post("/games/<game_id:game_id>/seats/<int:seat>/take-over")
def take_seat_over(game_id: str, seat: int) -> ResponseReturnValue:
    """Take a seat over; to its game."""
    account = signed_in()
    try:
        take_over(game_id, seat, account, now())
    except Refused as refused:
        return _page(form_error_of(refused)), status_of(refused), headers_of(refused)
    return redirect(url_for("web.show_game", game_id=game_id), 303)


@pages.post("/me/substitute")
def be_substitute() -> ResponseReturnValue:
    """Be asked for seats in those games, and in no others."""
    volunteer(signed_in().id, request.form.getlist("ruleset"), now())
    return redirect(url_for("web.show_left_seats", _anchor="asked"), 303)


pages.app_template_global("left_seats")(left_seats)


def _page(form_error: FormError | None = None) -> str:
    account = viewer()
    return render_template(
        "left_seats.html",
        games=games_with_left_seats(account),
        asked_for=volunteers_for(account) if account is not None else (),
        may_take=may_invite(),
        all_rulesets=rulesets(),
        form_error=form_error,
    )
