"""The pictures of the puzzle: drawn, in text, and in sentences."""

from rules.games.springtime.puzzle_picture import svg
from rules.games.springtime.puzzle_wording import describe, text

__all__ = ["describe", "svg", "text"]
