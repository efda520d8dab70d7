"""The state of a game for ETags: as long as it stays equal, so does each response to a reader.

It includes every column from which a reader may be shown something. The setup of a game and its log are covered by the
mark of the log and the time when the game began.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, bindparam, select

from service.config.key_ring import key_ring
from service.db.session import look_up
from service.models import Account, Game, GameSeat, SeatState, Visibility

_UNSEEN = {
    "given_layout",
    "setup",
    "seed",
    "turn_nonce",
    "bot_due_at",
    "audit_due_at",
    "beacon_due_at",
    "beacon_trouble",
    "fault",
    "join_salt",
    "rematch_of",
    "turn_clock",
    "paused_at",
    "proposal",
    "held_at",
}
_UNSEEN_OF_SEAT = {
    "game_id",
    "invitation_nonce",
    "delivery",
    "looked_at",
    "here_at",
    "seconds_saved",
    "pause_wished_at",
    "reminded_at",
    "reminders",
    "undelivered_at",
    "unanswered_at",
    "withdrawn_id",
}
_OF_GAME = [column.name for column in Game.__table__.columns if column.name not in _UNSEEN]
_OF_SEAT = [column.name for column in GameSeat.__table__.columns if column.name not in _UNSEEN_OF_SEAT]
_GAME, _SEAT = Game.__table__, GameSeat.__table__
_COLUMNS: list[ColumnElement[Any]] = [
    *(_GAME.c[name] for name in _OF_GAME),
    *(_SEAT.c[name] for name in _OF_SEAT),
    Account.__table__.c.name,
    Account.__table__.c.display_name,
    Account.__table__.c.unreachable_since,
]
_READ = (
    select(*_COLUMNS)
    .select_from(Game)
    .join(GameSeat, GameSeat.game_id == Game.id)
    .outerjoin(Account, Account.id == GameSeat.account_id)
    .where(Game.id == bindparam("game_id"))
    .order_by(GameSeat.number)
)
_ACCOUNT, _STATE = _OF_SEAT.index("account_id"), _OF_SEAT.index("state")
_HIDDEN = {_ACCOUNT, _OF_SEAT.index("invited_as"), *range(len(_OF_SEAT), len(_OF_SEAT) + 3)}
Values = Sequence[Any]


def state_tag(game: Game, reader: int | None, *about: str | None) -> str:
    """Compute the ETag of a game for a reader (an account id); `about` is what else the response depends on.

    It is an HMAC with the secret key: a client cannot test which names would lead to it.
    """
    own = [getattr(game, name) for name in _OF_GAME]
    seats = [
        [*(getattr(seat, name) for name in _OF_SEAT), *_of_account(seat.account)]
        for seat in sorted(game.seats, key=lambda seat: seat.number)
    ]
    return _tag(own, seats, reader, about)


def stored_tag(game_id: str, reader: int | None, *about: str | None) -> str | None:
    """Compute the ETag of a stored game with one statement; None if there is no game that the reader may see."""
    rows = look_up(_READ, {"game_id": game_id})
    if not rows:
        return None
    own, seats = rows[0][: len(_OF_GAME)], [row[len(_OF_GAME) :] for row in rows]
    if own[_OF_GAME.index("visibility")] == Visibility.PRIVATE and not _may_see(own, seats, reader):
        return None
    return _tag(own, seats, reader, about)


def _may_see(own: Values, seats: Sequence[Values], reader: int | None) -> bool:
    """Return whether the reader of a private game has a seat there, or has imported it."""
    is_imported = own[_OF_GAME.index("imported_at")] is not None
    may = {seat[_ACCOUNT] for seat in seats} | ({own[_OF_GAME.index("creator_id")]} if is_imported else set())
    return reader is not None and reader in may


def _of_account(account: Account | None) -> Values:
    return (None,) * 3 if account is None else (account.name, account.display_name, account.unreachable_since)


def _tag(own: Values, seats: Sequence[Values], reader: int | None, about: Values) -> str:
    is_host = reader == own[_OF_GAME.index("creator_id")]
    is_seated = reader in [seat[_ACCOUNT] for seat in seats]
    shown = [_shown(seat, is_host=is_host, is_own=reader is not None and seat[_ACCOUNT] == reader) for seat in seats]
    told = json.dumps([list(own), shown, is_host, reader if is_seated else None, about], default=str, sort_keys=True)
    return hmac.digest(key_ring().newest.encode(), f"sundial state {told}".encode(), "sha256").hex()[:32]


def _shown(seat: Values, *, is_host: bool, is_own: bool) -> Values:
    """Hide the account of an invited player from everybody but themselves and the host."""
    if seat[_STATE] != SeatState.INVITED or is_host or is_own:
        return list(seat)
    return [None if at in _HIDDEN else value for at, value in enumerate(seat)]
