"""The games that can be played here."""

from __future__ import annotations

from dataclasses import asdict

from rules import Game as Ruleset
from rules.json_types import Json
from rules.messages import MESSAGES
from rules.prose import N_
from rules.teaching.figures import with_text_boards
from service.api.etags import conditional
from service.api.resource import Resource
from service.api.schemas.ruleset import RulesetSchema, RulesetsSchema
from service.core.language import gettext, language
from service.play.games import ruleset_named, rulesets

NOTATION = N_(
    "A move is one or more actions joined by ', '; an action is lower-case words joined by one blank. Capitals, extra "
    "blanks and semicolons are forgiven. A move ends where the turn passes on or dice are rolled."
)

blueprint = Resource("rulesets", "The games that can be played here.")


@blueprint.route("/rulesets")
@blueprint.lists("rulesets")
@blueprint.open_to_all
@blueprint.gives({"ruleset_id": "$response.body#/rulesets/0/id"})
@blueprint.reads_headers("If-None-Match")
@conditional
@blueprint.response(200, RulesetsSchema)
def list_rulesets() -> dict[str, Json]:
    """List the games that this server offers."""
    return {"rulesets": [_summary(game) for game in rulesets().values()]}


@blueprint.route("/rulesets/<ruleset_id>")
@blueprint.open_to_all
@blueprint.refuses(404)
@blueprint.reads_headers("If-None-Match")
@conditional
@blueprint.response(200, RulesetSchema)
def show_ruleset(*, ruleset_id: str) -> dict[str, Json]:
    """Show one game: seats, options, guide, codes of refusals, designer and rights."""
    game = ruleset_named(ruleset_id)
    return {
        **_summary(game),
        "rights": gettext(game.rights),
        "notation": gettext(NOTATION),
        "guide": with_text_boards(game, game.guide_in(language()), gettext),
        "refusals": {code: gettext(sentence) for code, sentence in {**MESSAGES, **game.messages}.items()},
    }


def _summary(game: Ruleset) -> dict[str, Json]:
    return {
        "id": game.id,
        "name": game.name,
        "designer": game.designer,
        "summary": gettext(game.summary),
        "seats": list(game.players),
        "options": {name: _option(game, name) for name in game.options},
        "cooperative": game.cooperative,
        "match": asdict(game.match) if game.has_matches else None,
        "version": game.version,
    }


def _option(game: Ruleset, name: str) -> dict[str, Json]:
    option = game.options[name]
    return {
        "label": gettext(option.label),
        "default": option.default,
        "values": {value: gettext(meaning) for value, meaning in option.values.items()},
    }
