"""Actions of the organiser of a tournament; each is written in its log, for everybody, with the reason."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from sqlalchemy import or_, select

from service.accounts.measures import check_open
from service.competitions.entries import entries_of, entry_to_end, hurry, leave
from service.competitions.starting import cancel_for
from service.competitions.tournaments import OPEN_STATES, lock_tournament, tournament_of
from service.db.engines import session, transaction
from service.language import texts
from service.language.errors import Conflict, Forbidden, NotFound
from service.models import (
    LONGEST_DECISION,
    LONGEST_TITLE,
    Account,
    EntryState,
    GameStatus,
    Pairing,
    Tournament,
    TournamentEntry,
    TournamentLog,
    TournamentState,
)
from service.play.adjudication import adjudicate as adjudicate_game
from service.play.adjudication import check_points
from service.play.seating import lock_game

CANCELLED = "cancelled"


def pause(tournament_id: str, organiser: Account, reason: str, now: datetime) -> None:
    """Begin no further games; those under way go on. Idempotent.

    As all functions here: NotFound, Forbidden `not-the-organiser`, `suspended`; Invalid `bad-text`, also without a
    reason. Conflict `not-running`.
    """
    with _organised(tournament_id, organiser) as tournament:
        if tournament.state == TournamentState.RUNNING:
            tournament.state = TournamentState.PAUSED
            _note(tournament, "paused", reason, now)
        elif tournament.state != TournamentState.PAUSED:
            raise Conflict("not-running")


def go_on(tournament_id: str, organiser: Account, reason: str, now: datetime) -> None:
    """Go on after a pause, also one after failures. Idempotent; Conflict `not-running`."""
    with _organised(tournament_id, organiser) as tournament:
        if tournament.state == TournamentState.PAUSED:
            tournament.state, tournament.note = TournamentState.RUNNING, None
            tournament.failures, tournament.retried_at = 0, None
            _note(tournament, "resumed", reason, now)
            hurry(tournament, now)
        elif tournament.state != TournamentState.RUNNING:
            raise Conflict("not-running")


def cancel(tournament_id: str, organiser: Account, reason: str, now: datetime) -> None:
    """Cancel a tournament; games under way go on. Idempotent; Conflict `tournament-over`."""
    with _organised(tournament_id, organiser) as tournament:
        if tournament.state in OPEN_STATES:
            _note(tournament, CANCELLED, reason, now)
            cancel_for(tournament, CANCELLED, now)
        elif tournament.state != TournamentState.CANCELLED:
            raise Conflict("tournament-over")


def rename(tournament_id: str, organiser: Account, title: str, reason: str, now: datetime) -> None:
    """Change the title."""
    with _organised(tournament_id, organiser) as tournament:
        tournament.title = texts.line("title", title, LONGEST_TITLE)
        _note(tournament, "renamed", reason, now)


def remove(tournament_id: str, organiser: Account, player: Account, reason: str, now: datetime) -> None:
    """Remove a player for good: no further game begins for them; games under way go on and count. Idempotent.

    NotFound without an entry; Conflict `tournament-over`.
    """
    with _organised(tournament_id, organiser) as tournament:
        entry = entry_to_end(tournament, player)
        if entry.state != EntryState.REMOVED:
            _note(tournament, "removed", reason, now, player=player.id)
            leave(tournament, entry, EntryState.REMOVED, now)


def adjudicate(
    tournament_id: str,
    organiser: Account,
    place: tuple[int, int],
    half_points: Sequence[int],
    reason: str,
    now: datetime,
) -> None:
    """Set the result of the pairing at `place`, its round and board, and end its game if it is under way.

    A result can be changed until the table is final: pairings stay, the table follows. NotFound; Invalid `bad-points`
    unless they are possible; Conflict `not-idle` with `until`, if the last move is not older than
    the tournament's `idle_days`; `table-final`; `not-started` for a pairing without a game; Forbidden `own-game`.
    """
    with transaction() as current:
        _check_organiser(tournament_of(tournament_id), organiser)
        known = current.get(Pairing, (tournament_id, *place), populate_existing=True)
        if known is None:
            raise NotFound
        if known.game_id is None:
            raise Conflict("not-started")
        game = lock_game(known.game_id)  # before the tournament, as for a move
        tournament = lock_tournament(tournament_id)
        check_points(half_points, len(known.players))
        players = [each.account.person_id for each in entries_of(tournament) if each.number in known.players]
        if organiser.person_id in players:
            raise Forbidden("own-game")
        if tournament.final_at is not None:
            raise Conflict("table-final")
        if game.status == GameStatus.ACTIVE:
            idle = timedelta(days=tournament.idle_days)
            adjudicate_game(game.id, organiser, half_points, reason, idle, now)
        pairing = current.get_one(Pairing, (tournament_id, *place), populate_existing=True)
        result = list(half_points)
        at = {"round": pairing.round, "board": pairing.board}
        _note(tournament, "adjudicated", reason, now, **at, half_points=result, before=pairing.half_points)
        pairing.half_points, pairing.unplayed, pairing.settled_at = result, False, now
        pairing.decided_by = reason
        hurry(tournament, now)


def make_final(tournament_id: str, organiser: Account, now: datetime) -> Tournament:
    """Make the table final before its 48 hours are over. Idempotent; Conflict `results-missing`."""
    with _organised(tournament_id, organiser) as tournament:
        if tournament.state not in (TournamentState.FINISHED, TournamentState.CANCELLED):
            raise Conflict("results-missing")
        if tournament.final_at is None:
            tournament.final_at, tournament.due_at = now, None
            session().add(TournamentLog(tournament_id=tournament.id, at=now, what="final", data={}))
        return tournament


def leave_all(ids: Collection[int], now: datetime) -> None:
    """Withdraw deleted accounts from all tournaments, and cancel theirs that take entries; those under way go on."""
    entered = select(TournamentEntry.tournament_id).where(
        TournamentEntry.account_id.in_(ids), TournamentEntry.state == EntryState.ENTERED
    )
    concerned = or_(Tournament.id.in_(entered), Tournament.organiser_id.in_(ids))
    with transaction() as current:
        found = select(Tournament.id).where(concerned, Tournament.state.in_(OPEN_STATES)).order_by(Tournament.id)
        for tournament_id in current.scalars(found).all():
            tournament = lock_tournament(tournament_id)
            if tournament.organiser_id in ids and tournament.state == TournamentState.OPEN:
                cancel_for(tournament, CANCELLED, now)
            theirs = (entry for entry in entries_of(tournament) if entry.account_id in ids)
            for entry in (each for each in theirs if each.state == EntryState.ENTERED):
                leave(tournament, entry, EntryState.VANISHED, now)


def log_of(tournament: Tournament) -> Sequence[TournamentLog]:
    """List what the organiser did, the latest last."""
    wanted = select(TournamentLog).where(TournamentLog.tournament_id == tournament.id).order_by(TournamentLog.id)
    return session().scalars(wanted).all()


@contextmanager
def _organised(tournament_id: str, organiser: Account) -> Iterator[Tournament]:
    """Lock a tournament for a change by its organiser, in a transaction."""
    with transaction():
        tournament = lock_tournament(tournament_id)
        _check_organiser(tournament, organiser)
        yield tournament


def _check_organiser(tournament: Tournament, organiser: Account) -> None:
    check_open(organiser)
    if tournament.organiser_id != organiser.id:
        raise Forbidden("not-the-organiser")


def _note(tournament: Tournament, what: str, reason: str, now: datetime, **data: object) -> None:
    because = texts.line("reason", reason, LONGEST_DECISION)
    session().add(TournamentLog(tournament_id=tournament.id, at=now, what=what, data=data, reason=because))
