"""Entries of a tournament: enter, confirm, withdraw, and come back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select

from service.accounts.accounts import is_visitor
from service.accounts.blocks import is_blocked
from service.accounts.measures import check_open
from service.competitions.tournaments import OPEN_STATES, Entrants, lock_tournament
from service.config.limits import limit
from service.db.engines import session, transaction
from service.jobs import queues, wake
from service.jobs.facts import tell
from service.language.errors import Conflict, Forbidden, or_not_found
from service.models import Account, EntryState, Tournament, TournamentEntry, TournamentState
from service.play.facts import GameWished, OfferedGame
from service.ratings.ratings import values_in
from service.ratings.results import pool_of
from service.security import rates

ENTRIES = limit("tournament-entries")


def enter(tournament_id: str, account: Account, now: datetime) -> TournamentEntry:
    """Enter a tournament, confirm the entry, or come back after leaving. Idempotent.

    Nobody gets points for rounds that they have missed. NotFound; Forbidden `suspended`, `not-entitled`; Conflict
    `entries-closed`, `tournament-full`, `owner-entered`, as bots refuse games; TooMany `limit-reached`.
    """
    with transaction():
        tournament = lock_tournament(tournament_id)
        check_open(account)
        entry = entry_of(tournament, account)
        if tournament.state not in OPEN_STATES:
            raise Conflict("entries-closed")
        if entry is not None and entry.state == EntryState.REMOVED:
            raise Forbidden("not-entitled")
        if entry is None:
            entry = _new_entry(tournament, account, now)
        elif entry.state != EntryState.ENTERED:
            _check_alone(account, entries_of(tournament))
            entry.state = EntryState.ENTERED
            hurry(tournament, now)
        if entry.asked_at is not None:
            entry.asked_at, entry.confirmed_at = None, now
        return entry


def withdraw(tournament_id: str, account: Account, now: datetime) -> None:
    """Withdraw from a tournament: no further game begins, games under way go on. Idempotent.

    Before the start the entry is deleted. NotFound without an entry; Conflict `tournament-over`.
    """
    with transaction():
        tournament = lock_tournament(tournament_id)
        entry = entry_to_end(tournament, account)
        if entry.state == EntryState.ENTERED:
            leave(tournament, entry, EntryState.WITHDRAWN, now)


def leave(tournament: Tournament, entry: TournamentEntry, state: EntryState, now: datetime) -> None:
    """End an entry of a locked tournament: before the start it is deleted, unless the organiser removes the player."""
    if tournament.state == TournamentState.OPEN and state != EntryState.REMOVED:
        session().delete(entry)
        return
    entry.state = state
    if tournament.state == TournamentState.RUNNING:
        hurry(tournament, now)


def takes_entries(tournament: Tournament) -> bool:
    """Return whether players can enter now; after the start, a round must be left for them."""
    if tournament.state == TournamentState.OPEN:
        return True
    has_rounds = tournament.rounds is None or tournament.round < tournament.rounds
    return tournament.state in OPEN_STATES and tournament.late_entries and has_rounds


def entries_of(tournament: Tournament) -> Sequence[TournamentEntry]:
    """List the entries with their accounts, in the order of entering."""
    order = TournamentEntry.entered_at, TournamentEntry.account_id
    wanted = select(TournamentEntry).where(TournamentEntry.tournament_id == tournament.id).order_by(*order)
    return session().scalars(wanted.execution_options(populate_existing=True)).all()


def entry_of(tournament: Tournament, account: Account | None) -> TournamentEntry | None:
    """Return the account's entry, or None."""
    if account is None:
        return None
    return session().get(TournamentEntry, (tournament.id, account.id), populate_existing=True)


def entry_to_end(tournament: Tournament, account: Account) -> TournamentEntry:
    """Return the entry that its player or the organiser ends; NotFound without one, Conflict `tournament-over`."""
    entry = or_not_found(entry_of(tournament, account))
    if tournament.state not in OPEN_STATES:
        raise Conflict("tournament-over")
    return entry


def hurry(tournament: Tournament, now: datetime) -> None:
    """Let the job look at a locked tournament at once."""
    tournament.due_at = now
    wake.wake(queues.TOURNAMENTS)


def _new_entry(tournament: Tournament, account: Account, now: datetime) -> TournamentEntry:
    """Check the rules of entry, and add the entry; after the start it begins with the next round."""
    _check_entitled(tournament, account, now)
    if not takes_entries(tournament):
        raise Conflict("entries-closed")
    entries = entries_of(tournament)
    taken = [each for each in entries if each.state == EntryState.ENTERED]
    if len(taken) >= tournament.most_entries:
        raise Conflict("tournament-full")
    _check_alone(account, taken)
    rates.at_most(ENTRIES, _entered_by(account))
    entry = TournamentEntry(tournament_id=tournament.id, account=account, account_id=account.id)
    entry.state, entry.entered_at, entry.first_round = EntryState.ENTERED, now, tournament.round + 1
    if tournament.state != TournamentState.OPEN:
        entry.number = 1 + max(each.number or 0 for each in entries)
        hurry(tournament, now)
    elif tournament.due_at is None and len(taken) + 1 == tournament.most_entries:
        hurry(tournament, now)
    session().add(entry)
    session().flush()
    return entry


def _check_alone(account: Account, entries: Sequence[TournamentEntry]) -> None:
    """Raise Conflict `owner-entered` if the person behind the account or one of their bots is in."""
    if account.person_id in [each.account.person_id for each in entries if each.state == EntryState.ENTERED]:
        raise Conflict("owner-entered")


def _check_entitled(tournament: Tournament, account: Account, now: datetime) -> None:
    """Raise Forbidden `not-entitled` with a `reason`, or what a bot answers that does not play such games."""
    is_bot, pool = account.owner_id is not None, pool_of(tournament.ruleset, tournament.options)
    rating = values_in([account.id], pool, now)[account.id]
    reasons = {
        "confirm-address": is_visitor(account) or account.verified_at is None,
        "people-only": tournament.entrants == Entrants.PEOPLE and is_bot,
        "bots-only": tournament.entrants == Entrants.BOTS and not is_bot,
        "blocked": is_blocked(tournament.organiser_id, account) or is_blocked(account.id, tournament.organiser),
        "rating": not (tournament.rating_from or rating) <= rating <= (tournament.rating_to or rating),
    }
    for reason in (name for name, is_so in reasons.items() if is_so):
        raise Forbidden("not-entitled", reason=reason)
    if is_bot:
        offer = OfferedGame(tournament.ruleset, tournament.options, tournament.seats, tournament.days_per_move)
        tell(GameWished(tournament.organiser, [account.name], offer, now, is_agreed=True))


def _entered_by(account: Account) -> int:
    """Count the entries of an account in open tournaments."""
    is_in = TournamentEntry.account_id == account.id, TournamentEntry.state == EntryState.ENTERED
    joined = select(func.count()).select_from(TournamentEntry).join(Tournament)
    return session().scalar(joined.where(*is_in, Tournament.state.in_(OPEN_STATES))) or 0
