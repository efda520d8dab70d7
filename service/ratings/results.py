"""Results: what a finished game says about its players' strengths, read from the members of its record."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import rules
from rules import CHANCE, Seat
from service.models import EndedBy

LEAST_MOVES = 2
"""Moves for each player on average, without which a game counts only if it was played to its end."""


@dataclass(frozen=True)
class Result:
    """The result of a game that counts. A player is `account:<handle>` or `level:<n>`; the lists are in order of seats.

    Ranks count from 1, and equal ones are ties. `timed_out` are the accounts that ran out of time.
    """

    game_id: str
    pool: str
    finished_at: datetime
    players: tuple[str, ...]
    ranks: tuple[int, ...]
    timed_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Holder:
    """The player who had a seat at first; `left_at` is when they left it, in seconds since 1970."""

    seat: Seat
    player: str
    is_program: bool
    left_at: float | None
    has_timed_out: bool


def pool_of(ruleset: str, options: Mapping[str, str]) -> str | None:
    """Return the pool in which games with these options are rated; None if they are never rated.

    Each choice of options has a pool of its own; the usual one is named by the ruleset alone.
    """
    game = rules.game(ruleset)
    if game.cooperative:
        return None
    chosen = [(options.get(name, option.default), option.default) for name, option in game.options.items()]
    return ":".join([ruleset, *(value for value, usual in chosen if value != usual)])


def is_rated_as_match(ruleset: str) -> bool:
    """Return whether only a match says who is better, because the sides of a game play different parts."""
    return bool(rules.game(ruleset).sides)


def result_of(record: Mapping[str, Any]) -> Result | str:
    """Return the result of a game from the members of its record, or the code why it counts for nobody."""
    rated = record["rated"]
    if rated is None:
        return "not-rated"
    pool = pool_of(record["ruleset"], record["setup"]["options"])
    if pool is None:
        return "cooperative"
    by_seat = sorted(record["places"], key=lambda place: int(place["seat"]))
    holders = [_holder(place, rated["bots"]) for place in by_seat]
    standing = {number: record["log"][number] for number in rules.standing(each["action"] for each in record["log"])}
    reason = _why_not(record, holders, standing)
    if reason is not None:
        return reason
    return Result(
        record["id"],
        pool,
        datetime.fromisoformat(rated["finished_at"]),
        tuple(holder.player for holder in holders),
        _ranks(record, holders),
        tuple(holder.player for holder in holders if holder.has_timed_out),
    )


def _holder(place: Mapping[str, Any], bots: Collection[Seat]) -> _Holder:
    account = place["first_account"] or place["account"]
    if account is None:
        return _Holder(place["seat"], f"level:{place['ai']}", is_program=True, left_at=None, has_timed_out=False)
    left_at = place["left_at"] and datetime.fromisoformat(place["left_at"]).timestamp()
    by_time = left_at is not None and (place["first_account"] is not None or place["left_by"] != EndedBy.RESIGNATION)
    return _Holder(place["seat"], f"account:{account}", place["seat"] in bots, left_at, by_time)


def _why_not(record: Mapping[str, Any], holders: Sequence[_Holder], log: Mapping[int, Any]) -> str | None:
    """Return the code why a game counts for nobody, or None; `log` are the entries in effect, by number."""
    half = record["rated"]["half_before"]
    moves = {(entry["seat"], entry["version"]) for entry in log.values() if entry["seat"] != CHANCE}
    has_left = any(holder.left_at is not None for holder in holders)
    is_undone = len(log) < len(record["log"]) or (half is not None and half["takebacks"])
    reasons = {
        "one-player": len(holders) == 1,
        "hints": record["rated"]["hints"] or (half is not None and half["hints"]),
        "takeback": is_undone and any(holder.is_program for holder in holders),
        "seat-never-moved": not all(_has_moved(holder, record, log) for holder in holders),
        "too-few-moves": record["ended_by"] != EndedBy.PLAY and len(moves) < LEAST_MOVES * len(holders),
        "half-of-match": is_rated_as_match(record["ruleset"]) and half is None and not has_left,
        "adjudicated": record["ended_by"] == EndedBy.ADJUDICATION and not has_left,
    }
    return next((code for code, applies in reasons.items() if applies), None)


def _has_moved(holder: _Holder, record: Mapping[str, Any], log: Mapping[int, Any]) -> bool:
    """Return whether the player moved, and not only the computer or a substitute in their place."""
    stand_ins = set(record["stand_ins"])
    return any(
        entry["seat"] == holder.seat
        and number not in stand_ins
        and (holder.left_at is None or datetime.fromisoformat(entry["at"]).timestamp() <= holder.left_at)
        for number, entry in log.items()
    )


def _ranks(record: Mapping[str, Any], holders: Sequence[_Holder]) -> tuple[int, ...]:
    """Rank the players: winners, then others who stayed by their points, then those who left, the first one last."""
    half, points = record["rated"]["half_before"], record["scores"]
    if half is not None:
        points = [own + before for own, before in zip(points, half["points"], strict=True)]
    keys = [
        (1, -holder.left_at) if holder.left_at is not None
        else (-1, 0) if holder.seat in record["winners"]
        else (0, -points[holder.seat])
        for holder in holders
    ]  # fmt: skip
    return tuple(1 + sum(other < key for other in keys) for key in keys)
