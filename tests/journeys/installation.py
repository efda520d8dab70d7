"""A Sundial that runs, as its client authors and its operator see it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, LiteralString

import httpx
import psycopg

from service.cli.token import token as tokens
from service.embedded.ports import free_port
from tests import unhurried
from tests.playing import Playing, done_here, started
from tests.secret_keys import KEY
from tests.servers import Postgres

WAIT = 20
"""Seconds for which the server is asked to wait until it has something to tell, less than clients wait for it."""


@dataclass(frozen=True)
class Player:
    """A program that plays over REST with a token of its own."""

    http: httpx.Client

    def create(self, **game: object) -> dict[str, Any]:
        """Set up a game; it as the answer gives it."""
        return self.expect(201, self.http.post("games", json=game))

    def game(self, game_id: str) -> dict[str, Any]:
        """Read a game."""
        return self.expect(200, self.http.get(f"games/{game_id}"))

    def legal_actions(self, game_id: str, after: str = "") -> dict[str, Any]:
        """Read the legal actions, after the beginning of a move."""
        return self.expect(200, self.http.get(f"games/{game_id}/legal-actions", params={"after": after}))

    def any_move(self, game_id: str, rng: Random) -> str:
        """Draw a complete random move, action by action."""
        move = ""
        while not (legal := self.legal_actions(game_id, move))["complete"]:
            move = ", ".join(filter(None, [move, rng.choice(legal["actions"])]))
        return move

    def move(self, game_id: str, version: int, move: str) -> httpx.Response:
        """Submit a move."""
        return self.http.post(f"games/{game_id}/moves", json={"version": version, "move": move})

    def record(self, game_id: str) -> dict[str, Any]:
        """All that is needed to check the dice."""
        return self.expect(200, self.http.get(f"games/{game_id}/record"))

    def join(self, game_id: str) -> dict[str, Any]:
        """Take a seat."""
        return self.expect(200, self.http.post(f"games/{game_id}/join", json={}))

    def sees_the_end_of(self, games: Collection[str], seconds: float) -> bool:
        """Wait by events, without polling, until all these games end; return whether they did within the seconds."""
        last, after, left = monotonic() + seconds, "0", set(games)
        while left and monotonic() < last:
            wish = {"types": "game.finished", "after": after, "wait": str(WAIT)}
            told = self.expect(200, self.http.get("events", params=wish))
            left -= {event["game"] for event in told["events"]}
            after = told["next"]
        return not left

    @staticmethod
    def expect(status: int, answer: httpx.Response) -> dict[str, Any]:
        """Return the JSON of a response after checking its status."""
        assert answer.status_code == status, answer.text
        found: dict[str, Any] = answer.json()
        return found


@dataclass(frozen=True)
class Installation:
    """A Sundial with its knobs."""

    playing: Playing
    knobs: dict[str, str]
    clients: ExitStack

    @property
    def address(self) -> str:
        """Where its pages are."""
        return self.playing.address

    def player(self, email: str, bot: str | None = None, scopes: str | None = None) -> Player:
        """Return a client with a token for that address, or for a bot that its account owns; bots get no email.

        The operator's command creates it in this process; a new process would take a second.
        """
        knobs = {"SUNDIAL_HOME": str(self.playing.home), **self.knobs}
        options = [*(["--bot", bot] if bot else []), *(["--scopes", scopes] if scopes else [])]
        token = done_here(tokens, "create", email, *options, knobs=knobs)
        headers = {"Authorization": f"Bearer {token}"}
        client = httpx.Client(base_url=f"{self.address}/api/v1/", headers=headers, timeout=30)
        return Player(self.clients.enter_context(client))

    def unsent(self) -> int:
        """How many notices that are due, and how many envelopes, still wait; reminders of turns are due much later."""
        waiting = """
            SELECT (SELECT count(*) FROM notice WHERE state = 'queued' AND due_at <= now())
                 + (SELECT count(*) FROM envelope WHERE state = 'queued')
        """
        return self._count(waiting)

    def unread(self) -> int:
        """Count the inbound emails that are not processed."""
        return self._count("SELECT count(*) FROM inbound_mail WHERE state <> 'done'")

    def _count(self, query: LiteralString) -> int:
        with psycopg.connect(self.knobs["DATABASE_URL"]) as connection:
            row = connection.execute(query).fetchone()
        assert row is not None
        return int(row[0])


@contextmanager
def installed(postgres: Postgres, home: Path, **knobs: str) -> Iterator[Installation]:
    """Start a Sundial on a PostgreSQL database of its own, with these settings; stopped at the end."""
    url = postgres.create_database()
    knobs |= {"DATABASE_URL": url, "SECRET_KEY": KEY, "INBOUND_SMTP_PORT": str(free_port())}
    knobs |= {"RATE_LIMITS": "off"}  # tests ask as fast as they can
    knobs.setdefault("DATABASE_TIMEOUTS", unhurried.TIMEOUTS)
    knobs |= {
        "WEBHOOK_ALLOW": "127.0.0.0/8",
        "WEBHOOK_PORTS": "1-65535",
    }  # and are called here, wherever a port is free
    with started(home, **knobs) as playing, ExitStack() as clients:
        playing.wait_until_ready()
        yield Installation(playing, knobs, clients)
    postgres.drop_database(url)
