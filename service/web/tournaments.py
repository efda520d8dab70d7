"""Pages of tournaments: the list, the form of a new one, and each tournament with its entries, rounds and table."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from rules import Game as Ruleset
from service.competitions import entries as entering
from service.competitions.entries import entries_of, entry_of, takes_entries
from service.competitions.organising import log_of
from service.competitions.standings import TIE_BREAKS
from service.competitions.tables import Crosstable, table_of
from service.competitions.tournaments import (
    Entrants,
    Seeding,
    create_tournament,
    tournament_of,
    tournaments_listed,
)
from service.db.clock import now
from service.jobs.units import whole
from service.language.catalogue import gettext
from service.language.errors import Invalid
from service.language.time_zones import zone_of
from service.models import Account, System, Tournament, TournamentState
from service.play.games import ruleset_named, rulesets
from service.presentation.tournament_words import (
    ENTRANTS,
    HOW,
    SEEDINGS,
    STATES,
    SYSTEMS,
    TIE_BREAKS_NAMED,
    done_by_organiser,
    note_in_words,
    points,
    result,
    terms_of_tournament,
    tie_break,
)
from service.web.errors import FormError, shown_again
from service.web.formats import number_in
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in, viewer
from service.web.offers import DAYS, USUAL_DAYS, may_invite
from service.web.tournament_tables import accounts_in, cells_of, columns_of, is_across_opponents, names_on

PATH = "/tournaments/<row:number>"
LISTED = 30
"""Most tournaments listed of each state."""
PAGE = 50
"""Lines of a table, pairings of a round or entries on one page."""
SHOWN = (TournamentState.OPEN, TournamentState.RUNNING, TournamentState.PAUSED, TournamentState.FINISHED)
SIZES = (4, 6, 8, 10, 12, 16, 24, 32, 64, 128, 256, 512, 1000)
USUAL_SIZE, FEWEST = 16, 4
IN_ROUNDS = (System.SWISS, System.TABLES)
"""Systems in which the organiser chooses the number of rounds."""
ROUNDS, USUAL_ROUNDS = range(2, 12), 5
IDLE_DAYS = (3, 7, 14, 30)


@pages.get("/tournaments")
def tournaments() -> str:
    """List tournaments by state."""
    parts = [(state, tournaments_listed(state, LISTED)) for state in SHOWN]
    shown = [part for part in parts if part[1]]
    return render_template(
        "tournaments.html",
        parts=shown,
        states=STATES,
        systems=SYSTEMS,
        all_rulesets=rulesets(),
        may_create=may_invite(),
    )


@pages.get("/tournaments/new")
def new_tournament(form_error: FormError | None = None) -> str:
    """Show the form of a new tournament, filled in again after a refusal."""
    signed_in()
    form = request.form
    offered = [each for each in rulesets().values() if not each.cooperative and max(each.players) > 1]
    ruleset = ruleset_named(form.get("ruleset") or request.args.get("ruleset") or offered[0].id)
    return render_template(
        "tournament_new.html",
        ruleset=ruleset,
        offered=offered,
        form=form,
        form_error=form_error,
        systems=_systems(ruleset),
        system_names=SYSTEMS,
        how=HOW,
        days=DAYS,
        usual_days=USUAL_DAYS,
        sizes=SIZES,
        usual_size=USUAL_SIZE,
        fewest=FEWEST,
        rounds=ROUNDS,
        usual_rounds=USUAL_ROUNDS,
        idle_days=IDLE_DAYS,
        entrants=ENTRANTS,
        seedings=SEEDINGS,
    )


@pages.post("/tournaments/new")
@shown_again(new_tournament)
def make_tournament() -> ResponseReturnValue:
    """Create a tournament and show it; a refused form is shown again with its content."""
    organiser = signed_in()
    made = whole(lambda: create_tournament(organiser, _wish(request.form, organiser), now()))
    return shown_tournament(made.number)


@pages.get(PATH)
def show_tournament(number: int, form_error: FormError | None = None) -> str:
    """Show a tournament: its terms, entries or table, rounds and log, and what the viewer can do."""
    tournament, account = tournament_of(str(number)), viewer()
    return render_template(
        "tournament.html",
        tournament=tournament,
        state=gettext(STATES[tournament.state]),
        note=tournament.note and note_in_words(tournament.note),
        terms=list(terms_of_tournament(tournament)),
        own=entry_of(tournament, account),
        entries=[] if tournament.round else entries_of(tournament),
        takes_entries=takes_entries(tournament),
        is_organiser=account is not None and account.id == tournament.organiser_id,
        may_enter=may_invite(),
        log=[(each, done_by_organiser(each)) for each in log_of(tournament)],
        form_error=form_error,
        size=PAGE,
        page=_page("page"),
        boards_page=_page("boards"),
        **_table(tournament, table_of(tournament)),
    )


@pages.post(f"{PATH}/enter")
@shown_again(lambda error, number: show_tournament(number, error))
def enter_tournament(number: int) -> ResponseReturnValue:
    """Enter a tournament, come back to it, or confirm one's entry."""
    entering.enter(tournament_of(str(number)).id, signed_in(), now())
    return shown_tournament(number)


@pages.post(f"{PATH}/withdraw")
@shown_again(lambda error, number: show_tournament(number, error))
def withdraw_from_tournament(number: int) -> ResponseReturnValue:
    """Withdraw from a tournament."""
    entering.withdraw(tournament_of(str(number)).id, signed_in(), now())
    return shown_tournament(number)


def shown_tournament(number: int, chosen: int | None = None) -> ResponseReturnValue:
    """Redirect to a tournament's page, perhaps to a round."""
    anchor = None if chosen is None else "rounds"
    return redirect(url_for("web.show_tournament", number=number, round=chosen, _anchor=anchor), 303)


def _table(tournament: Tournament, table: Crosstable) -> dict[str, object]:
    """Return the values of the table and of the chosen round, and what puts them into words."""
    chosen = number_in(request.args.get("round", "")) or tournament.round
    return {
        "table": table,
        "accounts": accounts_in(table),
        "columns": columns_of(tournament, table),
        "cells": cells_of(tournament, table),
        "is_cross": is_across_opponents(tournament, table),
        "tie_breaks": {code: gettext(TIE_BREAKS_NAMED[code]) for code in TIE_BREAKS[tournament.system]},
        "round": chosen,
        "boards": [each for each in table.pairings if each.round == chosen],
        "names_on": names_on,
        "points": points,
        "result": result,
        "tie_break": tie_break,
    }


def _page(name: str) -> int:
    """Return the number of the page of a list that the address asks for."""
    return max(1, number_in(request.args.get(name, "")) or 1)


def _systems(ruleset: Ruleset) -> dict[str, tuple[System, int]]:
    """Return the systems that fit the game, by form value, each with the seats of a game."""
    two = [each for each in System if each != System.TABLES and 2 in ruleset.players]  # noqa: PLR2004  # a pair
    return {each.value: (each, 2) for each in two} | {
        f"{System.TABLES}-{seats}": (System.TABLES, seats)
        for seats in ruleset.players
        if seats > 2  # noqa: PLR2004
    }


def _wish(form: MultiDict[str, str], organiser: Account) -> Tournament:
    """Read the form; Invalid `bad-tournament` for a system that does not fit the game."""
    if form.get("ruleset") not in rulesets():
        raise Invalid("bad-tournament", reason="ruleset")
    ruleset = ruleset_named(form["ruleset"])
    system, seats = _systems(ruleset).get(form.get("system", ""), (None, 0))
    if system is None:
        raise Invalid("bad-tournament", reason="system")
    return Tournament(
        title=form.get("title", "").strip(),
        ruleset=ruleset.id,
        system=system,
        options={name: form[f"option-{name}"] for name in ruleset.options if f"option-{name}" in form},
        seats=seats,
        rounds=number_in(form.get("rounds", "")) if system in IN_ROUNDS else None,
        days_per_move=number_in(form.get("days", "")) or USUAL_DAYS,
        rated="rated" in form,
        seeding=form.get("seeding", Seeding.RATING, type=Seeding),
        least_entries=number_in(form.get("least", "")) or FEWEST,
        most_entries=number_in(form.get("most", "")) or USUAL_SIZE,
        late_entries="late" in form,
        rating_from=number_in(form.get("rating_from", "")),
        rating_to=number_in(form.get("rating_to", "")),
        entrants=form.get("entrants", Entrants.ANYBODY, type=Entrants),
        starts_at=_start(form, organiser),
        idle_days=number_in(form.get("idle", "")) or IDLE_DAYS[1],
    )


def _start(form: MultiDict[str, str], organiser: Account) -> datetime | None:
    """Return the time of the start, typed in the organiser's zone; None if it starts when full."""
    if form.get("start") != "date":
        return None
    try:
        typed = datetime.fromisoformat(form.get("starts_at", ""))
    except ValueError:
        raise Invalid("bad-tournament", reason="start") from None
    return typed.replace(tzinfo=zone_of(organiser.time_zone)).astimezone(UTC)
