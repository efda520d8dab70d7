"""Challenges: open offers of games for two to anybody."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from flask import Response, url_for
from marshmallow import fields
from marshmallow.validate import Range

from rules.json_types import Json
from service.api.access import account, viewer
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.resources.games import LOCATION
from service.api.schemas.base import PLAIN, Number, Sent, Shown, moment, says, text
from service.api.schemas.clock import FastRequestSchema, FastSchema
from service.api.schemas.game import GAME, MAX_NAME, EmptySchema, GameSchema
from service.api.views import seen_whole
from service.db.clock import now, time_json
from service.jobs.units import whole
from service.models import StandingChallenge
from service.play.challenges import (
    MOST_AT_ONCE,
    NewChallenge,
    challenge_anybody,
    open_challenges,
    own_challenges,
    take_back_challenge,
    take_up,
)
from service.play.timekeeping import MOST_DAYS, Fast

blueprint = Resource("challenges", "Play against anybody: create a challenge, or accept one.")

_RULESET = says("The id of a ruleset that two can play.", example="siesta")
_LEAST = says("The least acceptable days per move; with a fast clock, for the first move.", example=1)
_MOST = says("The most acceptable days per move; the player who accepts the challenge gets this time.", example=3)
_FAST = says("A fast clock; null for days per move.", example=None)
_AT_ONCE = says("The maximum number of running games from this challenge.", example=2)


class ChallengeRequestSchema(Sent):
    """A game that you would play with anybody."""

    ruleset = text(MAX_NAME, required=True, metadata=_RULESET)
    options = fields.Dict(
        fields.String(),
        fields.String(metadata={"pattern": PLAIN}),
        load_default=dict,
        metadata=says("Options of the ruleset; the others have their default.", example={}),
    )
    least_days = Number(load_default=3, validate=Range(1, MOST_DAYS), metadata=_LEAST)
    most_days = Number(load_default=3, validate=Range(1, MOST_DAYS), metadata=_MOST)
    fast = fields.Nested(FastRequestSchema, load_default=None, allow_none=True, metadata=_FAST)
    at_once = Number(load_default=1, validate=Range(1, MOST_AT_ONCE), metadata=_AT_ONCE)


class ChallengeWish(TypedDict):
    """A challenge, as loaded by ChallengeRequestSchema."""

    ruleset: str
    options: dict[str, str]
    least_days: int
    most_days: int
    fast: dict[str, int] | None
    at_once: int


class ChallengesQuerySchema(Sent):
    """The filter of a list of challenges."""

    ruleset = text(MAX_NAME, metadata=says("Only challenges for this ruleset."))


class ChallengesWish(TypedDict):
    """The filter of a list of challenges, as loaded by ChallengesQuerySchema."""

    ruleset: NotRequired[str]


class ChallengeSchema(Shown):
    """An open offer of games for two."""

    id = fields.String(metadata={"example": "k3xw7mq2k3xw7mq2"})
    player = fields.String(metadata=says("The host of the challenge.", example="ada"))
    ruleset = fields.String(metadata=_RULESET)
    options = fields.Dict(fields.String(), fields.String(), metadata={"example": {}})
    least_days = Number(metadata=_LEAST)
    most_days = Number(metadata=_MOST)
    fast = fields.Nested(FastSchema, allow_none=True, metadata=_FAST)
    at_once = Number(metadata=_AT_ONCE)
    created_at = moment()


class OwnChallengeSchema(ChallengeSchema):
    """A challenge of yours."""

    games = Number(metadata=says("The number of running games from this challenge.", example=0))
    rests = fields.Boolean(
        metadata=says("Whether it is hidden from others because you ran out of time in a game from it.")
    )


class MadeChallengeSchema(OwnChallengeSchema):
    """A challenge that you have just made."""

    game_id = fields.String(
        allow_none=True,
        metadata=says(
            "The game that started at once because another player's challenge matches; null if none does.", example=None
        ),
    )


class ChallengesSchema(Shown):
    """The challenges of others that you can accept, the oldest first; 100 at most."""

    challenges = fields.List(fields.Nested(ChallengeSchema))


class OwnChallengesSchema(Shown):
    """Your challenges, the oldest first."""

    challenges = fields.List(fields.Nested(OwnChallengeSchema))


@blueprint.route("/challenges")
@blueprint.lists("challenges")
@blueprint.allows("games:read", anonymous=True)
@blueprint.gives({"challenge_id": "$response.body#/challenges/0/id"})
@blueprint.response(200, ChallengesSchema)
@blueprint.arguments(ChallengesQuerySchema, location="query")
def list_challenges(wish: ChallengesWish) -> dict[str, list[dict[str, Json]]]:
    """List the challenges of others that you can accept, the oldest first."""
    return {"challenges": [_shown(each) for each in open_challenges(viewer(), now(), wish.get("ruleset"))]}


@blueprint.route("/challenges/<game_id:challenge_id>/games", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.gives({"game_id": "$response.body#/id"})
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(201, GameSchema, headers=LOCATION)
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def take_up_challenge(_wish: dict[str, str], *, challenge_id: str) -> tuple[dict[str, Json], dict[str, str]]:
    """Accept somebody's challenge, for people only. The game begins at once."""
    shown = whole(lambda: GAME.dump(seen_whole(take_up(challenge_id, account(), now()), account())))
    return shown, {"Location": url_for("games.show_game", game_id=shown["id"])}


@blueprint.route("/me/challenges")
@blueprint.lists("challenges")
@blueprint.allows("games:read")
@blueprint.gives({"challenge_id": "$response.body#/challenges/0/id"})
@blueprint.response(200, OwnChallengesSchema)
def list_own_challenges() -> dict[str, list[dict[str, Json]]]:
    """List your own challenges, the oldest first."""
    mine = own_challenges(account())
    return {"challenges": [_own(each.challenge, games=each.games, rests=each.rests) for each in mine]}


@blueprint.route("/me/challenges", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.gives({"challenge_id": "$response.body#/id"})
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(201, MadeChallengeSchema)
@blueprint.arguments(ChallengeRequestSchema)
@repeatable
def challenge(wish: ChallengeWish) -> dict[str, Json]:
    """Create a challenge: an open offer of a game for two, for people only.

    If somebody else's challenge fits, to the same game with some days in common, the game begins at once. Yours stays
    open for more games until you delete it.
    """
    wanted = NewChallenge(
        ruleset=wish["ruleset"],
        options=wish["options"],
        least_days=wish["least_days"],
        most_days=wish["most_days"],
        fast=Fast(**wish["fast"]) if wish["fast"] else None,
        at_once=wish["at_once"],
    )

    def made() -> dict[str, Json]:
        stands, game = challenge_anybody(account(), wanted, now())
        return _own(stands, games=int(game is not None), rests=False) | {"game_id": game.id if game else None}

    return whole(made)


@blueprint.route("/me/challenges/<game_id:challenge_id>", methods=["DELETE"])
@blueprint.allows("games:play")
@blueprint.refuses(404)
@blueprint.response(204)
def withdraw_challenge(*, challenge_id: str) -> Response:
    """Delete a challenge of yours; its games go on."""
    take_back_challenge(challenge_id, account())
    return Response(status=204)


def _shown(each: StandingChallenge) -> dict[str, Json]:
    return {
        "id": each.id,
        "player": each.account.name,
        "ruleset": each.ruleset,
        "options": {**each.options},
        "least_days": each.least_days,
        "most_days": each.most_days,
        "fast": each.fast_clock,
        "at_once": each.at_once,
        "created_at": time_json(each.created_at),
    }


def _own(each: StandingChallenge, *, games: int, rests: bool) -> dict[str, Json]:
    return {**_shown(each), "games": games, "rests": rests}
