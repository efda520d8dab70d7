"""One turn: the engine gets a game and asks for legal actions until it has a move."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus
from random import Random
from time import monotonic

from sundial_client.bridge.engine import Engine, EngineFailed
from sundial_client.failures import Problem
from sundial_client.shapes import Game, LegalActions

GRACE_SECONDS = 2.0
"""Time allowed for requests to the server, on top of the engine's own."""
MAX_REFUSALS = 5
ITS_FAULT = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.REQUEST_URI_TOO_LONG,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
"""Statuses of a refused move that is illegal or unreadable."""

Ask = Callable[[str], LegalActions]
"""Fetches the legal actions after the beginning of a move; raises Problem if that is illegal itself."""
Submit = Callable[[str], object]
"""Plays a move; raises Problem."""


def take_turn(engine: Engine, game: Game, seconds: float, legal: Ask, submit: Submit) -> str:
    """Play one turn and return the engine's move.

    Raises EngineFailed if the engine gives no move in time or is refused too often; Problem for other refusals.
    """
    until = monotonic() + seconds + GRACE_SECONDS
    engine.say(*_told(game), f"go time {round(seconds * 1000)}")
    refusals = 0
    while refusals < MAX_REFUSALS:
        word, rest = engine.hear(until)
        try:
            if word == "after":
                engine.say(_answer(legal(rest)))
            elif word == "move":
                submit(rest)
                return rest
        except Problem as refusal:
            if refusal.status not in ITS_FAULT:
                raise
            refusals += 1
            engine.say(f"refused {refusal.code} {refusal.detail}")
    raise EngineFailed(f"it was refused {refusals} times in one turn")


def any_move(legal: Ask, rng: Random) -> str:
    """Build a whole move, drawn action by action."""
    move = ""
    while not (found := legal(move))["complete"]:
        move = ", ".join(filter(None, [move, rng.choice(found["actions"])]))
    return move


def _told(game: Game) -> list[str]:
    return [
        f"game {game['ruleset']} {_line(game['setup'])}",
        f"seat {game['your_seat']}",
        f"position {_line(game['position'])}",
    ]


def _answer(found: LegalActions) -> str:
    return "whole" if found["complete"] else f"legal {', '.join(found['actions'])}"


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
