"""Proposals on a game's page, to which all players must agree: undo, draw, and pausing the clocks."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from rules import Seat
from service.db.clock import now
from service.language.catalogue import listed
from service.language.errors import Conflict
from service.models import Game, GameStatus
from service.play import pauses, proposals
from service.play.proposals import Proposal, Undoable, What, asked, can_draw, open_proposal, undone_by
from service.play.seating import game_seen_by, playing_seat, seat_of, seats_beside
from service.presentation.names import name_of
from service.web.cache import drawn_once
from service.web.errors import form_error_of, status_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import player, viewer
from service.web.games import game_page


@dataclass(frozen=True)
class ProposalBox:
    """The open proposal of a game, and what the viewer may propose."""

    proposal: Proposal | None
    is_own: bool
    waits: bool
    """Whether the viewer has not answered it."""
    awaited: str
    """The names of those who have not agreed to it yet."""
    undo: Undoable | None
    undo_alone: bool
    """Whether it needs nobody's consent."""
    draw: bool


@pages.app_template_global()
def proposal_box_of(game: Game, seat: Seat | None) -> ProposalBox | None:
    """Return the proposals for the player of that seat; None if there is nothing to propose."""
    if seat is None or game.status != GameStatus.ACTIVE or seat_of(game, seat).left_by is not None:
        return None
    proposal = open_proposal(game)
    (undo,) = drawn_once(f"undo {seat}", game, game.log_length, lambda: (undone_by(game, seat),))
    draw = can_draw(game)
    if proposal is None and undo is None and not draw:
        return None
    own = {each.number for each in seats_beside(game, seat_of(game, seat))}
    return ProposalBox(
        proposal,
        is_own=proposal is not None and proposal.seat in own,
        waits=proposal is not None and seat not in proposal.agreed,
        awaited=_awaited(game, proposal) if proposal else "",
        undo=undo,
        undo_alone=undo is not None and _is_undone_alone(game, own, undo),
        draw=draw,
    )


def _is_undone_alone(game: Game, own: Collection[Seat], undo: Undoable) -> bool:
    """Check whether a move is undone at once: in its time of grace, or as nobody else has to agree."""
    has_grace = undo.alone_until is not None and now() <= undo.alone_until
    return has_grace or all(each.number in own for each in asked(game, What.TAKEBACK))


def _awaited(game: Game, proposal: Proposal) -> str:
    return listed(name_of(game, each) for each in asked(game, proposal.what) if each.number not in proposal.agreed)


@pages.post("/games/<game_id>/takeback")
def take_back(game_id: str) -> ResponseReturnValue:
    """Undo the viewer's last move, or propose to undo it."""
    return _done(game_id, lambda: proposals.ask_back(game_id, player(), now()))


@pages.post("/games/<game_id>/draw")
def offer_draw(game_id: str) -> ResponseReturnValue:
    """Offer a draw, or accept one."""
    return _done(game_id, lambda: proposals.offer_draw(game_id, player(), now()))


@pages.post("/games/<game_id>/proposal")
def answer_proposal(game_id: str) -> ResponseReturnValue:
    """Accept or decline a proposal."""
    name, agrees = request.form.get("id", ""), request.form.get("answer") == "yes"
    return _done(game_id, lambda: proposals.answer(game_id, player(), name, now(), agrees=agrees))


@pages.post("/games/<game_id>/clock/stop")
def stop_clocks(game_id: str) -> ResponseReturnValue:
    """Propose to pause the clocks."""
    pauses.wish_pause(game_id, player(), now())
    return redirect(url_for("web.show_game", game_id=game_id), 303)


@pages.post("/games/<game_id>/clock/start")
def start_clocks(game_id: str) -> ResponseReturnValue:
    """Resume the clocks."""
    pauses.end_pause(game_id, player(), now())
    return redirect(url_for("web.show_game", game_id=game_id), 303)


def _done(game_id: str, do: Callable[[], Game]) -> ResponseReturnValue:
    playing_seat(game_seen_by(game_id, player()), player())
    try:
        do()
    except Conflict as refused:
        shown = game_seen_by(game_id, viewer())
        return game_page(shown, form_error=form_error_of(refused)), status_of(refused)
    return redirect(url_for("web.show_game", game_id=game_id), 303)
