"""Requests whose connection is cut, sent again: one answer, one move. `make replay REQUESTS=5000` for a long run."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.figures import Figures
from tests.journeys.installation import Installation, Player
from tests.journeys.unsteady_line import Answer, Recorded, send, send_and_be_cut

REQUESTS = int(os.environ.get("REQUESTS", "60"))
WITH_A_KEY = 0.5
"""How many moves carry an Idempotency-Key; for the others, the version is enough."""


class Table:
    """Two programs that play one game after the other; every write is recorded, and its line is cut first."""

    def __init__(self, installation: Installation) -> None:
        self._address = installation.address
        self._players = [installation.player(f"{name}@example.net", bot=name) for name in ("ann", "bob")]
        self._rng = Random(11)
        self.recorded: list[tuple[Recorded, Answer]] = []
        self.cuts: Counter[str] = Counter()
        self.games: list[str] = []
        self.moves: Counter[str] = Counter()

    @property
    def ann(self) -> Player:
        """Who sets up the games."""
        return self._players[0]

    def play(self, requests: int) -> None:
        """Go on until so many requests are recorded."""
        for _ in zip(range(requests), self._requests(), strict=False):
            pass

    def _requests(self) -> Iterator[None]:
        while True:
            wish = {"ruleset": "seasons", "seats": [{"me": True}, {"account": "bob"}], "shuffle_seats": False}
            game = self._write(0, "games", wish, keyed=True)["id"]
            self.games.append(game)
            yield
            self._write(1, f"games/{game}/join", {}, keyed=True)
            yield
            while (now := self.ann.game(game))["status"] == "active":
                mover = self._players[now["to_move"]]
                wish = {"version": now["version"], "move": mover.any_move(game, self._rng)}
                keyed = self._rng.random() < WITH_A_KEY
                self._write(now["to_move"], f"games/{game}/moves", wish, keyed=keyed)
                self.moves[game] += 1
                yield

    def _write(self, player: int, path: str, wish: dict[str, Any], *, keyed: bool) -> Any:
        key = (("Idempotency-Key", f"key-{len(self.recorded)}"),) if keyed else ()
        headers = (("Authorization", self._players[player].http.headers["Authorization"]), *key)
        request = Recorded(self._address, f"/api/v1/{path}", headers, json.dumps(wish).encode())
        self.cuts[send_and_be_cut(request, self._rng)] += 1
        answer = send(request)
        assert answer.status in (200, 201), answer
        self.recorded.append((request, answer))
        return answer.body


@pytest.fixture
def table(installation: Installation) -> Table:
    return Table(installation)


def test_what_is_sent_again_gets_the_same_answer_and_happens_once(table: Table, figures: Figures) -> None:
    table.play(REQUESTS)

    different = [request for request, answer in table.recorded if send(request) != answer]

    doubled = 0
    for game in table.games:
        log = table.ann.expect(200, table.ann.http.get(f"games/{game}/log"))["log"]
        played = [entry["version"] for entry in log if entry["seat"] >= 0]
        doubled += len(set(played)) - table.moves[game]
    mine = table.ann.expect(200, table.ann.http.get("games", params={"mine": "true", "limit": 100}))["games"]
    figures("replay", requests=len(table.recorded), **table.cuts, different=len(different), doubled=doubled)
    assert different == []
    assert doubled == 0
    assert len(mine) == min(len(table.games), 100)
