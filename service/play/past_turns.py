"""Turns that are over, as those see them who hold a link to one: what came of it, and nothing that came later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, exists, or_, select

from rules import Seat
from service.core.db import session
from service.core.keys import Purpose, SeatLink
from service.models import Event, Game, LogEntry
from service.play.positions import log_of

TABLE_TALK = (
    "message.posted",
    "delivery.failed",
    "turn.reminded",
    "deadline.near",
    "deadline.last_call",
    "deadline.moved",
    "pause.wished",
    "clock.stopped",
    "clock.started",
    "vacation.changed",
    "proposal.made",
    "proposal.declined",
)
"""What changes nothing on a board."""


@dataclass(frozen=True)
class PastTurn:
    """How far the log went when the turn ended, and what its seat played in it, if it came to that."""

    log_length: int
    played: Sequence[LogEntry]
    is_latest: bool
    """Whether nothing has happened since, in this game and the others of its match."""


def past_turn(game: Game, link: SeatLink) -> PastTurn | None:
    """What came of the link's turn; None if the game has never had it: a backup was restored since the link was given.

    A turn ends when the next one begins, at the version to which its move has led, or with the game.
    """
    begun = [*session().scalars(_turns_from(game, link.version))]
    if not begun or not _is_of(begun[0], link):
        return None
    following = begun[1] if len(begun) > 1 else None
    version, at = (following.version, following.at) if following else (game.version, game.finished_at)
    log = [entry for entry in log_of(game) if entry.version <= (version or 0)]
    played = [entry for entry in log if entry.version == version and entry.seat == link.seat]
    return PastTurn(len(log), played, game.version == version and not _goes_on_elsewhere(game, at))


def last_turn_of(game: Game, seat: Seat) -> SeatLink | None:
    """What the link to the newest turn of a seat stands for; None if it had none yet, or that is forgotten."""
    begun = select(Event).where(Event.game_id == game.id, Event.type == "turn.started")
    newest = session().scalars(begun.order_by(Event.version.desc()))
    last = next((each for each in newest if each.data["seat"] == seat), None)
    if last is None or last.version is None:
        return None
    return SeatLink(Purpose.TURN, game.id, seat, last.version, last.turn_nonce or "")


def _turns_from(game: Game, version: int) -> Select[Event]:
    """The events with which the turn at a version began, and the one after it."""
    begun = select(Event).where(Event.game_id == game.id, Event.type == "turn.started", Event.version >= version)
    return begun.order_by(Event.version).limit(2)


def _is_of(began: Event, link: SeatLink) -> bool:
    is_it = began.version == link.version and began.data["seat"] == link.seat
    return is_it and began.turn_nonce == link.nonce


def _goes_on_elsewhere(game: Game, at: datetime | None) -> bool:
    """Whether something has happened in another game of the match after that; its end is known for good."""
    others = Game.match_id == game.match_id, Game.id != game.id
    theirs = Event.game_id.in_(select(Game.id).where(*others))
    later = exists().where(theirs, Event.type.not_in(TABLE_TALK), Event.at > at)
    ended = exists().where(*others, Game.finished_at > at)
    return game.match_id is not None and bool(session().scalar(select(or_(later, ended))))
