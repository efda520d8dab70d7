"""Print the speed of each game: `python -m benchmarks [GAME …] [--seconds S] [--option NAME=VALUE]`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

import rules
from benchmarks.speed import Pace, microseconds, pace, random_chess, random_game, walks_a_second
from rules import Game

HEAD = (
    f"{'game':<22}{'games/s':>9}{'actions/s':>11}{'of chess':>10}{'µs legal_actions':>18}{'µs apply':>10}"
    f"{'walks/s':>9}{'uct/s':>8}"
)


def main() -> None:
    """Measure python-chess, then each game for every number of seats."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games (default: all)")
    parser.add_argument("--seconds", type=float, default=2.0, help="duration for each game (default: 2)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the games")
    chosen = parser.parse_args()
    options = dict(option.partition("=")[::2] for option in chosen.option)
    print(HEAD)
    chess = pace(random_chess, chosen.seconds)
    print(_line("python-chess", chess, chess))
    for game in [rules.game(name) for name in chosen.games] or rules.games().values():
        for players in game.players:
            _measure(game, players, options, chess, chosen.seconds)


def _measure(game: Game, players: int, options: Mapping[str, str], chess: Pace, seconds: float) -> None:
    first = game.initial_position(game.new_setup(players, options))
    found = pace(lambda rng: random_game(first, rng), seconds)
    legal, apply = microseconds(game, players, options, seconds / 4)
    walks, rollouts = walks_a_second(game, players, options, seconds)
    line = _line(f"{game.id}, {players} seats", found, chess)
    print(f"{line}{legal:>18.2f}{apply:>10.2f}{walks:>9.0f}{rollouts:>8.0f}")


def _line(name: str, found: Pace, chess: Pace) -> str:
    ratio = found.actions_a_second / chess.actions_a_second
    return f"{name:<22}{found.games_a_second:>9.0f}{found.actions_a_second:>11.0f}{ratio:>9.2f}x"


if __name__ == "__main__":
    main()
