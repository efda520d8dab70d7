"""Pages of an invitation's link: details, accept, decline, or block the sender.

They need no account and no cookie.
"""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import rules
from service.accounts.accounts import is_guest, name_offered, person_behind
from service.accounts.blocks import lift
from service.db.clock import now
from service.language.errors import NotFound
from service.models import Game, GameSeat, GameStatus, SeatState
from service.notifications.links import read_link, turn_link
from service.play import seats
from service.play.matches.standing import standing_of
from service.play.seat_links import (
    accept_invitation,
    decline_invitation,
    game_of,
    host_of,
    invited_seat,
    is_blocked_by_link,
    lift_by_link,
    never_by_link,
)
from service.presentation.names import called
from service.security.keys import Purpose, SeatLink
from service.web.boards import board_to_be
from service.web.dice import word_given
from service.web.errors import FormError, shown_again
from service.web.frame.blueprints import capability_pages, pages
from service.web.frame.identity import signed_in, speak_to
from service.web.seats import reason_given
from service.web.turns import path_of


@capability_pages.get("/i/<token>")
def invitation(token: str, form_error: FormError | None = None) -> str:
    """Show the invitation, or its outcome."""
    link = _invitation_of(token)
    game = game_of(link)
    seat = invited_seat(game, link)
    seated = (each.account for each in game.seats if each.account and each.account_id == game.creator_id)
    return render_template(
        "invitation.html",
        game=game,
        ruleset=rules.game(game.ruleset),
        seat=seat,
        host=next(map(called, seated), None),
        match=standing_of(game),
        asked=_is_asked(game, seat),
        needs_name=seat.account is not None and is_guest(seat.account),
        token=token,
        form_error=form_error,
        name=request.form.get("name", ""),
        name_offered=name_offered,
        word=word_given() or "",
        board=board_to_be(game),
    )


@capability_pages.post("/i/<token>/accept")
@shown_again(lambda error, token: invitation(token, error))
def accept(token: str) -> ResponseReturnValue:
    """Accept the invitation. If it is then this player's turn, redirect to it."""
    link = _invitation_of(token)
    was_open = invited_seat(game_of(link), link).state == SeatState.INVITED
    game = accept_invitation(link, now(), request.form.get("name", "").strip(), word_given())
    seat = invited_seat(game, link)
    if was_open and game.status == GameStatus.ACTIVE and game.to_move == seat.number:
        return redirect(path_of(turn_link(game, seat.number)), 303)
    return redirect(url_for("links.invitation", token=token), 303)


@capability_pages.post("/i/<token>/decline")
@shown_again(lambda error, token: invitation(token, error))
def decline(token: str) -> ResponseReturnValue:
    """Decline the invitation."""
    decline_invitation(_invitation_of(token), now(), reason_given())
    return redirect(url_for("links.invitation", token=token), 303)


@capability_pages.get("/i/<token>/never")
def never_again(token: str) -> str:
    """Ask whether to block the sender, or show that they are blocked. A GET changes nothing."""
    link = _invitation_of(token)
    game = game_of(link)
    host = host_of(game)
    return render_template(
        "never.html",
        host=host,
        person=person_behind(host),
        asked=_is_asked(game, invited_seat(game, link)),
        blocked=is_blocked_by_link(link),
        token=token,
    )


@capability_pages.post("/i/<token>/never")
def never_or_again(token: str) -> ResponseReturnValue:
    """Block or unblock invitations from the sender."""
    if "again" in request.form:
        lift_by_link(_invitation_of(token))
    else:
        never_by_link(_invitation_of(token), now())
    return redirect(url_for("links.never_again", token=token), 303)


@pages.post("/games/<game_id>/never")
def never_from_host(game_id: str) -> ResponseReturnValue:
    """Block invitations from the host, on the page of a game that one is invited to."""
    seats.never(game_id, signed_in(), now())
    return redirect(url_for("web.show_game", game_id=game_id), 303)


@pages.post("/me/blocks/<account_name:person>/lift")
def lift_block(person: str) -> ResponseReturnValue:
    """Unblock invitations from a person."""
    lift(signed_in(), person)
    return redirect(url_for("web.my_mails"), 303)


def _invitation_of(token: str) -> SeatLink:
    """Read an invitation's link; raises NotFound."""
    link = read_link(token)
    if link is None or link.purpose != Purpose.INVITATION:
        raise NotFound
    speak_to(next((seat.account for seat in game_of(link).seats if seat.place == link.seat), None))
    return link


def _is_asked(game: Game, seat: GameSeat) -> bool:
    """Check whether the invitation to a seat still waits for an answer."""
    return game.status == GameStatus.INVITING and seat.state == SeatState.INVITED
