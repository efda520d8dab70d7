"""The games of a check: set up, watched until they are over or there is no use in waiting."""

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
"""After which somebody who has never moved is not waited for any longer."""
MOST_REFUSALS = 25
"""In one game, after which we do not wait for a better idea."""
OTHERS_LEVEL = 1
"""Who has the seats that are left over."""
BY_PLAY = "play"


@dataclass(frozen=True)
class Result:
    """One game: against which level, how the bot did, and why it came to no good end; None if it did."""

    ruleset: str
    level: int
    game: str
    evidence: Evidence
    trouble: str | None


@dataclass(frozen=True)
class Umpire:
    """Plays the bot against levels. `clock` tells seconds, `pause` lets some pass; `limit` is for each game."""

    referee: Referee
    bot: Bot
    limit: float
    clock: Callable[[], float]
    pause: Callable[[float], None]

    def play(self, ruleset: str, levels: Sequence[int]) -> list[Result]:
        """The results of one game against each level, all at the same time; what is not over by then is resigned."""
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
    """The levels at a table of as few as can be: one of that level, and easy ones for what is left."""
    seats = min(number for number in rules.game(ruleset).players if number > 1)
    return [level, *[OTHERS_LEVEL] * (seats - 2)]


def trouble_of(ended_by: str | None) -> str | None:
    """What is wrong with the way a game has ended, if anything is."""
    return None if ended_by == BY_PLAY else f"it ended by {ended_by}, not by play"


def why_to_give_up(moves: Sequence[Request], ended: str | None, seconds: float, limit: float) -> str | None:
    """Why a game in which the bot has sent these moves is not waited for any longer; None if it is."""
    refused = sum(is_at_fault(move) for move in moves)
    if ended is not None:
        return "the bot is gone"
    if refused >= MOST_REFUSALS:
        return f"{refused} of its moves were refused"
    if seconds > FIRST_MOVE_SECONDS and not any(move["status"] == HTTPStatus.CREATED for move in moves):
        return f"no accepted move in the first {FIRST_MOVE_SECONDS:.0f} seconds"
    return f"not over after {limit:.0f} seconds" if seconds > limit else None
