"""Analyses of games: who may ask for one, which positions are analysed, and the results.

Anybody who sees a finished game may analyse it. While a game goes on, an analysis is open to a player who plays only
against computers, or once every player has agreed to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import exists, func, select

import rules
from rules import CHANCE
from rules.json_types import Json
from service.config.limits import limit
from service.db.engines import session, transaction
from service.jobs import events, leases
from service.jobs.fairness import claim_in_turn, claimant_of
from service.jobs.leases import settle
from service.jobs.queues import ANALYSES
from service.jobs.wake import wake
from service.language.errors import Conflict, Forbidden, NotFound
from service.models import Account, Analysis, DailyGame, Game, GameSeat, GameStatus, LogEntry, Match, WorkState
from service.play.judging import PositionToJudge, position_to_judge
from service.play.positions import log_of, position_of
from service.play.records import as_played_here
from service.play.seating import (
    held_seats,
    is_imported_by,
    lock_game,
    own_seat_number,
    playing_seat,
    seat_number,
    seat_of,
    seats_beside,
)
from service.security import rates
from service.security.rates import Use

LEASE = timedelta(minutes=2)
A_HINT, A_GAME = 0, 6
"""Levels of the analysis queue: a player waits for a hint before they move; whole games are for learning."""
VISITOR_ANALYSES, ACCOUNT_ANALYSES = limit("visitor-analyses"), limit("account-analyses")
ANALYSES_OF_NETWORK, ANALYSES_OF_AREA = limit("network-analyses"), limit("area-analyses")
ATTEMPTS = 3
"""The number of attempts after which a position is skipped."""


@dataclass(frozen=True)
class AnalysisQuestion:
    """A position to analyse and the actions that were played there; none where the game goes on from it."""

    about: PositionToJudge
    played: Sequence[str]


def check_open(game: Game, viewer: Account | None) -> None:
    """Check that the viewer may see an analysis of a game now.

    Raise Conflict `not-started`, `analysis-not-agreed` with the seats that agree, `analysis-not-yet` while a puzzle of
    the day or a match on the same board goes on, or `rated-game` while a rated game does; Forbidden `not-a-player` for
    a spectator of a game that goes on.
    """
    if game.setup is None:
        raise Conflict("not-started")
    if game.status == GameStatus.FINISHED:
        if _is_replayed(game):
            raise Conflict("analysis-not-yet")
        return
    own_seat_number(game, viewer)
    if game.may_count:
        raise Conflict("rated-game")
    if len(game.seats) == 1 and _is_of_a_day(game):
        raise Conflict("analysis-not-yet")
    if not is_practice(game) and not _is_agreed(game):
        raise Conflict("analysis-not-agreed", agreed=[*agreed(game)])


def is_practice(game: Game) -> bool:
    """Return whether a single account has ever had a seat of the game."""
    return len({seat.account_id for seat in game.seats if seat.account_id is not None}) == 1


def agreed(game: Game) -> Sequence[int]:
    """Return the seats that agree to an analysis while the game goes on."""
    return [seat.number for seat in game.seats if seat.analysis_wished_at is not None]


def ask(game_id: str, account: Account, now: datetime, at: int | None = None) -> Game:
    """Queue an analysis of the position after `at` log entries.

    Without `at`, queue every move of a finished game, or the current position. In a game against people that goes on,
    the request counts as agreement, and is queued once all agree. Results that exist are reused. Refused as
    `check_open`; NotFound for strangers and as `position_of`, Forbidden `not-a-player`, Conflict `nothing-to-analyse`;
    TooMany at a limit of analyses.
    """
    with transaction():
        game = lock_game(game_id)
        if seat_number(game, account) is None and not is_imported_by(game, account):
            raise NotFound if game.visibility == "private" else Forbidden("not-a-player")
        if game.status == GameStatus.ACTIVE and not game.may_count and not is_practice(game):
            seat = seat_of(game, playing_seat(game, account))
            if seat.analysis_wished_at is None:
                for each in seats_beside(game, seat):
                    each.analysis_wished_at = now
                events.record("analysis.wished", game, now, seat=seat.number)
            if not _is_agreed(game):
                return game
        check_open(game, account)
        game.had_hints = game.had_hints or game.status == GameStatus.ACTIVE
        _queue(game, _places(game, at), account, now)
        wake(ANALYSES)
        return game


def analyses_of(game: Game, at: int | None = None) -> Sequence[Analysis]:
    """Return the analyses requested for a game, in the order of the log."""
    asked = select(Analysis).where(Analysis.game_id == game.id, Analysis.at <= game.log_length)
    if at is not None:
        asked = asked.where(Analysis.at == at)
    return session().scalars(asked.order_by(Analysis.at).execution_options(populate_existing=True)).all()


def claim_analyses(now: datetime, _limit: int = 1, *, quick: bool = False) -> Sequence[Analysis]:
    """Claim the next position to analyse: a hint if one is queued, or nothing else if `quick`."""
    return claim_in_turn(Analysis, now, LEASE, quick=quick)


def question_of(row: Analysis) -> AnalysisQuestion | None:
    """Return the position to analyse, or None if no player moves there."""
    session().rollback()
    game = session().get_one(Game, row.game_id, populate_existing=True)
    about = position_to_judge(game, row.at)
    if about.position.current_player() in (None, CHANCE):
        return None
    return AnalysisQuestion(about, [entry.action for entry in _move_at(game, row.at)])


def keep(row: Analysis, result: dict[str, Json] | None, now: datetime) -> None:
    """Settle a claimed analysis with its result (`seat`, `moves`, `played`); record `analysis.ready` after the last."""
    with transaction():
        game = lock_game(row.game_id)
        state = WorkState.DONE if result else WorkState.SUPERSEDED
        if settle(row, state=state, result=result, claimant=None):
            _tell_if_done(game, now)


def put_off(row: Analysis, now: datetime) -> None:
    """Retry a claimed analysis later, up to `ATTEMPTS` times."""
    with transaction():
        game, for_good = lock_game(row.game_id), row.attempts >= ATTEMPTS
        claimant = None if for_good else row.claimant
        if leases.put_off(row, now, for_good=for_good, claimant=claimant) and for_good:
            _tell_if_done(game, now)


def _tell_if_done(game: Game, now: datetime) -> None:
    waits = exists().where(Analysis.game_id == game.id, Analysis.state == WorkState.QUEUED)
    # Imported games record no events.
    if game.imported_at is None and not session().scalar(select(waits)):
        events.record("analysis.ready", game, now, positions=[each.at for each in analyses_of(game) if each.result])


def _is_agreed(game: Game) -> bool:
    """Return whether every seat still held agrees, including bots and absent players."""
    return all(seat.analysis_wished_at is not None for seat in held_seats(game))


def _is_of_a_day(game: Game) -> bool:
    """Return whether the game is a puzzle of the day, or repeats one."""
    return game.practice_day is not None or bool(session().scalar(select(exists().where(DailyGame.game_id == game.id))))


def _is_replayed(game: Game) -> bool:
    """Return whether the match of a finished game still plays its layout; for imports, of the original here."""
    game = as_played_here(game)
    if game.match_id is None or not rules.game(game.ruleset).match.same_layout:
        return False
    return session().get_one(Match, game.match_id).status != GameStatus.FINISHED


def _places(game: Game, at: int | None) -> list[int]:
    if at is None and game.status == GameStatus.FINISHED:
        return _moves_of(game)
    place = game.log_length if at is None else at
    if position_of(game, place).current_player() in (None, CHANCE):
        raise Conflict("nothing-to-analyse")
    return [place]


def _moves_of(game: Game) -> list[int]:
    """Return where each move of a seat begins; what follows a roll within a move counts as a decision of its own."""
    log = log_of(game)
    entries = [log[number] for number in rules.standing(entry.action for entry in log)]
    before = [None, *entries[:-1]]
    return [
        entry.number
        for entry, last in zip(entries, before, strict=False)
        if entry.seat != CHANCE and (last is None or (last.seat, last.version) != (entry.seat, entry.version))
    ]


def _move_at(game: Game, at: int) -> list[LogEntry]:
    """Return the rest of the move that was under way at an entry; empty if it was undone at once."""
    move: list[LogEntry] = []
    for entry in log_of(game, at):
        if rules.taken_back(entry.action) is not None or (
            move and (entry.seat, entry.version) != (move[0].seat, move[0].version)
        ):
            break
        move.append(entry)
    return move


def _queue(game: Game, places: Sequence[int], account: Account, now: datetime) -> None:
    known = {row.at: row for row in analyses_of(game)}
    new = [Analysis(game_id=game.id, at=at) for at in places if at not in known]
    again = [known[at] for at in places if at in known and _is_open_again(game, known[at])]
    if not new and not again:
        return
    _check_room(game, account)
    for row in (*new, *again):
        row.state, row.due_at, row.attempts, row.result = WorkState.QUEUED, now, 0, None
        row.claimant, row.level = claimant_of(account), A_HINT if len(places) == 1 else A_GAME
        row.by_visitor = row.round = row.first_due_at = None
    session().write(new)


def _is_open_again(game: Game, row: Analysis) -> bool:
    """Return whether a position failed, or has been played on from since."""
    return row.state == WorkState.FAILED or bool(row.result and not row.result["played"] and _move_at(game, row.at))


def _check_room(game: Game, account: Account) -> None:
    """Limit analyses that wait: TooMany `limit-reached` for other games, `network-limited` for visitors."""
    waits = Analysis.claimant == claimant_of(account), Analysis.state == WorkState.QUEUED, Analysis.game_id != game.id
    others = select(func.count(Analysis.game_id.distinct())).where(*waits)
    if account.visitor_since is None:
        rates.at_most(ACCOUNT_ANALYSES, session().scalar(others) or 0)
        return
    own = GameSeat.game_id == Analysis.game_id, GameSeat.account_id == account.id
    rates.at_most(VISITOR_ANALYSES, session().scalar(others.where(exists().where(*own))) or 0)
    rates.spend(Use(ANALYSES_OF_NETWORK, account.network or ""), *rates.of_area_here(ANALYSES_OF_AREA))
