"""The pictures of Springtime: drawn, in text, in sentences, and what is where."""

from rules.games.springtime.labels import labels
from rules.games.springtime.picture import svg
from rules.games.springtime.wording import describe, text

__all__ = ["describe", "labels", "svg", "text"]
