"""The drawings of DAWN 11/15: the picture, the board in text, the board in sentences, and what is where."""

from rules.games.dawn.labels import labels
from rules.games.dawn.picture import svg
from rules.games.dawn.wording import describe, text

__all__ = ["describe", "labels", "svg", "text"]
