"""The drawings of DAWN 11/15: the picture, the board in text, and the board in sentences."""

from rules.games.dawn.picture import svg
from rules.games.dawn.wording import describe, text

__all__ = ["describe", "svg", "text"]
