"""The options of a game in words, for pages and emails."""

from __future__ import annotations

import rules
from service.language.catalogue import gettext
from service.models import Challenge, Game, Tournament


def options_of(game: Game | Challenge | Tournament) -> list[tuple[str, str]]:
    """Return the chosen options, each with its label and value in words."""
    ruleset = rules.game(game.ruleset)
    chosen = ((ruleset.options[name], value) for name, value in game.options.items())
    return [(gettext(option.label), gettext(option.values[value])) for option, value in chosen]
