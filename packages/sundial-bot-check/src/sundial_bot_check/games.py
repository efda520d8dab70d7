"""Games of a check: create them, and watch them until they end or waiting is useless."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus

import rules

from .bots import Bot
from .evidence import Evidence, Request, evidence, is_at_fault, moves_in
from .referee import GameState, Referee

LOOK_EVERY = 0.5
FIRST_MOVE_SECONDS = 60.0
"""Time limit for the first move."""
MOST_REFUSALS = 25
"""Limit of refused moves in one game."""
OTHERS_LEVEL = 1
"""Level of the computer in the remaining seats."""
BY_PLAY = "play"


@dataclass(frozen=True)
class Result:
    """One game: the level, the evidence, and the trouble with its end; None if it ended well."""

    ruleset: str
    level: int
    game: str
    evidence: Evidence
    trouble: str | None


@dataclass(frozen=True)
class Umpire:
    """Plays the bot against levels. `clock` returns seconds, `pause` waits; `limit` is for each game."""

    referee: Referee
    bot: Bot
    limit: float
    clock: Callable[[], float]
    pause: Callable[[float], None]

    def play(self, ruleset: str, levels: Sequence[int]) -> list[Result]:
        """Play one game against each level, all at once; resign those unfinished at the time limit."""
        games = {self.referee.create(ruleset, opponents(ruleset, level)): level for level in levels}
        results: dict[str, Result] = {}
        try:
            self._watch(games, results)
        finally:
            for game in games.keys() - results.keys():
                self.referee.resign(game)
        return [results[game] for game in games]

    def _watch(self, games: Mapping[str, int], results: dict[str, Result]) -> None:
        began = self.clock()
        while len(results) < len(games):
            self.pause(LOOK_EVERY)
            ended, requests, seconds = self.bot.ended(), self.referee.requests(), self.clock() - began
            for game in games.keys() - results.keys():
                moves = moves_in(requests, game)
                state = self.referee.game(game)
                if state["status"] == "finished":
                    results[game] = self._result(state, games[game], moves, trouble_of(state["ended_by"]))
                elif reason := why_to_give_up(moves, ended, seconds, self.limit):
                    results[game] = self._result(state, games[game], moves, reason)
                    self.referee.resign(game)

    def _result(self, state: GameState, level: int, moves: Sequence[Request], trouble: str | None) -> Result:
        found = evidence(state["your_seat"], self.referee.events(state["id"]), moves)
        return Result(state["ruleset"], level, state["id"], found, trouble)


def opponents(ruleset: str, level: int) -> list[int]:
    """Return the levels at the smallest table: the given one, and easy ones for the other seats."""
    seats = min(number for number in rules.game(ruleset).players if number > 1)
    return [level, *[OTHERS_LEVEL] * (seats - 2)]


def trouble_of(ended_by: str | None) -> str | None:
    """Return what is wrong with the end of a game, or None."""
    return None if ended_by == BY_PLAY else f"it ended by {ended_by}, not by play"


def why_to_give_up(moves: Sequence[Request], ended: str | None, seconds: float, limit: float) -> str | None:
    """Return the reason to stop waiting for a game, or None to go on."""
    refused = sum(is_at_fault(move) for move in moves)
    if ended is not None:
        return "the bot is gone"
    if refused >= MOST_REFUSALS:
        return f"{refused} of its moves were refused"
    if seconds > FIRST_MOVE_SECONDS and not any(move["status"] == HTTPStatus.CREATED for move in moves):
        return f"no accepted move in the first {FIRST_MOVE_SECONDS:.0f} seconds"
    return f"not over after {limit:.0f} seconds" if seconds > limit else None
