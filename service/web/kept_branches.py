"""Branches on the page of a line: kept under a name, changed, and deleted."""

from __future__ import annotations

from flask import redirect, request
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.errors import Conflict, Invalid, Refused
from service.models import KeptBranch
from service.play.seating import game_seen_by
from service.play.what_if import BranchWish, change_branch, check_may_suppose, drop_branch, keep_branch, suppose
from service.web.errors import status_of
from service.web.form_errors import form_error_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import player
from service.web.what_if import line_address, line_page


@pages.post("/games/<game_id>/branches")
def keep_line(game_id: str) -> ResponseReturnValue:
    """Keep the line that is shown under a name."""
    wish = _wish()
    try:
        return _to_branch(keep_branch(game_id, player(), wish, now()))
    except (Conflict, Invalid) as refused:
        return _refused(game_id, wish, refused)


@pages.post("/games/<game_id>/branches/<game_id:branch_id>")
def change_line(game_id: str, branch_id: str) -> ResponseReturnValue:
    """Give a branch another name, or put the line that is shown in its place."""
    wish = _wish()
    try:
        return _to_branch(change_branch(game_id, player(), branch_id, wish, now()))
    except (Conflict, Invalid) as refused:
        return _refused(game_id, wish, refused)


@pages.post("/games/<game_id>/branches/<game_id:branch_id>/drop")
def drop_line(game_id: str, branch_id: str) -> ResponseReturnValue:
    """Keep a branch no longer; the line that is shown stays where it is."""
    drop_branch(game_id, player(), branch_id)
    wish = _wish()
    return redirect(line_address(game_seen_by(game_id, player()), wish.at or 0, wish.line or ""), 303)


def _wish() -> BranchWish:
    sent = request.form
    return BranchWish(sent.get("name", ""), sent.get("at", type=int), sent.get("line"))


def _to_branch(branch: KeptBranch) -> ResponseReturnValue:
    game = game_seen_by(branch.game_id, player())
    return redirect(line_address(game, branch.at, branch.line), 303)


def _refused(game_id: str, wish: BranchWish, refused: Refused) -> ResponseReturnValue:
    shown = game_seen_by(game_id, player())
    check_may_suppose(shown, player())
    line = suppose(shown, wish.at, wish.line or "")
    return line_page(shown, line, form_error_of(refused), wish.name or ""), status_of(refused)
