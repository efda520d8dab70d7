"""Plans on the page of a game: what one plays after what the others may play."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.errors import Conflict, Invalid
from service.play.game_search import game_and_next
from service.play.plans import PlanWish, drop_plan, set_plan
from service.telling.plan_words import refusal_in_words
from service.web.errors import status_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import player, viewer
from service.web.games import game_page
from service.web.plan_forms import PlanForm


@pages.post("/games/<game_id>/plan")
def keep_plan(game_id: str) -> ResponseReturnValue:
    """Keep a plan, or show what is wrong with it."""
    typed = request.form
    branch = [typed.get("when", "").strip(), typed.get("play", "").strip()]
    added = f"\nif {branch[0]} then {branch[1]}" if any(branch) else ""
    text = typed.get("plan", "").strip() + added
    wish = PlanWish(text.strip(), "plays_only_moves" in typed, "waits" in typed)
    try:
        set_plan(game_id, player(), wish, now())
    except (Invalid, Conflict) as refused:
        why = refusal_in_words(refused.code, refused.details)
        form = PlanForm(wish.text, wish.plays_only_moves, wish.waits, refusal=why)
        shown, following = game_and_next(game_id, viewer())
        return game_page(shown, plan=form, following=following), status_of(refused)
    return redirect(url_for("web.show_game", game_id=game_id, tab="plan"), 303)


@pages.post("/games/<game_id>/plan/off")
def end_plan(game_id: str) -> ResponseReturnValue:
    """Have no plan any more."""
    drop_plan(game_id, player())
    return redirect(url_for("web.show_game", game_id=game_id, tab="plan"), 303)
