"""Events through real processes: waiting, streaming, being killed in the middle, and two hundred streams at once."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.figures import Figures
from tests.journeys import event_reader
from tests.journeys.installation import Installation, Player
from tests.waiting import eventually

EVENTS = int(os.environ.get("EVENTS", "250"))
STREAMS = 200
MOVES = 10
NUMBERS = count(1)


class Pair:
    """Two programs that play one game of Seasons after the other."""

    def __init__(self, installation: Installation, number: int) -> None:
        self._names = [f"una-{number}", f"ulf-{number}"]
        self.ann, self.bob = (installation.player("events@example.net", bot=name) for name in self._names)
        self._rng = Random(5)
        self._begin()

    def _begin(self) -> None:
        seats = [{"me": True}, {"account": self._names[1]}]
        self.game = self.ann.create(ruleset="seasons", seats=seats, shuffle_seats=False)["id"]
        self.bob.join(self.game)

    def move(self) -> None:
        """Play one move, in a new game if the last one is over."""
        game = self.ann.game(self.game)
        if game["status"] == "finished":
            self._begin()
            game = self.ann.game(self.game)
        mover = (self.ann, self.bob)[game["to_move"]]
        assert mover.move(self.game, game["version"], mover.any_move(self.game, self._rng)).status_code == 201


def events(player: Player, **query: Any) -> dict[str, Any]:
    return player.expect(200, player.http.get("events", params=query))


def all_events(player: Player) -> Iterator[dict[str, Any]]:
    after = 0
    while (page := events(player, after=after))["events"]:
        yield from page["events"]
        after = page["next"]


@pytest.fixture
def installation(shared_installation: Installation) -> Installation:
    return shared_installation


@pytest.fixture
def pair(installation: Installation) -> Pair:
    """Return two players unknown to other tests."""
    return Pair(installation, next(NUMBERS))


def test_who_waits_is_told_when_it_happens_or_when_the_time_is_over(pair: Pair) -> None:
    assert events(pair.bob, after="latest", wait=1)["events"] == []
    now = events(pair.bob, after="latest")["next"]
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(events, pair.bob, after=now, wait=25)
        pair.move()
        assert waiting.result(20)["events"][0]["type"] == "move.played"


def test_a_reader_killed_at_random_misses_nothing_and_gets_nothing_twice(
    installation: Installation, pair: Pair, tmp_path: Path, figures: Figures
) -> None:
    seen, rng, kills = tmp_path / "seen", Random(7), 0
    reader = start_reader(installation, pair.ann, seen)
    enough = events(pair.ann, after="latest")["next"] + EVENTS
    while events(pair.ann, after="latest")["next"] < enough:
        pair.move()
        if rng.random() < 0.03:
            reader.kill()
            reader.wait()
            reader, kills = start_reader(installation, pair.ann, seen), kills + 1
    expected = list(all_events(pair.ann))
    assert eventually(lambda: seen.read_bytes().count(b"\n") >= len(expected), 30)
    reader.kill()
    reader.wait()
    assert [json.loads(line) for line in seen.read_text().splitlines()] == expected
    assert kills > 0
    figures("readers of events", events=len(expected), kills=kills, missing=0, doubled=0)


def start_reader(installation: Installation, player: Player, seen: Path) -> subprocess.Popen[bytes]:
    token = player.http.headers["Authorization"].removeprefix("Bearer ")
    seen.touch()
    command = [sys.executable, event_reader.__file__, installation.address, str(seen)]
    return subprocess.Popen(command, env=os.environ | {"TOKEN": token})


def test_two_hundred_streams_are_all_told_while_moves_go_on(installation: Installation, pair: Pair) -> None:
    now = events(pair.bob, after="latest")["next"]
    told = asyncio.run(listen_while_playing(installation, pair, now))
    expected = [event["id"] for event in all_events(pair.bob) if event["id"] > now]
    assert len(told) == STREAMS
    assert all(ids == expected[: len(ids)] for ids in told)


async def listen_while_playing(installation: Installation, pair: Pair, now: int) -> list[list[int]]:
    limits = httpx.Limits(max_connections=STREAMS)
    headers = {"Authorization": pair.bob.http.headers["Authorization"]}
    async with httpx.AsyncClient(base_url=installation.address, headers=headers, limits=limits, timeout=60) as client:
        listening = asyncio.gather(*(listen(client, now) for _ in range(STREAMS)))
        for _ in range(MOVES):
            await asyncio.to_thread(pair.move)
        return await listening


async def listen(client: httpx.AsyncClient, after: int) -> list[int]:
    """Collect the ids of all events up to the last move."""
    ids, moves = [], 0
    async with client.stream("GET", f"/api/v1/events/stream?after={after}") as answer:
        assert answer.status_code == 200
        async for line in answer.aiter_lines():
            if line.startswith("data: "):
                event = json.loads(line.removeprefix("data: "))
                ids.append(event["id"])
                moves += event["type"] == "move.played"
            if moves == MOVES:
                break
    return ids
