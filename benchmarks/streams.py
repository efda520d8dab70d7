"""Print the time of moves beside open event streams: `python -m benchmarks.streams [STREAMS]`.

Once the streams belong to other accounts, and once all of them to a player in the game, so each receives each move.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any

import httpx

from service.accounts.accounts import account_of
from service.accounts.scopes import SCOPES
from service.accounts.tokens import create_token
from service.bots.accounts import bot_of
from service.config.environment import from_environment
from service.db.clock import now
from service.server.app import create_app
from tests.playing import Playing, started

MOVES = 200


class Players:
    """Two programs that play one game of Seasons after the other, each move timed."""

    def __init__(self, client: httpx.AsyncClient, tokens: Sequence[str]) -> None:
        self._client = client
        self._headers = [{"Authorization": f"Bearer {token}"} for token in tokens]
        self._rng = Random(3)

    async def seconds_a_move(self, moves: int) -> list[float]:
        """Measure the seconds until each of this many moves was accepted."""
        taken: list[float] = []
        while len(taken) < moves:
            taken += await self._play(moves - len(taken))
        return taken

    async def _play(self, moves: int) -> list[float]:
        game, taken = await self._new_game(), list[float]()
        while game["status"] == "active" and len(taken) < moves:
            path = f"games/{game['id']}"
            legal = await self._call(game["to_move"], "GET", f"{path}/legal-actions")
            move = {"version": game["version"], "move": self._rng.choice(legal["actions"])}
            begun = perf_counter()
            game = (await self._call(game["to_move"], "POST", f"{path}/moves", move))["game"]
            taken.append(perf_counter() - begun)
        return taken

    async def _new_game(self) -> dict[str, Any]:
        seats = [{"me": True}, {"open": True}]
        wish = {"ruleset": "seasons", "seats": seats, "visibility": "public", "shuffle_seats": False}
        game = await self._call(0, "POST", "games", wish)
        return await self._call(1, "POST", f"games/{game['id']}/join", {})

    async def _call(self, seat: int, method: str, path: str, body: object = None) -> dict[str, Any]:
        answer = await self._client.request(method, path, json=body, headers=self._headers[seat])
        found: dict[str, Any] = answer.raise_for_status().json()
        return found


def main() -> None:
    """Measure without streams, with them, and without them again."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.streams")
    parser.add_argument("streams", nargs="?", type=int, default=200, help="streams open at once (default: 200)")
    streams = parser.parse_args().streams
    with (
        tempfile.TemporaryDirectory() as folder,
        started(Path(folder) / "home", RATE_LIMITS=f"streams={streams}") as sundial,
    ):
        sundial.wait_until_ready()
        asyncio.run(measure(sundial, streams))


async def measure(sundial: Playing, streams: int) -> None:
    """Print the times of moves for each number of open streams, in one run of the server."""
    *others, ann, bob = make_tokens(sundial.home, streams + 2)
    listeners = {
        "none": [],
        f"{streams} of others": others,
        f"{streams} of a player": [bob] * streams,
        "none again": [],
    }
    print(f"{'streams':<18}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}   {MOVES} moves each")
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=f"{sundial.address}/api/v1/", limits=limits, timeout=60) as client:
        for name, tokens in listeners.items():
            async with AsyncExitStack() as stack:
                for token in tokens:
                    await listen(client, token, stack)
                report(name, await Players(client, [ann, bob]).seconds_a_move(MOVES))


async def listen(client: httpx.AsyncClient, token: str, stack: AsyncExitStack) -> None:
    """Open a stream, and keep it open until the stack is closed."""
    stream = client.stream("GET", "events/stream", headers={"Authorization": f"Bearer {token}"}, timeout=None)
    (await stack.enter_async_context(stream)).raise_for_status()


def make_tokens(home: Path, number: int) -> list[str]:
    """Create tokens for bots, each of a different owner, with no email to the owners."""
    with create_app(from_environment({"SUNDIAL_HOME": str(home)})).app_context():
        owners = [account_of(f"owner-{each}@example.net", now()) for each in range(number)]
        bots = [bot_of(owner, f"bot-{owner.id}", now()) for owner in owners]
        return [create_token(bot, "benchmark", SCOPES, now()).secret for bot in bots]


def report(streams: str, seconds: Sequence[float]) -> None:
    """Print a line of the table."""
    cuts = quantiles(seconds, n=100)
    print(f"{streams:<18}" + "".join(f"{1000 * cuts[at - 1]:>9.1f}" for at in (50, 95, 99)))


if __name__ == "__main__":
    main()
