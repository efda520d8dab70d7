"""Playing without looking ahead: an action drawn by the weights that the game's tactics give the candidates."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rules.game import A, Position, Tactics
from workers.search.limit import Limit


@dataclass(frozen=True)
class Instinct:
    """Draws a candidate with a probability proportional to weight ** (1 / temperature).

    Temperature 1 follows the weights, a higher one is more careless, one close to 0 always takes the best. This is also
    what a player does who takes the best after a random misjudgement of each weight (the "Gumbel-max trick").
    """

    temperature: float

    def find(self, position: Position[A], tactics: Tactics, rng: Random, limit: Limit) -> list[A]:
        """One action, at once."""
        candidates = tactics.candidates(position)
        best = max(weight for _, weight in candidates)
        chances = [(weight / best) ** (1 / self.temperature) for _, weight in candidates]
        return rng.choices([action for action, _ in candidates], chances)
