"""Evidence about a bot in one game, from the game's events and the bot's requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from typing import TypedDict

from rules import Seat
from rules.json_types import Json

NOT_ITS_FAULT = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


class Request(TypedDict):
    """A line of the sandbox's list of requests; only the members used here."""

    method: str
    target: str
    status: int
    code: str | None


class Happening(TypedDict):
    """An event of a game; only the members used here."""

    type: str
    at: str
    data: dict[str, Json]


@dataclass(frozen=True)
class Evidence:
    """The bot's record in a game. `answers`: seconds from the beginning of each turn to its move."""

    answers: Sequence[float] = ()
    refused: Mapping[str, int] = field(default_factory=dict)
    """Number of illegal moves by the code of the refusal."""
    stale: int = 0
    """Number of moves that came too late: the game had gone on."""

    @property
    def moves(self) -> int:
        """Return the number of accepted moves."""
        return len(self.answers)


def moves_in(requests: Sequence[Request], game: str) -> list[Request]:
    """Filter the requests that were moves in a game."""
    return [request for request in requests if _is_move(request, game)]


def evidence(seat: Seat, events: Sequence[Happening], moves: Sequence[Request]) -> Evidence:
    """Collect the evidence about the bot in a seat from the game's events and the bot's moves."""
    stale = sum(move["status"] == HTTPStatus.CONFLICT for move in moves)
    refused = Counter(str(move["code"]) for move in moves if is_at_fault(move))
    return Evidence(answers_in(events, seat), dict(refused), stale)


def answers_in(events: Sequence[Happening], seat: Seat) -> list[float]:
    """Compute the seconds of each completed turn of a seat."""
    began: datetime | None = None
    answers = []
    for event in events:
        if event["data"].get("seat") != seat:
            continue
        if event["type"] == "turn.started":
            began = datetime.fromisoformat(event["at"])
        elif event["type"] == "move.played" and began is not None:
            answers.append((datetime.fromisoformat(event["at"]) - began).total_seconds())
            began = None
    return answers


def is_at_fault(move: Request) -> bool:
    """Return whether a move was refused for itself, rather than for its time or by a fault."""
    status = move["status"]
    return status >= HTTPStatus.BAD_REQUEST and status != HTTPStatus.CONFLICT and status not in NOT_ITS_FAULT


def _is_move(request: Request, game: str) -> bool:
    path, *_ = request["target"].partition("?")
    return request["method"] == "POST" and path == f"/api/v1/games/{game}/moves"
