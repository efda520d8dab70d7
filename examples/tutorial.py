"""Tutorial of docs/api.md in Python: signs in, plays a game against the computer to its end, and saves its record.

    SUNDIAL_URL=http://127.0.0.1:8000 python examples/tutorial.py ann@example.net

It needs `pip install ./clients/python` and the emailed code. `sundial verify game.json` checks the dice.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from sundial_client import Problem, Sundial

URL = os.environ.get("SUNDIAL_URL", "http://127.0.0.1:8000")


def main(email: str) -> None:
    """Run all steps in order."""
    token = signed_in(email)
    with Sundial(URL, token) as sundial:
        print(sundial.me()["email"])
        game = sundial.create_game("seasons", [{"me": True}, {"ai": 1}], shuffle_seats=False)
        print(sundial.board(game["id"]))
        first_move(sundial, game["id"])
        play_on(sundial, game["id"])
        print(sundial.game(game["id"])["scores"])
        Path("game.json").write_text(json.dumps(sundial.record(game["id"])), encoding="utf-8")


def signed_in(email: str) -> str:
    """Get a token with the emailed code."""
    with Sundial(URL) as sundial:
        sundial.request_sign_in(email)
        print(f"The code that was mailed (as long as no mail server is set up, to {URL}/mailbox):")
        code = sys.stdin.readline().strip()
        return sundial.create_token(email, code, "tutorial", ["account", "games:read", "games:play"])["token"]


def first_move(sundial: Sundial, game: str) -> None:
    """Preview a move, play it, send it again without effect, and get refused for an old version."""
    version = sundial.game(game)["version"]
    print(sundial.legal_actions(game)["actions"])
    print(sundial.preview(game, version, "place max-15")["board"])
    print(sundial.move(game, version, "place max-15")["log"])
    print(sundial.move(game, version, "place max-15")["log"])
    try:
        sundial.move(game, 0, "place min-9")
    except Problem as refusal:
        print(refusal.code)


def play_on(sundial: Sundial, game_id: str) -> None:
    """Play the first legal action each time; `wait` returns when something has happened."""
    seen = 0
    while (game := sundial.game(game_id))["status"] == "active":
        if game["to_move"] == game["your_seat"]:
            sundial.move(game_id, game["version"], sundial.legal_actions(game_id)["actions"][0])
        else:
            seen = sundial.wait(seen, game=game_id)


if __name__ == "__main__":
    main(sys.argv[1])
