"""Bot that plays every game of Sundial without knowing any, woken by webhooks.

    SUNDIAL_URL=http://127.0.0.1:8000 SUNDIAL_TOKEN=sdl_… HOST=127.0.0.1 PORT=8010 python examples/webhook_bot.py

It needs `pip install ./clients/python`. With a token that has the scope `webhooks` it creates its webhook itself, to
WEBHOOK_URL (default: http://HOST:PORT/). Otherwise set WEBHOOK_SECRET to the secret of a webhook that you have created.
"""

from __future__ import annotations

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import SimpleQueue
from random import Random
from threading import Thread

from sundial_client import FOREVER, BadSignature, Problem, Sundial, answer_to, read_event

TYPES = ["turn.started", "turn.reminded", "game.invited"]
LONGEST = 100_000


class Door(ThreadingHTTPServer):
    """Webhook server that queues the ids of the games with events."""

    daemon_threads = True
    secret = ""

    def __init__(self, host: str, port: int) -> None:
        super().__init__((host, port), Visit)
        self.games: SimpleQueue[str] = SimpleQueue()


class Visit(BaseHTTPRequestHandler):
    """One event: verified and answered at once; the work comes afterwards."""

    server: Door
    timeout = 10

    def do_POST(self) -> None:
        """Verify the signature, and queue the game."""
        length = self.headers.get("Content-Length", "")
        body = self.rfile.read(min(int(length), LONGEST) if length.isdecimal() else 0)
        try:
            event = read_event(self.server.secret, self.headers, body)
        except BadSignature as reason:
            self.send_error(401, str(reason))
            return
        if event["game"]:  # a test and a challenge have no game
            self.server.games.put(event["game"])
        answer = answer_to(event)
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Log no requests."""


def main() -> None:
    """Play until stopped: first the waiting games, then those with events."""
    host, port = os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "8010"))
    url = os.environ.get("WEBHOOK_URL", f"http://{host}:{port}/")
    with Sundial.from_environment(FOREVER) as sundial, Door(host, port) as door:
        door.secret = os.environ.get("WEBHOOK_SECRET") or sundial.open_webhook(url, TYPES)["secret"]
        Thread(target=door.serve_forever, daemon=True).start()
        for waiting in (sundial.games(mine=True, status="inviting"), sundial.games(to_move=True, status="active")):
            for game in waiting:
                door.games.put(game["id"])
        while True:
            attend(sundial, door.games.get(), Random())


def attend(sundial: Sundial, game_id: str, rng: Random) -> None:
    """Accept an invitation or play our turn, if still needed: the same event may come twice."""
    try:
        game = sundial.game(game_id)
        if any(seat["you"] and seat["state"] == "invited" for seat in game["seats"]):
            sundial.join(game_id)
        elif game["status"] == "active" and game["to_move"] == game["your_seat"]:
            move = any_move(sundial, game_id, rng)
            sundial.move(game_id, game["version"], move)
            print(game["ruleset"], game_id, move, flush=True)
    except Problem as refusal:
        print(game_id, refusal, flush=True)
        if refusal.status not in {404, 409}:  # cancelled, or the game went on without us
            raise


def any_move(sundial: Sundial, game_id: str, rng: Random) -> str:
    """Build a whole move, drawn action by action."""
    move = ""
    while not (legal := sundial.legal_actions(game_id, after=move))["complete"]:
        move = ", ".join(filter(None, [move, rng.choice(legal["actions"])]))
    return move


if __name__ == "__main__":
    main()
