"""The lobby: challenges of others, the visitor's own, and the form to find somebody."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from rules import Game as Ruleset
from service.challenges.challenges import challenge_of, delete_challenge
from service.challenges.lobby import (
    can_be_challenged_to,
    challenge_anybody,
    open_challenges,
    own_challenges,
    take_up,
)
from service.challenges.terms import NewChallenge
from service.db.clock import now
from service.jobs.units import whole
from service.language.catalogue import ngettext
from service.language.errors import Invalid
from service.models import Challenge
from service.play.games import rulesets
from service.play.timekeeping import ClockTerms, Fast
from service.presentation.clock_words import terms_in_words
from service.web.errors import FormError, shown_again
from service.web.formats import number_in
from service.web.frame.blueprints import pages
from service.web.frame.identity import player, player_or_visitor, signed_in, viewer
from service.web.offers import FAST, TO_COME, may_invite

TIMES = {"1-14": (1, 14), "1-1": (1, 1), "1-3": (1, 3), "3-3": (3, 3), "3-7": (3, 7), "7-14": (7, 14)}
"""Selectable least and most days per move, by form value; the first is the default."""
USUAL_TIME = "1-14"
AT_ONCE = range(1, 6)


@pages.get("/lobby")
def lobby(form_error: FormError | None = None) -> str:
    """List the challenges that the visitor can accept, and their own."""
    account = viewer()
    return render_template(
        "lobby.html",
        waiting=open_challenges(account, now()),
        mine=own_challenges(account) if account is not None else (),
        may_challenge=may_invite(),
        offered=_offered(),
        all_rulesets=rulesets(),
        times=TIMES,
        fast=FAST,
        at_once=AT_ONCE,
        form=request.form,
        form_error=form_error,
    )


@pages.post("/lobby")
@shown_again(lobby)
def find_somebody() -> ResponseReturnValue:
    """Create a challenge to anybody, or start a game with a matching one."""
    owner, form = signed_in(), request.form
    _, game = whole(lambda: challenge_anybody(owner, _wish(form), now()))
    if game is not None:
        return redirect(url_for("web.show_game", game_id=game.id), 303)
    return redirect(url_for("web.lobby", _anchor="mine"), 303)


@pages.post("/challenges/<game_id:challenge_id>/accept")
@shown_again(lambda error, **_: lobby(error))
def accept_challenge(challenge_id: str) -> ResponseReturnValue:
    """Accept a challenge to anybody and start its game."""
    game = whole(lambda: take_up(challenge_id, player_or_visitor(), now()))
    return redirect(url_for("web.show_game", game_id=game.id), 303)


@pages.post("/challenges/<game_id:challenge_id>/end")
@shown_again(lambda error, **_: lobby(error))
def end_challenge(challenge_id: str) -> ResponseReturnValue:
    """Delete a challenge of one's own; the page of a game that waited for a bot says what else to play."""
    owner = player()
    game_id = challenge_of(owner, challenge_id).challenge.game_id
    delete_challenge(challenge_id, owner, now())
    page = url_for("web.show_game", game_id=game_id) if game_id else url_for("web.lobby")
    return redirect(page, 303)


@pages.app_template_global()
def time_of_challenge(challenge: Challenge) -> str:
    """Describe the time control of a challenge."""
    if challenge.fast_clock is not None:
        return "; ".join(terms_in_words(ClockTerms.of_fast(challenge.most_days, Fast(**challenge.fast_clock))))
    return days_between(challenge.least_days, challenge.most_days)


@pages.app_template_global()
def days_between(least: int, most: int) -> str:
    """Describe a range of days per move."""
    if least == most:
        return ngettext("%(num)d day per move", "%(num)d days per move", most)
    return ngettext("%(least)d to %(num)d day per move", "%(least)d to %(num)d days per move", most, least=least)


def _wish(form: MultiDict[str, str]) -> NewChallenge:
    chosen = form.get("time", USUAL_TIME)
    if form.get("ruleset") not in [ruleset.id for ruleset in _offered()]:
        raise Invalid("no-challenge")
    least, most = (TO_COME, TO_COME) if chosen in FAST else TIMES.get(chosen, TIMES[USUAL_TIME])
    at_once = form.get("at_once", 1, type=int)
    return NewChallenge(
        form["ruleset"],
        least_days=least,
        most_days=most,
        fast=FAST.get(chosen),
        rated="rated" in form,
        rating_from=number_in(form.get("rating_from", "")),
        rating_to=number_in(form.get("rating_to", "")),
        at_once=at_once if at_once in AT_ONCE else 1,
    )


def _offered() -> list[Ruleset]:
    return [ruleset for ruleset in rulesets().values() if can_be_challenged_to(ruleset)]
