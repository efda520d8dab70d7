"""The pictures of Siesta: drawn, in text, and in sentences."""

from rules.games.siesta.picture import svg
from rules.games.siesta.wording import describe, text

__all__ = ["describe", "svg", "text"]
