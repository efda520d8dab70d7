"""Public profiles of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from marshmallow import fields

from rules.json_types import Json
from service.api.access import viewer
from service.api.resource import Resource
from service.api.schemas.base import Number, Shown, moment, says
from service.api.schemas.rating import RATINGS
from service.db.clock import now, time_json
from service.models import Account, Rating
from service.notifications.links import page_link
from service.play.head_to_head import head_to_head
from service.play.track_records import MOST_COUNTED, player_named, track_record
from service.ratings.curves import RatingCurve, rating_curves
from service.ratings.ratings import rating_json, ratings_of

blueprint = Resource("players", "Public results of people and bots.")


class ResultsSchema(Shown):
    """Results of games of one ruleset; games for one player are only counted."""

    ruleset = fields.String(metadata={"example": "seasons"})
    played = Number(metadata=says("Games played to the end.", example=12))
    won = Number(metadata=says("Won alone, or together in a co-operative game.", example=7))
    shared = Number(metadata=says("Won together with others.", example=1))
    lost = Number(metadata=says("Also games that the player resigned or forfeited.", example=4))


class SeatResultsSchema(ResultsSchema):
    """Results of games of one ruleset with the same number of players."""

    seats = Number(metadata=says("How many played.", example=2))


class ReliabilitySchema(Shown):
    """A player's reliability in finishing games."""

    games_begun = Number(metadata={"example": 15})
    under_way = Number(metadata=says("Games that are running.", example=2))
    finished = Number(metadata=says("Games played to the end.", example=12))
    resigned = Number(metadata={"example": 1})
    out_of_time = Number(metadata=says("Games forfeited by running out of time.", example=0))
    moves_in_time = Number(
        metadata=says(f"Of the latest {MOST_COUNTED} games that were neither resigned nor forfeited.", example=204)
    )
    moves_missed = Number(metadata=says(f"Of the latest {MOST_COUNTED} games.", example=0))


class PlayerSchema(Shown):
    """A person or a bot. The latest 500 public games count, but not games for several that ended unplayed."""

    name = fields.String(metadata={"example": "ann"})
    display_name = fields.String(metadata=says("The name as the player typed it, in any script.", example="Ann"))
    bot = fields.Boolean(metadata=says("Whether this is a bot; `/bots/{name}` has more about it."))
    page = fields.String(metadata=says("The player's page.", example="https://sundial.example.org/players/ann"))
    since = moment(allow_none=True, metadata=says("When the account was created."))
    results = fields.List(
        fields.Nested(ResultsSchema),
        allow_none=True,
        metadata=says("The ruleset that they play most comes first; null if they hide their results."),
    )
    results_by_seats = fields.List(
        fields.Nested(SeatResultsSchema),
        allow_none=True,
        metadata=says("The same results by ruleset and number of players; null if they hide their results."),
    )
    reliability = fields.Nested(ReliabilitySchema, allow_none=True, metadata=says("Null if they hide their results."))
    ratings = RATINGS
    with_you = fields.List(
        fields.Nested(ResultsSchema),
        allow_none=True,
        metadata=says(
            "Your results against this player, private games included; of games that others won, neither of you has "
            "won or lost. Null without a token, and for yourself."
        ),
    )


class RatingPointSchema(Shown):
    """A rating after a game."""

    at = moment(metadata=says("When the game ended."))
    value = Number(metadata={"example": 1580})
    uncertainty = Number(metadata=says("The true rating is within this distance 19 times in 20.", example=120))
    provisional = fields.Boolean(metadata=says("Whether few games have been rated yet."))


class RatingCurveSchema(Shown):
    """A rating over time."""

    pool = fields.String(metadata=says("The ruleset, and perhaps a group of its options.", example="seasons"))
    points = fields.List(fields.Nested(RatingPointSchema), metadata=says("In the order of the games."))


class RatingHistorySchema(Shown):
    """The ratings of a player over time."""

    curves = fields.List(
        fields.Nested(RatingCurveSchema), allow_none=True, metadata=says("Null if they hide their results.")
    )


@blueprint.route("/players/<account_name:player>")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404)
@blueprint.response(200, PlayerSchema)
def show_player(*, player: str) -> dict[str, Json]:
    """Show somebody's public track record: results by ruleset, and how reliably they finish games."""
    found = player_named(player)
    return {
        "name": found.name,
        "display_name": found.called,
        "bot": found.owner_id is not None,
        "page": page_link(found),
        "since": time_json(found.verified_at),
        **record_json(found),
        "with_you": _with_you(found),
        "ratings": None if found.hidden_since else ratings_json(ratings_of(found)),
    }


def ratings_json(ratings: Sequence[Rating]) -> list[dict[str, Json]]:
    """Serialize the ratings of an account."""
    at = now()
    return [{"pool": each.pool, **rating_json(each, at)} for each in ratings]


@blueprint.route("/players/<account_name:player>/rating-history")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404)
@blueprint.response(200, RatingHistorySchema)
def show_rating_history(*, player: str) -> dict[str, Json]:
    """Show how somebody's ratings changed: the latest 500 rated games, by pool."""
    curves = rating_curves(player_named(player))
    return {"curves": None if curves is None else [_curve_json(each) for each in curves]}


def _curve_json(curve: RatingCurve) -> dict[str, Json]:
    return {"pool": curve.pool, "points": [{"at": time_json(at)} | rating._asdict() for at, rating in curve.points]}


def _with_you(other: Account) -> list[Json] | None:
    reader = viewer()
    return None if reader is None or reader.id == other.id else [asdict(each) for each in head_to_head(reader, other)]


def record_json(of: Account) -> dict[str, Json]:
    """Serialize the public track record of an account; null if hidden."""
    record = track_record(of)
    return {
        "results": [asdict(each) for each in record.results] if record else None,
        "results_by_seats": [asdict(each) for each in record.by_seats] if record else None,
        "reliability": asdict(record.reliability) if record else None,
    }
