"""What the organiser of a tournament does on its page: pause, go on, cancel, remove a player, decide a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from flask import render_template, request
from flask.typing import ResponseReturnValue

from service.accounts.accounts import account_named
from service.competitions.organising import adjudicate, cancel, go_on, make_final, pause, remove
from service.competitions.points import points_of_places
from service.competitions.tables import table_of
from service.competitions.tournaments import tournament_of
from service.db.clock import now
from service.language.errors import Forbidden, NotFound
from service.models import Account
from service.presentation.tournament_words import result
from service.web.errors import FormError, shown_again
from service.web.formats import number_in
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in
from service.web.tournament_tables import accounts_in, names_on
from service.web.tournaments import PATH, show_tournament, shown_tournament

BOARD = f"{PATH}/rounds/<row:round_number>/boards/<row:board>"
STATES: Mapping[str, Callable[[str, Account, str, datetime], object]] = {
    "pause": pause,
    "resume": go_on,
    "cancel": cancel,
    "final": lambda tournament_id, organiser, _, at: make_final(tournament_id, organiser, at),
}
"""What changes the state of a tournament, by the value of the button."""


@pages.post(f"{PATH}/state")
@shown_again(lambda error, number: show_tournament(number, error))
def change_tournament(number: int) -> ResponseReturnValue:
    """Pause, resume or cancel a tournament, or make its table final."""
    change = STATES.get(request.form.get("do", ""), pause)
    change(tournament_of(str(number)).id, signed_in(), _reason(), now())
    return shown_tournament(number)


@pages.post(f"{PATH}/remove")
@shown_again(lambda error, number: show_tournament(number, error))
def remove_player(number: int) -> ResponseReturnValue:
    """Remove a player from a tournament."""
    known, name = tournament_of(str(number)), request.form.get("player", "").strip().lower()
    if signed_in().id != known.organiser_id:
        raise Forbidden("not-the-organiser")
    remove(known.id, signed_in(), account_named(name), _reason(), now())
    return shown_tournament(number)


@pages.get(BOARD)
def show_board(number: int, round_number: int, board: int, form_error: FormError | None = None) -> str:
    """Show the organiser the form to decide a pairing."""
    organiser, tournament = signed_in(), tournament_of(str(number))
    table, place = table_of(tournament), (round_number, board)
    pairing = next((each for each in table.pairings if (each.round, each.board) == place), None)
    if pairing is None or organiser.id != tournament.organiser_id:
        raise NotFound
    return render_template(
        "tournament_board.html",
        tournament=tournament,
        players=[accounts_in(table)[player] for player in pairing.players],
        names=names_on(pairing, accounts_in(table)),
        result=result(pairing.half_points),
        round=round_number,
        form=request.form,
        form_error=form_error,
    )


@pages.post(BOARD)
@shown_again(lambda error, **where: show_board(**where, form_error=error))
def decide_board(number: int, round_number: int, board: int) -> ResponseReturnValue:
    """Decide a pairing by the places of its players."""
    decided = points_of_places([number_in(each) or 0 for each in request.form.getlist("place")])
    adjudicate(tournament_of(str(number)).id, signed_in(), (round_number, board), decided, _reason(), now())
    return shown_tournament(number, round_number)


def _reason() -> str:
    return request.form.get("reason", "").strip()
