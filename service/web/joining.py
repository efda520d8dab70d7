"""The page of a join link: the game, its players and terms, and a button to take the seat.

A GET changes nothing. Anonymous viewers join as visitors, or sign in by email first and return here. The host can
renew or withdraw the link, and remind or withdraw invitations.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import rules
from service.accounts.accounts import is_guest
from service.db.clock import now
from service.db.engines import session
from service.jobs.units import whole
from service.language.errors import Conflict, NotFound, Refused, Unauthenticated
from service.models import Account, Game, SeatState
from service.notifications.links import join_link
from service.play import invitations
from service.play.invitations import OpenInvitation
from service.play.matches.standing import standing_of
from service.play.open_seats import hosted_game, join_key_of, offered, renew_key, withdraw_key
from service.play.seating import has_seat, seat_number, seat_of
from service.play.seats import join_under
from service.presentation.names import called
from service.web.boards import board_to_be
from service.web.dice import word_given
from service.web.errors import FormError, form_error_of, status_of
from service.web.formats import is_hosted
from service.web.frame.blueprints import pages
from service.web.frame.identity import player, player_or_visitor, viewer
from service.web.seats import to_game

SEPARATOR = "-"
KEPT_BETWEEN_US = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
}
"""Headers that keep the page's address out of caches and referrers."""
INVITED = "invited"
"""Anchor of the host's list of invitations on a game's page."""


@pages.get("/j/<token>")
def show_offer(token: str) -> ResponseReturnValue:
    """Show what can be joined; a player who has a seat is redirected to the game."""
    game_id, key = _read(token)
    try:
        game = offered(game_id, viewer(), key)
    except Conflict as refused:
        return _over(game_id, refused)
    number = seat_number(game, viewer())
    has_joined = number is not None and seat_of(game, number).state == SeatState.TAKEN
    return to_game(game_id) if has_joined else _page(token, game)


@pages.post("/j/<token>")
def take_seat(token: str) -> ResponseReturnValue:
    """Take a seat for the viewer; no address is needed."""
    game_id, key = _read(token)
    name = request.form.get("name", "").strip()
    try:
        whole(lambda: join_under(name, game_id, player_or_visitor(), now(), key, word_given()))
    except (NotFound, Unauthenticated):
        raise
    except Refused as refused:
        return _refused(token, refused, name)
    return to_game(game_id)


@pages.get("/games/<game_id>/join-link")
def show_link(game_id: str) -> ResponseReturnValue:
    """Show the join link and the seats to the host, also if they do not play."""
    game = hosted_game(game_id, player())
    return render_template("host.html", game=game), KEPT_BETWEEN_US


@pages.post("/games/<game_id>/join-link")
def renew_link(game_id: str) -> ResponseReturnValue:
    """Create or renew the join link."""
    return to_host(renew_key(game_id, player()))


@pages.post("/games/<game_id>/join-link/withdraw")
def withdraw_link(game_id: str) -> ResponseReturnValue:
    """Withdraw the join link."""
    withdraw_key(game_id, player())
    return to_host(hosted_game(game_id, player()))


@pages.post("/games/<game_id>/invitations/<row:place>/remind")
def remind(game_id: str, place: int) -> ResponseReturnValue:
    """Send an invitation again."""
    invitations.remind(game_id, place, player(), now())
    return to_host(hosted_game(game_id, player()), INVITED)


@pages.post("/games/<game_id>/invitations/<row:place>/withdraw")
def withdraw_invitation(game_id: str, place: int) -> ResponseReturnValue:
    """Withdraw an invitation."""
    return to_host(invitations.withdraw(game_id, place, player(), now()), INVITED)


@pages.app_template_global()
def invitations_shown(game: Game) -> Sequence[OpenInvitation]:
    """List a game's open invitations to its host; empty for others."""
    return invitations.open_invitations(game) if is_hosted(game) else ()


@pages.app_template_global()
def can_be_reminded(invitation: OpenInvitation) -> bool:
    """Check whether an invitation may be sent again now."""
    return invitation.can_remind_from is not None and invitation.can_remind_from <= now()


def to_host(game: Game, part: str | None = None) -> ResponseReturnValue:
    """Redirect the host to the game's page, or to the join link's page if they do not play."""
    plays = seat_number(game, viewer()) is not None
    return redirect(url_for("web.show_game" if plays else "web.show_link", game_id=game.id, _anchor=part), 303)


@pages.app_template_global()
def link_to_join(game: Game) -> str | None:
    """Return the join link to the host; None for others, and if there is none."""
    account, key = viewer(), join_key_of(game)
    return join_link(game.id, key) if key and account and account.id == game.creator_id else None


@pages.app_template_global()
def host_of(game: Game) -> str:
    """Return the name of the game's host."""
    return called(session().get_one(Account, game.creator_id))


def _read(token: str) -> tuple[str, str]:
    """Split an address into the game id and the key, without looking them up."""
    game_id, _, key = token.lower().partition(SEPARATOR)
    return game_id, key


def _refused(token: str, refused: Refused, name: str) -> ResponseReturnValue:
    """Render the join page with an error, or the page of an expired link."""
    game_id, key = _read(token)
    try:
        game = offered(game_id, viewer(), key)
    except Conflict as over:
        return _over(game_id, over)
    return _page(token, game, form_error_of(refused), name, status_of(refused))


def _over(game_id: str, refused: Conflict) -> ResponseReturnValue:
    """Render the page of an expired link; a player who has a seat is redirected to the game."""
    account = viewer()
    if account is not None and has_seat(game_id, account):
        return to_game(game_id)
    page = render_template("join_over.html", reason=form_error_of(refused).title)
    return make_response(page, status_of(refused), KEPT_BETWEEN_US)


def _page(
    token: str, game: Game, form_error: FormError | None = None, name: str = "", status: int = 200
) -> ResponseReturnValue:
    account = viewer()
    page = render_template(
        "join.html",
        game=game,
        ruleset=rules.game(game.ruleset),
        match=standing_of(game),
        board=board_to_be(game),
        needs_name=account is None or is_guest(account),
        token=token,
        form_error=form_error,
        name=name,
        word=word_given() or "",
    )
    return make_response(page, status, KEPT_BETWEEN_US)
