"""Requests whose connection is cut, sent again: one answer, one move. `REQUESTS=5000 pytest` for a long run."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby, islice
from operator import itemgetter
from random import Random
from typing import Any

import pytest

import rules
from rules import AnyPosition
from tests.figures import Figures
from tests.journeys.installation import Installation, Player
from tests.journeys.unsteady_line import Answer, Recorded, send, send_and_be_cut

REQUESTS = int(os.environ.get("REQUESTS", "60"))
TABLES = 3
"""Played at once: while one waits for the database, another is answered."""
WITH_A_KEY = 0.5
"""How many moves carry an Idempotency-Key; for the others, the version is enough."""
RULESETS = [name for name, game in rules.games().items() if 2 in game.players]


class Table:
    """Two programs that play one game after the other; every write is recorded, and its line is cut first."""

    def __init__(self, address: str, players: Sequence[Player], name: str) -> None:
        self._address = address
        self._players = players
        self._name = name
        self._rng = Random(name)
        self.recorded: list[tuple[Recorded, Answer]] = []
        self.cuts: Counter[str] = Counter()
        self.moves: dict[str, list[str]] = {}
        """What was sent for each game."""

    def play(self, requests: int) -> None:
        """Go on until so many requests are recorded."""
        for _ in islice(self._requests(), requests):
            pass

    def log(self, game: str) -> list[dict[str, Any]]:
        """What has been played in a game, dice included."""
        log: list[dict[str, Any]] = self._players[0].expect(200, self._players[0].http.get(f"games/{game}/log"))["log"]
        return log

    def _requests(self) -> Iterator[None]:
        while True:
            wish = {"ruleset": self._rng.choice(RULESETS), "seats": [{"me": True}, {"account": "pat"}]}
            game = self._write(0, "games", {**wish, "shuffle_seats": False}, keyed=True)["id"]
            self.moves[game] = []
            yield
            now = self._write(1, f"games/{game}/join", {}, keyed=True)
            yield
            position = rules.replay(now["setup"], [entry["action"] for entry in self.log(game)])
            while now["status"] == "active":
                move = any_move(position, self._rng)
                wish = {"version": now["version"], "move": move}
                answer = self._write(now["to_move"], f"games/{game}/moves", wish, keyed=self._rng.random() < WITH_A_KEY)
                self.moves[game].append(move)
                now, position = answer["game"], played(position, answer["log"])
                yield

    def _write(self, player: int, path: str, wish: dict[str, Any], *, keyed: bool) -> Any:
        key = (("Idempotency-Key", f"{self._name}-{len(self.recorded)}"),) if keyed else ()
        headers = (("Authorization", self._players[player].http.headers["Authorization"]), *key)
        request = Recorded(self._address, f"/api/v1/{path}", headers, json.dumps(wish).encode())
        self.cuts[send_and_be_cut(request, self._rng)] += 1
        answer = send(request)
        assert answer.status in (200, 201), answer
        self.recorded.append((request, answer))
        return answer.body


def any_move(position: AnyPosition, rng: Random) -> str:
    """A whole move, drawn action by action."""
    actions: list[Any] = []
    while position.mid_turn or not actions:
        actions.append(rng.choice(position.legal_actions()))
        position = position.apply(actions[-1])
    return ", ".join(map(str, actions))


def played(position: AnyPosition, log: list[dict[str, Any]]) -> AnyPosition:
    """The position after these entries of a log."""
    for entry in log:
        position = position.apply(position.parse_action(entry["action"]))
    return position


def moves_in(log: list[dict[str, Any]]) -> list[str]:
    """The moves that a log holds, as they were written."""
    by_players = [entry for entry in log if entry["seat"] != rules.CHANCE]
    moves = groupby(by_players, itemgetter("version"))
    return [", ".join(entry["action"] for entry in entries) for _, entries in moves]


@pytest.fixture
def installation(shared_installation: Installation) -> Installation:
    return shared_installation


@pytest.fixture
def tables(installation: Installation) -> list[Table]:
    players = [installation.player(f"{name}@example.net", bot=name) for name in ("pia", "pat")]
    return [Table(installation.address, players, f"table-{number}") for number in range(TABLES)]


def test_what_is_sent_again_gets_the_same_answer_and_happens_once(tables: list[Table], figures: Figures) -> None:
    with ThreadPoolExecutor(TABLES) as pool:
        list(pool.map(lambda table: table.play(-(-REQUESTS // TABLES)), tables))
        recorded = [each for table in tables for each in table.recorded]
        answers = list(pool.map(send, [request for request, _ in recorded]))

    different = [now for (_, first), now in zip(recorded, answers, strict=True) if now != first]
    doubled = [game for table in tables for game, moves in table.moves.items() if moves_in(table.log(game)) != moves]
    games = sum(len(table.moves) for table in tables)
    cuts = sum((table.cuts for table in tables), Counter[str]())
    figures("replay", requests=len(recorded), **cuts, games=games, different=len(different), doubled=len(doubled))
    assert different == []
    assert doubled == []
