"""Evidence about a bot from its game and its requests."""

from __future__ import annotations

import pytest

from sundial_bot_check.evidence import Happening, Request, evidence, moves_in

GAME = "k7m2p9q4w8xz"
MOVES = f"/api/v1/games/{GAME}/moves"


def event(kind: str, second: float, seat: int = 0) -> Happening:
    return {"type": kind, "at": f"2026-05-04T12:00:{second:06.3f}Z", "data": {"seat": seat}}


def request(status: int, code: str | None = None, target: str = MOVES, method: str = "POST") -> Request:
    return {"method": method, "target": target, "status": status, "code": code}


def test_a_turn_takes_from_its_beginning_to_its_move_and_those_of_others_do_not_count() -> None:
    events: list[Happening] = [
        event("turn.started", 0),
        event("deadline.near", 1),
        event("move.played", 2.5),
        event("turn.started", 2.5, seat=1),
        event("move.played", 9, seat=1),
        event("turn.started", 9),
        event("move.played", 9.25),
        event("turn.started", 20),
        {"type": "game.finished", "at": "2026-05-04T12:00:21Z", "data": {}},
    ]
    found = evidence(0, events, [])
    assert list(found.answers) == [2.5, 0.25]
    assert found.moves == 2


def test_refusals_are_counted_by_code_and_what_came_too_late_apart() -> None:
    moves = [
        request(201),
        request(422, "bad-notation"),
        request(422, "occupied"),
        request(422, "bad-notation"),
        request(409, "stale-version"),
        request(409, "game-over"),
        request(429, "rate-limited"),
        request(503, "not-ready"),
        request(400, "bad-json"),
    ]
    found = evidence(0, [], moves)
    assert found.refused == {"bad-notation": 2, "occupied": 1, "bad-json": 1}
    assert found.stale == 2


@pytest.mark.parametrize(
    "other",
    [
        request(422, "bad-notation", f"/api/v1/games/{GAME}/previews"),
        request(422, "bad-notation", "/api/v1/games/another/moves"),
        request(422, "bad-notation", f"/api/v1/games/{GAME}/legal-actions?after=x", "GET"),
    ],
)
def test_what_is_only_tried_out_or_meant_for_another_game_is_no_move(other: Request) -> None:
    assert moves_in([other, request(201)], GAME) == [request(201)]
