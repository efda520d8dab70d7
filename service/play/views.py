"""Games as JSON objects, the same for every face: what a viewer may know of a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules import AnyPosition
from service.core.clock import time_json
from service.models import Account, Game, GameSeat, GameStatus, LogEntry, SeatState, Visibility
from service.play.invitees import account_shown, invited_as, is_host
from service.play.positions import position_of


def game_summary(game: Game, your_seat: int | None, viewer: Account | None = None) -> dict[str, Any]:
    """A game without its position, as it stands in a list."""
    to_host = is_host(game, viewer)
    return {
        "id": game.id,
        "ruleset": game.ruleset,
        "rules_version": game.rules_version,
        "options": game.options,
        "status": game.status,
        "version": game.version,
        "log_length": game.log_length,
        "seats": [seat_json(game, seat, your_seat, to_host=to_host) for seat in game.seats],
        "your_seat": your_seat,
        "to_move": game.to_move,
        "deadline": time_json(game.deadline),
        "days_per_move": game.days_per_move,
        "shuffle_seats": game.shuffle_seats,
        "visibility": game.visibility,
        "scores": game.scores,
        "winners": game.winners,
        "ended_by": game.ended_by,
        "commitment": game.commitment,
        "seed": seed_shown(game),
        "created_at": time_json(game.created_at),
        "started_at": time_json(game.started_at),
        "finished_at": time_json(game.finished_at),
        "match": round_json(game),
        "links": _links(game),
    }


def game_json(
    game: Game, your_seat: int | None, viewer: Account | None = None, position: AnyPosition | None = None
) -> dict[str, Any]:
    """A game with its setup and position, both null before it begins; whoever has the position at hand gives it."""
    if position is None and game.setup is not None:
        position = position_of(game)
    shown = position.to_json() if position is not None else None
    return {**game_summary(game, your_seat, viewer), "setup": game.setup, "position": shown}


def round_json(game: Game) -> dict[str, Any] | None:
    """Which game of which match it is; None if it is played by itself."""
    return {"id": game.match_id, "round": game.match_round} if game.match_id else None


def seat_json(game: Game, seat: GameSeat, your_seat: int | None, *, to_host: bool = False) -> dict[str, Any]:
    """Who sits on a seat. Mail addresses are never shown, but to the host who has written them."""
    account = account_shown(seat, your_seat, to_host=to_host)
    return {
        "seat": seat.number,
        "place": seat.place,
        "state": seat.state,
        "account": account.name if account else None,
        "invited": invited_as(seat, to_host=to_host),
        "ai": seat.ai_level,
        "left_by": seat.left_by,
        "credited_at": time_json(seat.credited_at),
        "reachable": account is None or account.unreachable_since is None,
        "you": game.status != GameStatus.CANCELLED and seat.number == your_seat,
    }


def entry_json(entry: LogEntry) -> dict[str, Any]:
    """One entry of a log; seat -1 is chance."""
    return {
        "number": entry.number,
        "seat": entry.seat,
        "action": entry.action,
        "version": entry.version,
        "at": time_json(entry.at),
    }


def record_json(game: Game, log: Iterable[LogEntry]) -> dict[str, Any]:
    """All that `sundial verify` needs. The seed is there once the game is over."""
    seats = sorted(game.seats, key=lambda seat: seat.place)
    return {
        "format": "sundial-record-1",
        "id": game.id,
        "ruleset": game.ruleset,
        "rules_version": game.rules_version,
        "status": game.status,
        "setup": game.setup,
        "given_layout": game.given_layout,
        "shuffle_seats": game.shuffle_seats,
        "places": [_place_json(seat) for seat in seats],
        "commitment": game.commitment,
        "seed": seed_shown(game),
        "log": [entry_json(entry) for entry in log],
        "scores": game.scores,
        "winners": game.winners,
        "ended_by": game.ended_by,
        "match": round_json(game),
    }


def seed_shown(game: Game) -> str | None:
    """The seed in hexadecimal, once nothing depends on it any more."""
    return game.seed.hex() if game.status in (GameStatus.FINISHED, GameStatus.CANCELLED) else None


def _place_json(seat: GameSeat) -> dict[str, Any]:
    taken = seat.state == SeatState.TAKEN
    account = account_shown(seat)
    return {
        "place": seat.place,
        "seat": seat.number,
        "account": account.name if account else None,
        "ai": seat.ai_level,
        "left_by": seat.left_by,
        "contribution": seat.contribution if taken else None,
    }


def _links(game: Game) -> dict[str, str]:
    api = f"/api/v1/games/{game.id}"
    parts = ("legal-actions", "moves", "log", "record", "deliveries", "board.svg", "board.png", "board.txt")
    links = {"self": api, **{part.replace("-", "_"): f"{api}/{part}" for part in parts}, "page": f"/games/{game.id}"}
    if _is_joined_by_key(game):
        links["join_link"] = f"{api}/join-link"
    return links if game.match_id is None else {**links, "match": f"/api/v1/matches/{game.match_id}"}


def _is_joined_by_key(game: Game) -> bool:
    """Whether there are seats for whoever has the key to them; the key itself stands in no answer that may be kept."""
    waits = game.status == GameStatus.INVITING and game.visibility == Visibility.PRIVATE
    return waits and any(seat.state == SeatState.OPEN for seat in game.seats)
