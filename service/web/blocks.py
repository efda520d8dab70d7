"""Never from this person: the page behind the link in each invitation, and the list on one's own page."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.people.accounts import person_behind
from service.people.blocks import lift
from service.play import seats
from service.play.seat_links import (
    game_of,
    host_of,
    invited_seat,
    is_blocked_by_link,
    lift_by_link,
    never_by_link,
)
from service.web.frame.blueprints import capability_pages, pages
from service.web.frame.identity import signed_in
from service.web.invitations import invitation_of, is_asked


@capability_pages.get("/i/<token>/never")
def never_again(token: str) -> str:
    """The question, or that it was answered. Looking changes nothing: link scanners look."""
    link = invitation_of(token)
    game = game_of(link)
    host = host_of(game)
    return render_template(
        "never.html",
        host=host,
        person=person_behind(host),
        asked=is_asked(game, invited_seat(game, link)),
        blocked=is_blocked_by_link(link),
        token=token,
    )


@capability_pages.post("/i/<token>/never")
def never_or_again(token: str) -> ResponseReturnValue:
    """Take no invitations any more from whoever invites; or take it back."""
    if "again" in request.form:
        lift_by_link(invitation_of(token))
    else:
        never_by_link(invitation_of(token), now())
    return redirect(url_for("links.never_again", token=token), 303)


@pages.post("/games/<game_id>/never")
def never_from_host(game_id: str) -> ResponseReturnValue:
    """The same, on the page of a game that one is invited to."""
    seats.never(game_id, signed_in(), now())
    return redirect(url_for("web.show_game", game_id=game_id), 303)


@pages.post("/me/blocks/<account_name:person>/lift")
def lift_block(person: str) -> ResponseReturnValue:
    """Let somebody invite one again."""
    lift(signed_in(), person)
    return redirect(url_for("web.my_mails"), 303)
