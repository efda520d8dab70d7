"""Moves that are sent again: what came of them first is put together once more, from the log and the events.

Kept with a move is only what neither tells: how the seats stood, under the names that they had.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar, cast

from sqlalchemy import select

from service.core.clock import time_json
from service.core.db import session
from service.core.errors import Conflict
from service.models import Account, Event, Game, GameSeat, GameStatus, LogEntry, Model
from service.play.positions import damaged, position_of
from service.play.results import Turn
from service.work import idempotency

M = TypeVar("M", bound=Model)
Seats = Sequence[Mapping[str, Any]]


def keep_move(game: Game, scope: str, version: int, request: str, now: datetime) -> None:
    """Keep that the request was answered for a version, in the transaction under way, which has played it."""
    seats = [
        {
            "account": seat.holder or None,
            "ai": seat.ai_level,
            "left_by": seat.left_by,
            "stood_in_at": time_json(seat.stood_in_at),
            "credited_at": time_json(seat.credited_at),
            "reachable": seat.account is None or seat.account.unreachable_since is None,
        }
        for seat in game.seats
    ]
    idempotency.remember(scope, str(version), request, seats, now)


def first_turn(game: Game, scope: str, version: int, request: str) -> Turn | None:
    """What came of the request when it was sent first; None if it was not, or something else was for that version."""
    seats = _seats_kept(scope, str(version), request) if version < game.version else None
    return _as_it_stood(game, version + 1, seats) if seats is not None else None


def scopes_of(game_id: str, seat: int) -> list[str]:
    """All scopes in which something is kept of moves of the seat."""
    return [scope_of(game_id, seat, by_computer=by_computer) for by_computer in (False, True)]


def scope_of(game_id: str, seat: int, *, by_computer: bool) -> str:
    """Moves of a seat; what the computer has played there is nobody's to repeat."""
    return f"move {game_id} {seat} computer" if by_computer else f"move {game_id} {seat}"


def _seats_kept(scope: str, key: str, request: str) -> Seats | None:
    try:
        return cast("Seats | None", idempotency.recall(scope, key, request))
    except Conflict:
        return None  # another move answered this version: the version check says what happened


def _as_it_stood(game: Game, version: int, seats: Seats) -> Turn:
    entries = select(LogEntry).where(LogEntry.game_id == game.id, LogEntry.version == version)
    played = session().scalars(entries.order_by(LogEntry.number)).all()
    if not played:
        raise damaged(game, f"of the move that led to version {version} nothing is in its log")
    length = played[-1].number + 1
    position = position_of(game, length)
    then = _copy(game, version=version, log_length=length, scores=list(position.scores()), **_turn_after(game, version))
    then.seats = [_seat(seat, was, played[0].at) for seat, was in zip(game.seats, seats, strict=True)]
    return Turn(then, played, position, repeated=True)


def _turn_after(game: Game, version: int) -> dict[str, Any]:
    """The columns that say whose turn the move has led to; none where it has led to the end, which stays as it is."""
    began = session().scalar(
        select(Event).where(Event.game_id == game.id, Event.version == version, Event.type == "turn.started")
    )
    if began is None:
        return {}
    deadline = began.data["deadline"]
    return {
        "status": GameStatus.ACTIVE,
        "to_move": began.data["seat"],
        "deadline": datetime.fromisoformat(deadline) if deadline else None,
        "winners": None,
        "ended_by": None,
        "finished_at": None,
        "series_stopped": None,
    }


def _seat(seat: GameSeat, was: Mapping[str, Any], at: datetime) -> GameSeat:
    credited, stood_in = was["credited_at"], was["stood_in_at"]
    then = _copy(
        seat,
        ai_level=was["ai"],
        left_by=was["left_by"],
        stood_in_at=datetime.fromisoformat(stood_in) if stood_in else None,
        credited_at=datetime.fromisoformat(credited) if credited else None,
    )
    if was["account"] is not None:
        then.account = Account(name=was["account"], unreachable_since=None if was["reachable"] else at)
    return then


def _copy(row: M, **changed: Any) -> M:  # noqa: ANN401  # column values
    """A row like that one but for some columns, in no session."""
    columns = {column.key: getattr(row, column.key) for column in row.__mapper__.column_attrs}
    return type(row)(**columns | changed)
