"""Challenges: to anybody in the lobby, to any bot, to one player or to the computer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
    OwnChallengeSchema,
    OwnChallengesSchema,
)
from service.api.schemas.game import GAME, DeclineRequestSchema, EmptySchema, GameSchema
from service.api.views import seen_whole
from service.challenges.asking import bot_of, challenge_bot
from service.challenges.challenges import accept, challenge_of, challenges_of, delete_challenge, refuse
from service.challenges.lobby import OwnChallenge, challenge_anybody, open_challenges
from service.challenges.named import challenge_one
from service.challenges.terms import NewChallenge
from service.db.clock import now, time_json
from service.jobs.units import whole
from service.language.errors import Invalid
from service.models import Challenge, ChallengeState, Game, GameStatus
from service.play.declining import Declined
from service.play.games import SeatWish

MADE_AT = {"Location": {"description": "The address of the challenge.", "schema": {"type": "string"}, "required": True}}

blueprint = Resource("challenges", "Find an opponent: anybody, any bot, one player or the computer.")


@blueprint.route("/challenges")
@blueprint.lists("challenges")
@blueprint.allows("games:read", anonymous=True)
@blueprint.gives({"challenge_id": "$response.body#/challenges/0/id"})
@blueprint.response(200, ChallengesSchema)
@blueprint.arguments(ChallengesQuerySchema, location="query")
def list_challenges(wish: dict[str, str]) -> dict[str, list[dict[str, Json]]]:
    """List the challenges of others in the lobby that you can accept, the oldest first."""
    return {
        "challenges": [
            _terms(each.challenge) | {"rating": each.rating and each.rating._asdict()}
            for each in open_challenges(viewer(), now(), wish.get("ruleset"))
        ]
    }


@blueprint.route("/challenges", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.gives({"challenge_id": "$response.body#/id", "game_id": "$response.body#/game_id"})
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(201, OwnChallengeSchema, headers=MADE_AT)
@blueprint.arguments(ChallengeRequestSchema)
@repeatable
def challenge(wish: tuple[Mapping[str, Any], NewChallenge]) -> tuple[dict[str, Json], dict[str, str]]:
    """Challenge somebody; people only. `to` has exactly one member.

    `anybody`: it waits in the lobby until you delete it. If somebody else's challenge fits, their game begins at once.
    `bot`: free bots are asked one after the other, each for a minute. `no-bot-available` if there is none.
    `account` and `ai`: as `POST /games`; `id` is the id of the game. If that player has challenged you to the same
    game, their challenge is accepted instead. If you have challenged them to it, that challenge is returned.
    """
    made = whole(lambda: _made(*wish))
    if made["id"] == made["game_id"]:
        return made, {"Location": url_for("games.show_game", game_id=made["id"])}
    return made, {"Location": url_for("challenges.show_challenge", challenge_id=made["id"])}


@blueprint.route("/challenges/<game_id:challenge_id>")
@blueprint.allows("games:read")
@blueprint.refuses(404)
@blueprint.response(200, OwnChallengeSchema)
def show_challenge(*, challenge_id: str) -> dict[str, Json]:
    """Show your challenge to anybody or to bots; the event `challenge.changed` says when to look again."""
    return _own(challenge_of(account(), challenge_id))


@blueprint.route("/challenges/<game_id:challenge_id>", methods=["DELETE"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.response(204)
def end_challenge(*, challenge_id: str) -> Response:
    """Delete a challenge of yours; games that have started go on.

    `game-started` if a bot, or the player you challenged, has accepted it.
    """
    delete_challenge(challenge_id, account(), now())
    return Response(status=204)


@blueprint.route("/challenges/<game_id:challenge_id>/accept", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.gives({"game_id": "$response.body#/id"})
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(201, GameSchema, headers=LOCATION)
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def accept_challenge(_wish: dict[str, str], *, challenge_id: str) -> tuple[dict[str, Json], dict[str, str]]:
    """Accept a challenge. The game begins at once."""
    shown = whole(lambda: GAME.dump(seen_whole(accept(challenge_id, account(), now()), account())))
    return shown, {"Location": url_for("games.show_game", game_id=shown["id"])}


@blueprint.route("/challenges/<game_id:challenge_id>/decline", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(200, GameSchema)
@blueprint.arguments(DeclineRequestSchema, required=False)
@repeatable
def decline_challenge(wish: dict[str, str | None], *, challenge_id: str) -> dict[str, Json]:
    """Decline a challenge to you, as `POST /games/{id}/decline` does."""
    return whole(lambda: GAME.dump(seen_whole(refuse(challenge_id, account(), Declined(**wish), now()), account())))


@blueprint.route("/me/challenges")
@blueprint.lists("challenges")
@blueprint.allows("games:read")
@blueprint.gives({"challenge_id": "$response.body#/challenges/0/id"})
@blueprint.response(200, OwnChallengesSchema)
def list_own_challenges() -> dict[str, list[dict[str, Json]]]:
    """List your challenges: those to anybody, the oldest first, then your latest 20 to bots, the newest first."""
    return {"challenges": [_own(each) for each in challenges_of(account())]}


def _made(to: Mapping[str, Any], wanted: NewChallenge) -> dict[str, Json]:
    if len(to) != 1:
        raise Invalid("no-challenge")
    if "anybody" in to:
        waiting, game = challenge_anybody(account(), wanted, now())
        return _own(challenge_of(account(), waiting.id)) | {"game_id": game.id if game else None}
    if "bot" in to:
        return _own(challenge_of(account(), challenge_bot(account(), wanted, now()).id))
    other = SeatWish(**to)
    return _of_one(challenge_one(account(), other, wanted, now()), other)


def _terms(each: Challenge) -> dict[str, Json]:
    return {
        "id": each.id,
        "player": each.account.name,
        "ruleset": each.ruleset,
        "options": {**each.options},
        "least_days": each.least_days,
        "most_days": each.most_days,
        "fast": each.fast_clock,
        "rated": each.rated,
        "rating_from": each.rating_from,
        "rating_to": each.rating_to,
        "at_once": each.at_once,
        "created_at": time_json(each.created_at),
    }


def _own(each: OwnChallenge) -> dict[str, Json]:
    challenge, is_asking = each.challenge, each.challenge.state == ChallengeState.ASKING
    bot = bot_of(challenge.game) if challenge.game is not None else None
    return {
        **_terms(challenge),
        "state": challenge.state,
        "games": each.games,
        "rests": each.rests,
        "game_id": challenge.game_id,
        "opponent": bot.name if bot else None,
        "asked": challenge.asked,
        "answer_until": time_json(challenge.due_at) if challenge.due_at and is_asking else None,
    }


def _of_one(game: Game, other: SeatWish) -> dict[str, Json]:
    """Show a challenge to one player, which is the invitation of a game."""
    has_begun = game.status != GameStatus.INVITING
    return {
        "id": game.id,
        "player": account().name,
        "ruleset": game.ruleset,
        "options": {**game.options},
        "least_days": game.days_per_move,
        "most_days": game.days_per_move,
        "fast": game.fast_clock,
        "rated": game.rated,
        "rating_from": None,
        "rating_to": None,
        "at_once": 1,
        "created_at": time_json(game.created_at),
        "state": ChallengeState.PLAYING if has_begun else ChallengeState.ASKING,
        "games": int(has_begun),
        "rests": False,
        "game_id": game.id,
        "opponent": other.account,
        "asked": 1,
        "answer_until": None,
    }
