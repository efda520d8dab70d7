"""Fingerprints of a game's rules and of a player's behaviour, by their actions in fixed positions.

Equal behaviour gives equal fingerprints, however the code is written; so stored games stay comparable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import count
from random import Random

from benchmarks.arena.contestants import player, recipe, thinks_by_the_clock
from benchmarks.arena.contests import Contest
from rules import CHANCE, AnyPosition, Game
from workers.search.limit import Clock

EVERY = 5
"""Every n-th position of a seat to act is put to the players."""
TICK = 0.1
"""Seconds between two readings of the simulated clock: level 5 has about fifty."""
LENGTH = 12


def settled(contest: Contest) -> Contest:
    """Normalize a contest: all options, no time share without a clock, and its fingerprint.

    Raises UnknownPlayer or BadSetup if it cannot be played.
    """
    setup = contest.game.new_setup(contest.players, contest.options, Random(0))
    play = fingerprint(contest.game, contest.players, setup["options"], contest.sides)
    begin = contest.game.initial_position(setup)
    timed = any(thinks_by_the_clock(side, begin, contest.game.tactics) for side in contest.sides)
    return replace(contest, options=setup["options"], part=contest.part if timed else 1.0, play=play)


def fingerprint(game: Game, players: int, options: Mapping[str, str], names: Sequence[str]) -> str:
    """Compute a hash that changes if rules or players choose differently; raise UnknownPlayer."""
    digest = sha256()
    for line in _lines(game, players, options, names):
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()[:LENGTH]


def _lines(game: Game, players: int, options: Mapping[str, str], names: Sequence[str]) -> Iterator[str]:
    """Yield all actions of a random game, and the players' answers in it."""
    rng = Random(1)
    position = game.initial_position(game.new_setup(players, options, rng))
    turns = count()
    while (seat := position.current_player()) is not None:
        if seat != CHANCE and not next(turns) % EVERY:
            yield from (_answer(name, position, game) for name in names)
        actions = [action for action, _ in position.chance_outcomes()] if seat == CHANCE else position.legal_actions()
        action = rng.choice(actions)
        yield str(action)
        position = position.apply(action)
    yield f"{position.scores()} {position.winners()}"


def _answer(name: str, position: AnyPosition, game: Game) -> str:
    """Return a player's answer, with a clock that advances at each reading."""
    chosen = player(name, None, _ticking())(position, game.tactics, Random(1))
    return f"{recipe(name, position, game.tactics)}: {', '.join(map(str, chosen))}"


def _ticking() -> Clock:
    ticks = count()
    return lambda: next(ticks) * TICK
