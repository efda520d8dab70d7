"""Beacon promises: the round that a game's dice wait for, fixed with their commitment.

A waiting game is due at a time (`Game.beacon_due_at`), and workers then fetch the round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime, timedelta
from typing import Any

from flask import current_app
from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from rules.json_types import Json
from service.beacon.chain import Chain, randomness_of
from service.beacon.source import BeaconSource
from service.db.clock import time_json
from service.language.errors import Conflict
from service.models import Game

SHORTEST, LONGEST = 1, 14 * 24 * 60
"""Minutes from the commitment to the round. A nearer round might be out already if a clock is slow."""
CLOSED_BEFORE = timedelta(seconds=30)
"""How long before the round contributions close, so that none comes after it by a slow clock."""
PUBLISHED_AFTER = timedelta(seconds=2)
"""How long after its time a round is fetched; the beacon takes a moment to sign it."""
LATE = timedelta(minutes=1)
"""How late a round is before a clock difference no longer explains it."""
PATIENCE = timedelta(hours=6)
"""How late a round must be before the host may begin without it."""


@dataclass(frozen=True)
class Promise:
    """The round that a game's dice wait for, fixed with their commitment, before anybody could know its value."""

    chain: Chain
    round: int
    committed_at: datetime
    signature: str | None = None
    given_up_at: datetime | None = None
    """When the host began without it."""

    @classmethod
    def made(cls, chain: Chain, minutes: int, now: datetime) -> Promise:
        """Make a promise now: the first round after that many minutes."""
        return cls(chain, chain.first_round_after(now + timedelta(minutes=minutes)), now)

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Promise:
        """Parse a promise from a game's row or a record, without validation; times as text or parsed."""
        chain = Chain(*(told[member.name] for member in fields(Chain)))
        committed, given_up = _read_time(told["committed_at"]), told["given_up_at"]
        return cls(chain, told["round"], committed, told["signature"], given_up and _read_time(given_up))

    @property
    def at(self) -> datetime:
        """When the round is due."""
        return self.chain.time_of(self.round)

    @property
    def minutes(self) -> int:
        """The agreed minimum of minutes from the commitment to the round."""
        least = self.at - self.committed_at - timedelta(seconds=self.chain.period)
        return max(-(-least // timedelta(minutes=1)), SHORTEST)

    @property
    def randomness(self) -> str | None:
        """The round's value; None before, and if the game began without it."""
        return self.signature and randomness_of(self.signature)

    def json(self) -> dict[str, Json]:
        """Format as in rows, records and the API, with all that verification needs."""
        return {
            "chain": self.chain.hash,
            **asdict(self.chain),
            "round": self.round,
            "at": time_json(self.at),
            "committed_at": time_json(self.committed_at),
            "randomness": self.randomness,
            "signature": self.signature,
            "given_up_at": time_json(self.given_up_at),
        }


def promise_of(game: Game) -> Promise | None:
    """Return the game's promise; None if its dice use no beacon."""
    return None if game.beacon is None else Promise.read(game.beacon)


def offered() -> BeaconSource | None:
    """Return the app's beacon for new games, or None."""
    found: BeaconSource | None = current_app.config["BEACON"]
    return found


def offered_chain() -> Chain:
    """Return the chain for new games; Conflict `no-beacon` if the operator has set none."""
    source = offered()
    if source is None:
        raise Conflict("no-beacon")
    return source.chain


def await_round(game: Game, chain: Chain, minutes: int, now: datetime) -> None:
    """Let the dice of a new game wait for the chain's first round after that many minutes."""
    promise = Promise.made(chain, minutes, now)
    game.beacon, game.beacon_due_at = promise.json(), promise.at + PUBLISHED_AFTER


def is_awaited(game: Game) -> bool:
    """Check whether the dice still wait for the beacon."""
    return game.beacon_due_at is not None


def brought_to(game: Game) -> list[str]:
    """Return the beacon's contribution to the dice, if there is one."""
    return [game.beacon["randomness"]] if game.beacon is not None and game.beacon["randomness"] is not None else []


def words_count(game: Game, now: datetime) -> bool:
    """Check whether contributions to the dice are still open: they close before the beacon's value is known."""
    promise = promise_of(game)
    return promise is None or promise.given_up_at is not None or now < promise.at - CLOSED_BEFORE


def take_in(game: Game, signature: str) -> bool:
    """Add a verified round to the dice of a locked game; False if it no longer waits."""
    promise = promise_of(game)
    if promise is None or not is_awaited(game):
        return False
    _settle(game, replace(promise, signature=signature))
    return True


def may_give_up(game: Game, now: datetime) -> bool:
    """Check whether the beacon is so late that the host may begin without it."""
    promise = promise_of(game)
    return promise is not None and is_awaited(game) and now >= promise.at + PATIENCE


def give_up(game: Game, now: datetime) -> None:
    """Let a locked game begin without a beacon that is down; its record keeps that.

    Conflict `no-beacon` where none is awaited, `beacon-awaited` with `not_before` while it may still come.
    """
    promise = promise_of(game)
    if promise is None or not is_awaited(game):
        raise Conflict("no-beacon")
    if not may_give_up(game, now):
        raise Conflict("beacon-awaited", not_before=(promise.at + PATIENCE).isoformat())
    _settle(game, replace(promise, given_up_at=now))


def late_rounds(database: Connection | Session, now: datetime) -> tuple[int, str | None]:
    """Count the games that wait for an overdue round, with a sentence about them; None if there are none."""
    due = select(Game.beacon, Game.beacon_trouble).where(Game.beacon_due_at <= now + LATE)
    waiting = [(Promise.read(told).at, trouble or "not-asked") for told, trouble in database.execute(due) if told]
    late = [(at, trouble) for at, trouble in waiting if at < now - LATE]
    if not late:
        return 0, None
    since, trouble = min(late)
    whence = f"the oldest since {since:%Y-%m-%d %H:%M} UTC ({trouble}): look at BEACON_URL."
    return len(late), f"{len(late)} games wait for a public beacon, {whence}"


def _settle(game: Game, promise: Promise) -> None:
    game.beacon = promise.json()
    game.beacon_due_at = game.beacon_trouble = None
    game.version += 1


def _read_time(told: str | datetime) -> datetime:
    return datetime.fromisoformat(told) if isinstance(told, str) else told
