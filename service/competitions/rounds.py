"""The course of a tournament: settle results, draw pairings, create their games, and end it.

Pairings are drawn under a lock of the tournament. Each game is then created in a transaction of its own, which locks
the pairing: if a worker dies, another one creates the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, or_, select, union

from rules import CHANCE
from service.competitions.entries import entries_of, leave
from service.competitions.facts import announce
from service.competitions.pairing.earlier_rounds import check_drawn
from service.competitions.pairing.interface import REMATCH_ALLOWED, DrawnRound, Entrant, half_points_of_bye
from service.competitions.pairing.systems import SYSTEMS
from service.competitions.points import points_of_absence, points_of_game
from service.competitions.starting import start_if_due
from service.competitions.tables import entrants_of, pairings_of
from service.competitions.tournaments import game_of, lock_tournament
from service.db.engines import session, transaction
from service.jobs.units import undone_if_refused
from service.language.errors import Conflict, NotFound
from service.models import (
    EndedBy,
    EntryState,
    Game,
    GameSeat,
    LogEntry,
    Pairing,
    Tournament,
    TournamentEntry,
    TournamentLog,
    TournamentState,
)
from service.play.arranged import arrange_game

TRIES = 3
"""Failures in a row after which a tournament pauses."""
RETRY_AFTER = timedelta(minutes=10)
FINAL_AFTER = timedelta(hours=48)
"""Time to correct results after the last one, unless the organiser makes the table final."""
LATE_GAMES = 2
"""Games lost on time after which a player is not paired any more."""
LEAST_MOVED = 2
"""Players who must have moved for a game to count as played."""
NOTHING_DRAWN = "pairing-failed"


def due_tournaments(now: datetime, limit: int) -> Sequence[str]:
    """Return the ids of tournaments that are due, have a game that is over, or one to create."""
    at_work = (TournamentState.RUNNING, TournamentState.PAUSED)
    of_pairing = select(Tournament.id).join(Pairing)
    over = of_pairing.where(Pairing.ended_at.is_not(None), Pairing.settled_at.is_(None), Tournament.state.in_(at_work))
    to_begin = of_pairing.where(*_to_begin())
    due = [select(Tournament.id).where(Tournament.due_at <= now), over, to_begin]
    may_try = or_(Tournament.retried_at.is_(None), Tournament.retried_at <= now)
    return session().scalars(union(*(each.where(may_try) for each in due)).limit(limit)).all()


def go_on_with(tournament_id: str, now: datetime) -> None:
    """Do what is due for a tournament. Two workers may call it at once."""
    with transaction():
        tournament = lock_tournament(tournament_id)
        if tournament.state == TournamentState.OPEN:
            start_if_due(tournament, now)
        if tournament.started_at is not None and tournament.final_at is None:
            _advance(tournament, now)
    while begin_next_game(tournament_id, now):
        pass
    if tournament.failures:
        with transaction():
            tournament = lock_tournament(tournament_id)
            tournament.failures, tournament.retried_at = 0, None


def note_failure(tournament_id: str, now: datetime) -> None:
    """Count a failed run; after some the tournament pauses, and its organiser is told."""
    with transaction():
        tournament = lock_tournament(tournament_id)
        tournament.failures += 1
        tournament.retried_at = now + RETRY_AFTER
        if tournament.failures == TRIES and tournament.state == TournamentState.RUNNING:
            tournament.state, tournament.note = TournamentState.PAUSED, NOTHING_DRAWN
            announce("stuck", tournament, (), now)


def begin_next_game(tournament_id: str, now: datetime) -> bool:
    """Create the game of a pairing that has none yet; return whether there was one.

    If a player cannot be seated, no game begins: the others win without play.
    """
    with transaction() as current:
        waiting = select(Pairing).join(Tournament).where(Pairing.tournament_id == tournament_id, *_to_begin())
        first = waiting.order_by(Pairing.round, Pairing.board).limit(1)
        locked = first.with_for_update(of=Pairing, skip_locked=True).execution_options(populate_existing=True)
        pairing = current.scalar(locked)
        if pairing is None:
            return False
        tournament = current.get_one(Tournament, tournament_id, populate_existing=True)
        players = _players_of(pairing)
        if all(entry.state == EntryState.ENTERED for entry in players):
            _begin(tournament, pairing, players, now)
        if pairing.game_id is None:
            pairing.half_points = points_of_absence([entry.state == EntryState.ENTERED for entry in players])
            pairing.unplayed, pairing.settled_at, tournament.due_at = True, now, now
        return True


def _begin(tournament: Tournament, pairing: Pairing, players: Sequence[TournamentEntry], now: datetime) -> None:
    """Create the game of a pairing, or mark the player who cannot be seated as vanished."""
    accounts = [entry.account for entry in players]
    try:
        game = undone_if_refused(lambda: arrange_game(tournament.organiser, accounts, game_of(tournament), now))
    except (Conflict, NotFound) as refused:
        named = {refused.details.get("name"), refused.details.get("bot")}
        unseated = [entry for entry in players if entry.account.name in named]
        if not unseated:
            raise
        for entry in unseated:
            entry.state = EntryState.VANISHED
    else:
        pairing.game_id = game.id


def _players_of(pairing: Pairing) -> Sequence[TournamentEntry]:
    of_it = TournamentEntry.tournament_id == pairing.tournament_id, TournamentEntry.number.in_(pairing.players)
    found = session().scalars(select(TournamentEntry).where(*of_it).execution_options(populate_existing=True))
    return sorted(found, key=lambda entry: pairing.players.index(entry.number or 0))


def _to_begin() -> tuple[ColumnElement[bool], ...]:
    return Pairing.game_id.is_(None), Pairing.settled_at.is_(None), Tournament.state == TournamentState.RUNNING


def _advance(tournament: Tournament, now: datetime) -> None:
    """Settle results; then draw what can begin, or end the tournament, or make its table final."""
    tournament.due_at = None
    entries, pairings = entries_of(tournament), list(pairings_of(tournament))
    _settle(
        tournament, entries, [each for each in pairings if each.ended_at is not None and each.settled_at is None], now
    )
    if tournament.state == TournamentState.RUNNING:
        _play_on(tournament, entries, pairings, now)
    if tournament.state == TournamentState.FINISHED:
        settled = [each.settled_at for each in pairings if each.settled_at is not None]
        final_at = max(settled, default=now) + FINAL_AFTER
        tournament.due_at, tournament.final_at = (None, now) if final_at <= now else (final_at, None)


def _settle(tournament: Tournament, entries: Iterable[TournamentEntry], over: Sequence[Pairing], now: datetime) -> None:
    """Compute the points of games that are over, and mark players who have vanished."""
    of_game = {each.game_id: each for each in over}
    wanted = select(Game).where(Game.id.in_(of_game)).execution_options(populate_existing=True)
    games = session().scalars(wanted).all() if over else ()
    moved = _moved(of_game) if over else set()
    late = {seat.account_id: False for game in games for seat in game.seats if seat.left_by == EndedBy.TIME}
    for game in games:
        pairing, here = of_game[game.id], {seat.number for seat in game.seats if (game.id, seat.number) in moved}
        pairing.half_points, pairing.settled_at = points_of_game(game), now
        pairing.unplayed = len(here) < LEAST_MOVED
        away = (seat for seat in game.seats if seat.left_by == EndedBy.TIME and seat.number not in here)
        late.update((seat.account_id, True) for seat in away)
    lost = _lost_on_time(tournament) if late else {}
    for entry in entries:
        has_vanished = late.get(entry.account_id) or lost.get(entry.account_id, 0) >= LATE_GAMES
        if entry.account_id in late and has_vanished and entry.state == EntryState.ENTERED:
            leave(tournament, entry, EntryState.VANISHED, now)


def _moved(games: Iterable[str | None]) -> set[tuple[str, int]]:
    """Return the seats, by game, whose players have moved themselves."""
    own = LogEntry.game_id.in_(list(games)), LogEntry.seat != CHANCE, LogEntry.played_by.is_(None)
    rows = session().execute(select(LogEntry.game_id, LogEntry.seat).where(*own).distinct())
    return {(game, seat) for game, seat in rows}


def _lost_on_time(tournament: Tournament) -> Mapping[int | None, int]:
    """Count the games of a tournament that each account has lost on time."""
    counted = select(GameSeat.account_id, func.count().label("number")).join(
        Pairing, Pairing.game_id == GameSeat.game_id
    )
    of_it = Pairing.tournament_id == tournament.id, GameSeat.left_by == EndedBy.TIME
    rows = session().execute(counted.where(*of_it).group_by(GameSeat.account_id))
    return {row.account_id: row.number for row in rows}


def _play_on(
    tournament: Tournament, entries: Sequence[TournamentEntry], pairings: list[Pairing], now: datetime
) -> None:
    """Add all pairings that can begin, of which byes may make more possible; or end the tournament."""
    draw, entrants, first = SYSTEMS[tournament.system], entrants_of(entries), tournament.round
    while drawn := draw(entrants, pairings, tournament.rounds or 0, tournament.seats):
        added = [each for one in drawn for each in _pairings(tournament, one, entrants, pairings, now)]
        if not added:
            break
        session().add_all(added)
    if tournament.round > first:
        announce("round", tournament, entries, now, round=tournament.round)
    if all(each.settled_at is not None for each in pairings):
        tournament.state, tournament.finished_at = TournamentState.FINISHED, now
        announce("finished", tournament, entries, now)


def _pairings(
    tournament: Tournament, drawn: DrawnRound, entrants: Sequence[Entrant], pairings: list[Pairing], now: datetime
) -> Sequence[Pairing]:
    """Return the rows of newly drawn pairings, and add them to the known ones; or raise WrongDraw."""
    check_drawn(drawn, entrants, pairings)
    boards = max((each.board for each in pairings if each.round == drawn.round), default=0)
    added = [
        _pairing(tournament, drawn.round, at, players, now) for at, players in enumerate(drawn.pairings, boards + 1)
    ]
    pairings.extend(added)
    tournament.note = drawn.note or tournament.note
    if added:
        tournament.round = max(tournament.round, drawn.round)
    if drawn.note == REMATCH_ALLOWED:
        session().add(TournamentLog(tournament_id=tournament.id, at=now, what=drawn.note, data={"round": drawn.round}))
    return added


def _pairing(tournament: Tournament, number: int, board: int, players: Sequence[int], now: datetime) -> Pairing:
    """Return the row of a pairing; a bye has its points at once."""
    row = Pairing(tournament_id=tournament.id, round=number, board=board, players=list(players), unplayed=False)
    if len(players) == 1:
        row.half_points, row.unplayed, row.settled_at = [half_points_of_bye(tournament.seats)], True, now
    return row
