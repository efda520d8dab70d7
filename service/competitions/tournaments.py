"""Tournaments: create them, find them, and lock them for a change."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import func, or_, select

from service.accounts.accounts import is_visitor
from service.accounts.measures import check_open
from service.config.limits import limit
from service.db.engines import session, transaction
from service.jobs import counters
from service.language import texts
from service.language.errors import Forbidden, Invalid, or_not_found
from service.models import LONGEST_TITLE, Account, System, Tournament, TournamentState, Visibility
from service.play.games import NewGame, SeatWish, check_setup, ruleset_named
from service.play.timekeeping import MOST_DAYS
from service.ratings.results import pool_of
from service.security import rates
from service.security.keys import new_game_id

CONFIRMED_BEFORE = timedelta(days=3)
"""Time to confirm an entry that is weeks old."""
STALE_AFTER = timedelta(days=14)
"""Age of an entry that its player has to confirm before the start."""
MOST_ENTRIES, MOST_ROUNDS, MOST_IDLE_DAYS = 1000, 20, 60
MOST_IN_ROUND_ROBIN = 32
LATEST_START = timedelta(days=365)
PAIR = 2
"""Seats of a game in all systems but tables."""
OPEN_STATES = (TournamentState.OPEN, TournamentState.RUNNING, TournamentState.PAUSED)
TOURNAMENTS = limit("tournaments")
_NUMBERS = "tournament"
_MOST_DIGITS = 9


class Seeding(StrEnum):
    """The order of the pairing numbers: the first is the strongest."""

    RATING = "rating"
    ENTRY = "entry"
    """The order of entering."""
    RANDOM = "random"


class Entrants(StrEnum):
    """Who may enter."""

    ANYBODY = "anybody"
    PEOPLE = "people"
    BOTS = "bots"


def create_tournament(organiser: Account, terms: Tournament, now: datetime) -> Tournament:
    """Save a new tournament, of which the terms are given; it takes entries.

    It starts at `starts_at`, or without it when `most_entries` have entered.

    Forbidden `suspended`, `not-entitled` for a visitor; NotFound `no-such-ruleset`; Invalid `bad-setup`, `bad-text`,
    `bad-tournament` with a `reason`; TooMany `limit-reached`.
    """
    check_open(organiser)
    if is_visitor(organiser):
        raise Forbidden("not-entitled")
    texts.line("title", terms.title, LONGEST_TITLE)
    ruleset = ruleset_named(terms.ruleset)
    terms.options = check_setup(ruleset, game_of(terms))
    is_unrated = terms.rated and pool_of(ruleset.id, terms.options) is None
    faults = _faults(terms, now) | {"ruleset": ruleset.cooperative, "rated": is_unrated}
    for reason in (name for name, is_wrong in faults.items() if is_wrong):
        raise Invalid("bad-tournament", reason=reason)
    with transaction() as current:
        number = counters.hold(_NUMBERS)
        rates.at_most(TOURNAMENTS, _organised_by(organiser))
        number.value += 1
        terms.id, terms.number = new_game_id(), number.value
        terms.organiser, terms.organiser_id = organiser, organiser.id
        terms.state, terms.created_at = TournamentState.OPEN, now
        terms.due_at = terms.starts_at and terms.starts_at - CONFIRMED_BEFORE
        current.add(terms)
        current.flush()
        return terms


def game_of(terms: Tournament) -> NewGame:
    """Return the settings of the games of a tournament: public, and with vacations."""
    return NewGame(
        terms.ruleset,
        [SeatWish(open=True)] * terms.seats,
        terms.options,
        days_per_move=terms.days_per_move,
        rated=terms.rated,
        visibility=Visibility.PUBLIC,
    )


def tournament_of(named: str) -> Tournament:
    """Return a tournament by its id or number, or NotFound."""
    is_number = named.isdecimal() and len(named) <= _MOST_DIGITS
    which = Tournament.number == int(named) if is_number else Tournament.id == named
    return or_not_found(session().scalar(select(Tournament).where(which).execution_options(populate_existing=True)))


def tournaments_listed(state: TournamentState | None, limit: int) -> Sequence[Tournament]:
    """List tournaments, the newest first; in one state, or in any."""
    states = list(TournamentState) if state is None else [state]
    newest = Tournament.created_at.desc(), Tournament.id.desc()
    return (
        session().scalars(select(Tournament).where(Tournament.state.in_(states)).order_by(*newest).limit(limit)).all()
    )


def lock_tournament(tournament_id: str) -> Tournament:
    """Lock a tournament and read it again; NotFound. Lock a game, if any, first."""
    held = session().get(Tournament, tournament_id, populate_existing=True, with_for_update={"of": Tournament})
    return or_not_found(held)


def _faults(terms: Tournament, now: datetime) -> dict[str, bool]:
    """Return each possible fault of the terms, and whether they have it."""
    is_table, drawn = terms.system == System.TABLES, terms.system in (System.SWISS, System.TABLES)
    most = MOST_IN_ROUND_ROBIN if terms.system == System.ROUND_ROBIN else MOST_ENTRIES
    rating = terms.rating_from or 0, terms.rating_to or MOST_ENTRIES * MOST_ENTRIES
    return {
        "seats": terms.seats not in ((3, 4) if is_table else (PAIR,)),
        "rounds": not 1 <= (terms.rounds or 0) <= MOST_ROUNDS if drawn else terms.rounds is not None,
        "entries": not max(PAIR, terms.seats) <= terms.least_entries <= terms.most_entries <= most,
        "days": not 1 <= terms.days_per_move <= MOST_DAYS or not 1 <= terms.idle_days <= MOST_IDLE_DAYS,
        "rating": rating[0] > rating[1],
        "late-entries": terms.late_entries and terms.system == System.KNOCK_OUT,
        "start": terms.starts_at is not None and not now < terms.starts_at <= now + LATEST_START,
    }


def _organised_by(organiser: Account) -> int:
    """Count the open tournaments of a person and their bots."""
    person = organiser.person_id
    theirs = select(Account.id).where(or_(Account.id == person, Account.owner_id == person))
    is_open = Tournament.organiser_id.in_(theirs), Tournament.state.in_(OPEN_STATES)
    return session().scalar(select(func.count()).select_from(Tournament).where(*is_open)) or 0
