"""The pictures of Siesta: drawn, in text, in sentences, and what is where."""

from rules.games.siesta.labels import labels
from rules.games.siesta.picture import svg
from rules.games.siesta.wording import describe, text

__all__ = ["describe", "labels", "svg", "text"]
