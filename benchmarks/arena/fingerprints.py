"""A fingerprint of how a game goes and of how somebody plays it, by what they do in positions that are always the same.

Two that play alike have the same one, however their code is written; so games that were kept stay comparable.
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
"""Of the positions where a seat is to act, one in so many is put to the players."""
TICK = 0.1
"""Seconds between two looks at the clock: level 5 has some fifty."""
LENGTH = 12


def settled(contest: Contest) -> Contest:
    """A contest as all say it who mean it: with each option, no part of a time that nobody has, and its fingerprint.

    UnknownPlayer or BadSetup if it cannot be played.
    """
    setup = contest.game.new_setup(contest.players, contest.options, Random(0))
    play = fingerprint(contest.game, contest.players, setup["options"], contest.sides)
    begin = contest.game.initial_position(setup)
    timed = any(thinks_by_the_clock(side, begin, contest.game.tactics) for side in contest.sides)
    return replace(contest, options=setup["options"], part=contest.part if timed else 1.0, play=play)


def fingerprint(game: Game, players: int, options: Mapping[str, str], names: Sequence[str]) -> str:
    """Some letters that are others as soon as rules or players choose otherwise; UnknownPlayer if there is none."""
    digest = sha256()
    for line in _lines(game, players, options, names):
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()[:LENGTH]


def _lines(game: Game, players: int, options: Mapping[str, str], names: Sequence[str]) -> Iterator[str]:
    """All that happens in a game at random, and what the players would do in it."""
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
    """What a player does, thinking by a clock that goes on at each look."""
    chosen = player(name, None, _ticking())(position, game.tactics, Random(1))
    return f"{recipe(name, position, game.tactics)}: {', '.join(map(str, chosen))}"


def _ticking() -> Clock:
    ticks = count()
    return lambda: next(ticks) * TICK
