"""Bot that plays every game of Sundial without knowing any: it tries a few random moves and plays the best-scoring one.

    SUNDIAL_URL=http://127.0.0.1:8000 SUNDIAL_TOKEN=sdl_… python examples/polling_bot.py

It needs `pip install ./clients/python`, works behind any router, and can be stopped and started at any time.
"""

from __future__ import annotations

from random import Random

from sundial_client import FOREVER, Game, Problem, Sundial

TRIES = 3


def main() -> None:
    """Play until stopped."""
    rng = Random()
    with Sundial.from_environment(FOREVER) as sundial:
        for game in sundial.turns():
            try:
                move = best_move(sundial, game, rng)
                sundial.move(game["id"], game["version"], move)
                print(game["ruleset"], game["id"], move, flush=True)
            except Problem as refusal:
                print(game["ruleset"], game["id"], refusal, flush=True)
                if refusal.status != 409:  # 409: the game went on without us
                    raise


def best_move(sundial: Sundial, game: Game, rng: Random) -> str:
    """Choose the best of a few moves, by the score right after them."""
    moves = {any_move(sundial, game, rng) for _ in range(TRIES)}
    return max(moves, key=lambda move: lead_after(sundial, game, move)) if len(moves) > 1 else moves.pop()


def any_move(sundial: Sundial, game: Game, rng: Random) -> str:
    """Build a whole move, drawn action by action."""
    move = ""
    while not (legal := sundial.legal_actions(game["id"], after=move))["complete"]:
        move = ", ".join(filter(None, [move, rng.choice(legal["actions"])]))
    return move


def lead_after(sundial: Sundial, game: Game, move: str) -> int:
    """Preview a move and return our lead in points."""
    scores = sundial.preview(game["id"], game["version"], move)["scores"]
    mine = scores.pop(game["your_seat"] or 0)
    return mine - max(scores, default=0)


if __name__ == "__main__":
    main()
