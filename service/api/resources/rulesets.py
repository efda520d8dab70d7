"""Rulesets: the games that this server offers."""

from __future__ import annotations

from dataclasses import asdict

from marshmallow import fields

from rules import Game as Ruleset
from rules.json_types import Json
from rules.messages import MESSAGES
from rules.prose import N_
from rules.teaching.figures import with_text_boards
from service.api.etags import conditional
from service.api.resource import Resource
from service.api.schemas.base import Number, Shown, says
from service.language.catalogue import gettext, language
from service.play.games import ruleset_named, rulesets

NOTATION = N_(
    "A move is one or more actions joined by ', '. An action is lower-case words separated by single spaces. "
    "Capital letters, extra spaces and semicolons are accepted. A move ends when another player's turn begins or "
    "dice are rolled."
)

blueprint = Resource("rulesets", "The games that this server offers.")


class RulesetOptionSchema(Shown):
    """An option of a ruleset."""

    label = fields.String(metadata={"example": "Version"})
    default = fields.String(metadata={"example": "full"})
    values = fields.Dict(
        fields.String(),
        fields.String(),
        metadata=says("Each value with its description.", example={"full": "Full", "basic": "Basic"}),
    )


class MatchTermsSchema(Shown):
    """The form of a game's matches."""

    same_layout = fields.Boolean(metadata=says("Whether the second game uses the layout of the first."))
    decider = fields.Boolean(metadata=says("Whether equal totals lead to a third game; otherwise they are a draw."))
    usual = fields.Boolean(metadata=says("Whether a match is the default, and a single game the exception."))


class RulesetSummarySchema(Shown):
    """A ruleset."""

    id = fields.String(metadata=says("For `POST /games`.", example="seasons"))
    name = fields.String(metadata={"example": "Seasons of the Sun"})
    designer = fields.String(metadata={"example": "Ingo Althöfer"})
    summary = fields.String(
        metadata={
            "example": "Roll three dice, place high or low sums, and win the most valuable sectors around the sun."
        }
    )
    seats = fields.List(Number(), metadata=says("The possible numbers of seats.", example=[2, 3]))
    options = fields.Dict(fields.String(), fields.Nested(RulesetOptionSchema))
    cooperative = fields.Boolean(metadata=says("Whether all seats win or fail together."))
    match = fields.Nested(
        MatchTermsSchema, allow_none=True, metadata=says("For `POST /matches`; null if the ruleset has no matches.")
    )
    version = fields.String(metadata=says("The version of these rules.", example="1"))


class RulesetSchema(RulesetSummarySchema):
    """A ruleset with its guide."""

    rights = fields.String(metadata={"example": "Seasons of the Sun is by Ingo Althöfer, copyright 2007/08."})
    notation = fields.String(
        metadata=says(
            "The notation of moves in all games; the guide has the words of this game.",
            example="Words and numbers, joined by commas.",
        )
    )
    guide = fields.String(
        metadata=says(
            "The rules and the notation, in Markdown; figures are boards in text.",
            example="# Seasons of the Sun",
        )
    )
    refusals = fields.Dict(
        fields.String(),
        fields.String(),
        metadata=says(
            "The codes with which the rules refuse moves.",
            example={"disc-filled": "Your disc in that sector is filled already."},
        ),
    )


class RulesetsSchema(Shown):
    """All rulesets of this server."""

    rulesets = fields.List(fields.Nested(RulesetSummarySchema))


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
    """Show a game: seats, options, guide, codes of refusals, designer and rights."""
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
        "options": {
            name: {
                "label": gettext(option.label),
                "default": option.default,
                "values": {value: gettext(meaning) for value, meaning in option.values.items()},
            }
            for name, option in game.options.items()
        },
        "cooperative": game.cooperative,
        "match": asdict(game.match) if game.has_matches else None,
        "version": game.version,
    }
