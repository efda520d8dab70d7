"""Batches of games for organisers: create many games at once, follow them, and decide abandoned ones."""

from __future__ import annotations

from typing import Any, TypedDict

from flask import url_for
from marshmallow import fields
from marshmallow.validate import Length

from rules.json_types import Json
from service.api.access import account
from service.api.parsing import BadRequest, complaint
from service.api.repeats import key_sent, repeatable
from service.api.resource import Resource
from service.api.resources.games import LOCATION, NewGameWish, wish_of
from service.api.schemas.base import Sent, Shown, moment, says, text
from service.api.schemas.game import LISTED, MAX_NAME, MAX_SEATS, GameRequestSchema, GameSummarySchema
from service.api.schemas.tournament import AdjudicationSchema
from service.api.views import seen
from service.competitions.batches import MOST_GAMES, batch_of, create_batch, decide, games_of
from service.db.clock import now, time_json
from service.jobs.units import whole
from service.models import GameBatch
from service.play.games import NewGame

blueprint = Resource("batches", "For organisers: create many games at once for players who agreed to it.")

UNNEEDED = {
    "seats": None,
    "layout": None,
    "shuffle_seats": False,
    "contribution": None,
    "series": None,
    "beacon_minutes": None,
}
"""Settings of a new game that an arranged one does not have: its players are known and wait for nothing."""


class BatchGameSchema(GameRequestSchema):
    """A game of a batch. It begins at once, with the players in the order of play."""

    class Meta(Sent.Meta):
        """Leave out the settings that it does not have."""

        exclude = tuple(UNNEEDED)

    players = fields.List(
        text(MAX_NAME, required=True),
        required=True,
        validate=Length(1, MAX_SEATS),
        metadata=says("The names of the players, in the order of play.", example=["ann", "bob"]),
    )


class BatchRequestSchema(Sent):
    """Games to create at once: all of them, or none."""

    games = fields.List(
        fields.Nested(BatchGameSchema),
        required=True,
        validate=Length(1, MOST_GAMES),
        metadata=says("The games.", example=[{"ruleset": "siesta", "players": ["ann", "bob"]}]),
    )


class BatchGameWish(NewGameWish):
    """A game of a batch, as loaded by BatchGameSchema."""

    players: list[str]


class BatchWish(TypedDict):
    """Games to create, as loaded by BatchRequestSchema."""

    games: list[BatchGameWish]


class MadeBatchSchema(Shown):
    """A batch of games."""

    id = fields.String(metadata={"example": "k3xw7mq2k3xw"})
    created_at = moment()
    game_ids = fields.List(fields.String(), metadata=says("The games, in your order.", example=["m9umjsvkphjr"]))


class BatchSchema(MadeBatchSchema):
    """A batch and the state of its games."""

    games = fields.List(fields.Nested(GameSummarySchema), metadata=says("In your order."))


@blueprint.route("/game-batches", methods=["POST"])
@blueprint.allows("organise")
@blueprint.gives({"batch_id": "$response.body#/id"})
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Required-Idempotency-Key")
@blueprint.response(
    201, MadeBatchSchema, headers={"Location": LOCATION["Location"] | {"description": "The address of the batch."}}
)
@blueprint.arguments(BatchRequestSchema)
@repeatable
def create_game_batch(wish: BatchWish) -> tuple[dict[str, Json], dict[str, str]]:
    """Create up to 64 games at once: all of them, or none if one is refused. An Idempotency-Key is required.

    Each game begins at once, without invitations. Its players have agreed (`PUT /me/organisers/{organiser}`), or are
    you, or bots that accept you. The games count in the limit `organised-games` before the first is created.
    """
    if key_sent() is None:
        raise BadRequest([complaint(("headers", "Idempotency-Key"), "A batch needs one.")])
    batch = create_batch(account(), [_game(each) for each in wish["games"]], now())
    return _shown(batch), {"Location": url_for("batches.show_game_batch", batch_id=batch.id)}


@blueprint.route("/game-batches/<game_id:batch_id>")
@blueprint.allows("organise")
@blueprint.refuses(404)
@blueprint.response(200, BatchSchema)
def show_game_batch(*, batch_id: str) -> dict[str, Any]:
    """Show a batch of yours with the state of each game, without positions. `GET /events?batch=` follows its games."""
    batch = batch_of(batch_id, account())
    return _shown(batch) | {"games": [seen(game, account()) for game in games_of(batch)]}


@blueprint.route("/games/<game_id:game_id>/adjudicate", methods=["POST"])
@blueprint.allows("organise")
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(200, GameSummarySchema)
@blueprint.arguments(AdjudicationSchema)
@repeatable
def adjudicate_game(wish: dict[str, Any], *, game_id: str) -> dict[str, Json]:
    """Decide a game of your batches in which nobody has moved for 7 days. The players see your reason."""
    return whole(lambda: LISTED.dump(seen(decide(game_id, account(), **wish, now=now()), account())))


def _game(wish: BatchGameWish) -> NewGame:
    """Convert a game of a batch to a new game with its players' names as seats."""
    named = {**wish, **UNNEEDED, "seats": [{"account": name} for name in wish["players"]]}
    return wish_of(named)  # type: ignore[arg-type]  # as loaded by the schema


def _shown(batch: GameBatch) -> dict[str, Json]:
    return {
        "id": batch.id,
        "created_at": time_json(batch.created_at),
        "game_ids": [game.id for game in games_of(batch)],
    }
