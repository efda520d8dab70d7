"""The pictures of Seasons of the Sun: `svg` for the eye, `text` for any screen, `describe` and `labels` for the ear."""

from rules.games.seasons.labels import labels
from rules.games.seasons.picture import svg
from rules.games.seasons.words import describe, text

__all__ = ["describe", "labels", "svg", "text"]
