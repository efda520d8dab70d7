"""A position of each game with a player to move, two legal moves in it, and the meaning of lines."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import rules
from service.mail.commands import TurnIntent
from service.mail.intents import Doubtful, Meaning, meant
from service.mail.moves import Moves
from service.mail.reply_grammars import AtTurn

LOGS = {
    "seasons": ["roll 1 1 1"],
    "siesta": ["sun g6", "roof f6", "shadow e6"],
    "springtime": ["e1", "e5"],
    "springtime-puzzle": ["e1"],
    "dawn": ["vesta a5", "roll 3"],
    "tribes": ["choose winter", "choose autumn"],
}
TWO_MOVES = {
    "seasons": ("place max-8", "reroll 1"),
    "siesta": ("roof e5, sun e4, sun e3", "sun f5, roof f4, shadow f3"),
    "springtime": ("a1", "i9"),
    "springtime-puzzle": ("a2", "i9"),
    "dawn": ("bar 3 upright g5", "bar 3 upright a1"),
    "tribes": ("shaman autumn a1, coin b1", "shaman spring i8, coin i7"),
}
VESTA_THEN_CERES = [
    *(
        "vesta a5",
        "roll 2",
        "bar 2 a11-b11",
        "vesta a7",
        "roll 2",
        "bar 3 upright g5",
        "vesta b8",
        "roll 2",
        "bar 4 k2-k5",
    ),
    *("vesta c8", "roll 2", "bar 5 j6-j10", "vesta a10", "roll 2", "bar 6 upright e3", "vesta a4", "bar 7 k9-k11"),
]
"""A game of Dawn in which Nature moves Vesta and Ceres one after the other, without a roll between."""


@dataclass(frozen=True)
class Standing:
    """A game in progress."""

    ruleset: str
    log: tuple[str, ...]

    @property
    def moves(self) -> Moves:
        """Return the moves of its position."""
        game = rules.game(self.ruleset)
        setup = game.new_setup(game.players[0], rng=Random(7))
        return Moves(game, rules.replay(setup, self.log))

    @property
    def grammar(self) -> AtTurn:
        """Return the grammar for replies to the email about its turn."""
        return AtTurn(self.moves)


def standing(ruleset: str) -> Standing:
    """Return the game in which the ruleset's two moves are legal."""
    return Standing(ruleset, tuple(LOGS[ruleset]))


def at(grammar: AtTurn, *lines: str) -> Meaning[TurnIntent]:
    """Interpret lines as a reply to a turn."""
    return meant(lines, grammar)


def in_doubt(meaning: Meaning[TurnIntent]) -> list[str]:
    """Return the texts of a doubtful meaning's intents."""
    assert isinstance(meaning, Doubtful), meaning
    return [intent.text for intent in meaning.intents]
