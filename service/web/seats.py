"""Actions on seats: join, decline, resign after confirmation, return, rematch, and take over an abandoned seat."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.db.clock import now
from service.models import Game, GameStatus
from service.play import seats
from service.play.declining import REASONS, Declined, declined_at
from service.play.games import rulesets
from service.play.rematches import rematch, rematch_of
from service.play.seating import left_seats
from service.play.substitutes import games_with_left_seats, take_over, volunteer, volunteers_for
from service.presentation.outcomes import why_declined
from service.presentation.resigning import resigning_in_words
from service.web.dice import word_given
from service.web.errors import FormError, shown_again
from service.web.frame.blueprints import pages
from service.web.frame.identity import player, signed_in, viewer
from service.web.offers import may_invite

pages.app_template_global("left_seats")(left_seats)
pages.app_template_global("decline_reasons")(REASONS.items)
pages.app_template_global("declined_at")(declined_at)
pages.app_template_global("why_declined")(why_declined)


@pages.post("/games/<game_id>/join")
def join(game_id: str) -> ResponseReturnValue:
    """Accept an invitation or take an open seat, or start one's own game that waits for that."""
    seats.join(game_id, player(), now(), word_given())
    return to_game(game_id)


@pages.post("/games/<game_id>/decline")
def decline(game_id: str) -> ResponseReturnValue:
    """Decline an invitation, or withdraw before the game starts."""
    seats.decline(game_id, player(), now(), why=reason_given())
    return to_game(game_id)


def reason_given() -> Declined:
    """Return the reason and the words from the form to decline."""
    return Declined(request.form.get("reason") or None, request.form.get("text"))


@pages.get("/games/<game_id>/resign")
def ask_to_resign(game_id: str) -> str:
    """Ask to confirm resigning."""
    follows = seats.resignation(game_id, player())
    return render_template("resign.html", game=follows.game, words=resigning_in_words(follows))


@pages.post("/games/<game_id>/resign")
def resign(game_id: str) -> ResponseReturnValue:
    """Resign from the game."""
    seats.resign(game_id, player(), now())
    return to_game(game_id)


@pages.post("/games/<game_id>/return")
def come_back(game_id: str) -> ResponseReturnValue:
    """Take one's seat back from the computer."""
    seats.return_to_seat(game_id, player(), now())
    return to_game(game_id)


@pages.post("/games/<game_id>/rematch")
def ask_for_rematch(game_id: str) -> ResponseReturnValue:
    """Create a rematch with seats exchanged, or join it."""
    return to_game(rematch(game_id, player(), now()).id)


@pages.app_template_global()
def rematch_at(over: Game) -> Game | None:
    """Return the rematch of a game that is over, unless it was cancelled."""
    found = rematch_of(over)
    return found if found is not None and found.status != GameStatus.CANCELLED else None


@pages.get("/left-seats")
def show_left_seats(form_error: FormError | None = None) -> str:
    """List the games with abandoned seats, and the rulesets for which the viewer volunteers."""
    account = viewer()
    return render_template(
        "left_seats.html",
        games=games_with_left_seats(account),
        asked_for=volunteers_for(account) if account is not None else (),
        may_take=may_invite(),
        all_rulesets=rulesets(),
        form_error=form_error,
    )


@pages.post("/games/<game_id:game_id>/seats/<int:seat>/take-over")
@shown_again(lambda error, **_: show_left_seats(error))
def take_seat_over(game_id: str, seat: int) -> ResponseReturnValue:
    """Take over an abandoned seat, and redirect to its game."""
    take_over(game_id, seat, signed_in(), now())
    return to_game(game_id)


@pages.post("/me/substitute")
def be_substitute() -> ResponseReturnValue:
    """Save for which rulesets the viewer volunteers as a substitute."""
    volunteer(signed_in().id, request.form.getlist("ruleset"), now())
    return redirect(url_for("web.show_left_seats", _anchor="asked"), 303)


def to_game(game_id: str) -> ResponseReturnValue:
    """Redirect to the page of a game."""
    return redirect(url_for("web.show_game", game_id=game_id), 303)
