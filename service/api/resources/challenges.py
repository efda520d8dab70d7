"""Standing challenges: games for two with whoever comes."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from flask import Response, url_for

from rules.json_types import Json
from service.api.access import account, viewer
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.resources.games import LOCATION
from service.api.schemas.challenge import (
    ChallengeRequestSchema,
    ChallengesQuerySchema,
    ChallengesSchema,
    MadeChallengeSchema,
    OwnChallengesSchema,
)
from service.api.schemas.game import GAME, EmptySchema, GameSchema
from service.api.times import written
from service.api.views import seen_whole
from service.core.clock import now
from service.models import StandingChallenge
from service.play.challenges import (
    NewChallenge,
    challenge_anybody,
    open_challenges,
    own_challenges,
    take_back_challenge,
    take_up,
)
from service.play.timekeeping.terms import Fast
from service.work.units import whole

blueprint = Resource("challenges", "Play with anybody: let a challenge stand, or take one up.")


class ChallengeWish(TypedDict):
    """A challenge, as ChallengeRequestSchema has read it."""

    ruleset: str
    options: dict[str, str]
    least_days: int
    most_days: int
    fast: dict[str, int] | None
    at_once: int


class ChallengesWish(TypedDict):
    """Which challenges are to be listed, as ChallengesQuerySchema has read it."""

    ruleset: NotRequired[str]


@blueprint.route("/challenges")
@blueprint.lists("challenges")
@blueprint.allows("games:read", anonymous=True)
@blueprint.gives({"challenge_id": "$response.body#/challenges/0/id"})
@blueprint.response(200, ChallengesSchema)
@blueprint.arguments(ChallengesQuerySchema, location="query")
def list_challenges(wish: ChallengesWish) -> dict[str, list[dict[str, Json]]]:
    """List the challenges of others that you can take up, the oldest first."""
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
    """Begin the game to which somebody has challenged anybody; people only. It begins at once."""
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
    """Let a challenge stand: a game for two with whoever takes it up; people only.

    If somebody else's challenge fits, to the same game with some days in common, the game begins at once. Yours stands
    on, for games to come, until you take it back.
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
    """Let a challenge of yours stand no longer; games that came of it go on."""
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
        "created_at": written(each.created_at),
    }


def _own(each: StandingChallenge, *, games: int, rests: bool) -> dict[str, Json]:
    return {**_shown(each), "games": games, "rests": rests}
