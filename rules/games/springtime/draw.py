"""The pictures of Springtime: drawn, in text, and in sentences."""

from rules.games.springtime.picture import svg
from rules.games.springtime.wording import describe, text

__all__ = ["describe", "svg", "text"]
