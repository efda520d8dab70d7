"""Tournaments: create them, find them, and lock them for a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import func, or_, select

from service.accounts.accounts import is_visitor
from service.accounts.measures import check_open
from service.config.limits import limit
from service.db.engines import session, transaction
from service.jobs import counters
from service.language import texts
from service.language.errors import Forbidden, Invalid, NotFound
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


@dataclass(frozen=True)
class NewTournament:
    """The terms of a new tournament. It starts at `starts_at`, or without it when `most_entries` have entered."""

    title: str
    ruleset: str
    system: System
    options: Mapping[str, str] = field(default_factory=dict)
    seats: int = PAIR
    rounds: int | None = None
    days_per_move: int = 3
    rated: bool = False
    seeding: Seeding = Seeding.RATING
    least_entries: int = 2
    most_entries: int = 32
    late_entries: bool = False
    rating_from: int | None = None
    rating_to: int | None = None
    entrants: Entrants = Entrants.ANYBODY
    starts_at: datetime | None = None
    idle_days: int = 7


def create_tournament(organiser: Account, wish: NewTournament, now: datetime) -> Tournament:
    """Create a tournament that takes entries.

    Forbidden `suspended`, `not-entitled` for a visitor; NotFound `no-such-ruleset`; Invalid `bad-setup`, `bad-text`,
    `bad-tournament` with a `reason`; TooMany `limit-reached`.
    """
    check_open(organiser)
    if is_visitor(organiser):
        raise Forbidden("not-entitled")
    texts.line("title", wish.title, LONGEST_TITLE)
    ruleset = ruleset_named(wish.ruleset)
    options = check_setup(ruleset, game_of(wish))
    is_unrated = wish.rated and pool_of(ruleset.id, options) is None
    faults = _faults(wish, now) | {"ruleset": ruleset.cooperative, "rated": is_unrated}
    for reason in (name for name, is_wrong in faults.items() if is_wrong):
        raise Invalid("bad-tournament", reason=reason)
    with transaction() as current:
        number = counters.hold(_NUMBERS)
        rates.at_most(TOURNAMENTS, _organised_by(organiser))
        number.value += 1
        terms = {name: value for name, value in vars(wish).items() if name != "options"}
        tournament = Tournament(id=new_game_id(), number=number.value, options=options, **terms)
        tournament.organiser, tournament.organiser_id = organiser, organiser.id
        tournament.state, tournament.created_at = TournamentState.OPEN, now
        tournament.due_at = wish.starts_at and wish.starts_at - CONFIRMED_BEFORE
        current.add(tournament)
        current.flush()
        return tournament


def game_of(terms: NewTournament | Tournament) -> NewGame:
    """Return the settings of the games of a tournament: public, and with vacations."""
    seats = [SeatWish(open=True)] * terms.seats
    days = terms.days_per_move
    game = NewGame(terms.ruleset, seats, terms.options, shuffle_seats=False, days_per_move=days, rated=terms.rated)
    return replace(game, visibility=Visibility.PUBLIC)


def tournament_of(named: str) -> Tournament:
    """Return a tournament by its id or number, or NotFound."""
    is_number = named.isdecimal() and len(named) <= _MOST_DIGITS
    which = Tournament.number == int(named) if is_number else Tournament.id == named
    found = session().scalar(select(Tournament).where(which).execution_options(populate_existing=True))
    if found is None:
        raise NotFound
    return found


def tournaments_listed(state: TournamentState | None, limit: int) -> Sequence[Tournament]:
    """List tournaments, the newest first; in one state, or in any."""
    states = list(TournamentState) if state is None else [state]
    newest = Tournament.created_at.desc(), Tournament.id.desc()
    return (
        session().scalars(select(Tournament).where(Tournament.state.in_(states)).order_by(*newest).limit(limit)).all()
    )


def lock_tournament(tournament_id: str) -> Tournament:
    """Lock a tournament and read it again; NotFound. Lock a game, if any, first."""
    wanted = select(Tournament).where(Tournament.id == tournament_id).with_for_update(of=Tournament)
    found = session().scalar(wanted.execution_options(populate_existing=True))
    if found is None:
        raise NotFound
    return found


def _faults(wish: NewTournament, now: datetime) -> dict[str, bool]:
    """Return each possible fault of the terms, and whether they have it."""
    is_table, drawn = wish.system == System.TABLES, wish.system in (System.SWISS, System.TABLES)
    most = MOST_IN_ROUND_ROBIN if wish.system == System.ROUND_ROBIN else MOST_ENTRIES
    rating = wish.rating_from or 0, wish.rating_to or MOST_ENTRIES * MOST_ENTRIES
    return {
        "seats": wish.seats not in ((3, 4) if is_table else (PAIR,)),
        "rounds": not 1 <= (wish.rounds or 0) <= MOST_ROUNDS if drawn else wish.rounds is not None,
        "entries": not max(PAIR, wish.seats) <= wish.least_entries <= wish.most_entries <= most,
        "days": not 1 <= wish.days_per_move <= MOST_DAYS or not 1 <= wish.idle_days <= MOST_IDLE_DAYS,
        "rating": rating[0] > rating[1],
        "late-entries": wish.late_entries and wish.system == System.KNOCK_OUT,
        "start": wish.starts_at is not None and not now < wish.starts_at <= now + LATEST_START,
    }


def _organised_by(organiser: Account) -> int:
    """Count the open tournaments of a person and their bots."""
    person = organiser.person_id
    theirs = select(Account.id).where(or_(Account.id == person, Account.owner_id == person))
    is_open = Tournament.organiser_id.in_(theirs), Tournament.state.in_(OPEN_STATES)
    return session().scalar(select(func.count()).select_from(Tournament).where(*is_open)) or 0
