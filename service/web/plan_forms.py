"""The form for a plan, as the page of a game shows it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import request

from service.models import Game, GameStatus, SeatPlan
from service.play.planning.grammar import LONGEST_PLAN
from service.play.plans import plan_of
from service.play.seating import seat_number, seat_of
from service.telling.plan_words import end_in_words
from service.web.frame.identity import viewer


@dataclass(frozen=True)
class PlanForm:
    """What the form for a plan shows; `refusal` is why what was typed was not kept."""

    text: str = ""
    plays_only_moves: bool = False
    waits: bool = False
    is_kept: bool = False
    ended: str = ""
    refusal: str = ""


def plan_form(game: Game) -> PlanForm | None:
    """The form for a plan, if the visitor plays on here with others; what was planned stands in it.

    A plan that the address brings along, from a line that was thought through, is added to it, and not yet kept.
    """
    seat, account = seat_number(game, viewer()), viewer()
    if seat is None or account is None or game.status != GameStatus.ACTIVE:
        return None
    if len(game.seats) == 1 or not seat_of(game, seat).is_played_by_a_person:
        return None
    is_asked_for = request.args.get("tab") == "plan" or seat_of(game, seat).planned_at is not None
    form = _form_of(plan_of(game, account) if is_asked_for else None)
    brought = request.args.get("plan", "").strip()[:LONGEST_PLAN] if is_asked_for else ""
    return replace(form, text="\n".join(filter(None, (form.text, brought.replace("; if", "\nif")))))


def _form_of(plan: SeatPlan | None) -> PlanForm:
    if plan is None:
        return PlanForm()
    text = plan.text.replace("; if", "\nif")
    is_kept = bool(plan.text or plan.plays_only_moves)
    return PlanForm(text, plan.plays_only_moves, plan.waits, is_kept, end_in_words(plan.ended))
