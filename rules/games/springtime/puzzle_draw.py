"""The pictures of the puzzle: drawn, in text, in sentences, and what is where."""

from rules.games.springtime.labels import puzzle_labels as labels
from rules.games.springtime.puzzle_picture import svg
from rules.games.springtime.puzzle_wording import describe, text

__all__ = ["describe", "labels", "svg", "text"]
