"""Schemas of challenges."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any

from marshmallow import fields, post_load
from marshmallow.validate import OneOf, Range

from service.api.schemas.base import PLAIN, Flag, Number, Sent, Shown, moment, says, text
from service.api.schemas.clock import FastRequestSchema, FastSchema
from service.api.schemas.game import IS_TRUE, MAX_NAME, check_true
from service.challenges.asking import MOST_ASKED
from service.challenges.lobby import MOST_AT_ONCE
from service.challenges.terms import FOR_TWO, NewChallenge
from service.models import ChallengeState, Visibility
from service.play.games import MAX_LEVEL, MIN_LEVEL
from service.play.timekeeping import MOST_DAYS, Fast

MOST_SEATS = 9
MOST_RATING = 5000
_LEAST = says("The least acceptable days per move; with a fast clock, for the first move.", example=3)
_MOST = says("The most acceptable days per move; the player who accepts the challenge gets this time.", example=3)
_FAST = says("A fast clock; null for days per move.", example=None)
_RATED = says("Whether the game counts for ratings.", example=False)
_FROM = says("The lowest rating of an opponent; null for any. A player without a rating counts as 1500.", example=None)
_TO = says("The highest rating of an opponent; null for any.", example=None)
_AT_ONCE = says("The maximum number of running games from this challenge.", example=1)


class OpponentSchema(Sent):
    """The player you challenge: exactly one of these members."""

    anybody = Flag(validate=check_true, metadata=IS_TRUE | says("Everybody who sees the lobby."))
    bot = Flag(validate=check_true, metadata=IS_TRUE | says("Any free bot."))
    account = text(MAX_NAME, metadata=says("The person or bot of that name.", example="ada"))
    ai = Number(validate=Range(MIN_LEVEL, MAX_LEVEL), metadata=says("The computer at this level.", example=3))


class ChallengeRequestSchema(Sent):
    """A game that you would play."""

    to = fields.Nested(OpponentSchema, required=True, metadata={"example": {"anybody": True}})
    ruleset = text(
        MAX_NAME,
        load_default=None,
        allow_none=True,
        metadata=says("The id of a ruleset. With `bot` null is any that a free bot plays.", example="siesta"),
    )
    options = fields.Dict(
        fields.String(),
        fields.String(metadata={"pattern": PLAIN}),
        load_default=dict,
        metadata=says("Options of the ruleset; the others have their default.", example={}),
    )
    days_per_move = Number(
        load_default=None,
        allow_none=True,
        validate=Range(1, MOST_DAYS),
        metadata=says("Days per move: a short form of `least_days` and `most_days`.", example=3),
    )
    least_days = Number(load_default=3, validate=Range(1, MOST_DAYS), metadata=_LEAST)
    most_days = Number(load_default=3, validate=Range(1, MOST_DAYS), metadata=_MOST)
    fast = fields.Nested(FastRequestSchema, load_default=None, allow_none=True, metadata=_FAST)
    rated = Flag(load_default=False, metadata=_RATED)
    rating_from = Number(load_default=None, allow_none=True, validate=Range(0, MOST_RATING), metadata=_FROM)
    rating_to = Number(load_default=None, allow_none=True, validate=Range(0, MOST_RATING), metadata=_TO)
    at_once = Number(load_default=1, validate=Range(1, MOST_AT_ONCE), metadata=_AT_ONCE)
    seats = Number(
        load_default=None,
        allow_none=True,
        validate=Range(FOR_TWO, MOST_SEATS),
        metadata=says("The number of seats; by default two, or with `bot` the fewest possible.", example=2),
    )
    level = Number(
        load_default=MIN_LEVEL,
        validate=Range(MIN_LEVEL, MAX_LEVEL),
        metadata=says("The level of the computer, which takes the seats beyond two.", example=1),
    )
    visibility = fields.Enum(
        Visibility,
        by_value=fields.String,
        load_default=Visibility.PRIVATE,
        metadata=says("Whether anybody may watch; not with `anybody`. Only public games count for a bot's results."),
    )

    @post_load
    def terms(self, sent: MutableMapping[str, Any], **_: object) -> tuple[Mapping[str, Any], NewChallenge]:
        """Return whom to challenge, as loaded by OpponentSchema, and the terms."""
        to, days, fast = sent.pop("to"), sent.pop("days_per_move"), sent.pop("fast")
        if days is not None:
            sent["least_days"] = sent["most_days"] = days
        return to, NewChallenge(**sent, fast=Fast(**fast) if fast else None)


class ChallengesQuerySchema(Sent):
    """The filter of a list of challenges."""

    ruleset = text(MAX_NAME, metadata=says("Only challenges for this ruleset."))


class ChallengerRatingSchema(Shown):
    """A rating: 19 times in 20, the player's strength is within `value` ± `uncertainty`."""

    value = Number(metadata={"example": 1620})
    uncertainty = Number(metadata={"example": 90})
    provisional = fields.Boolean(metadata=says("Whether the rating is still very uncertain.", example=False))


class TermsOfChallengeSchema(Shown):
    """A challenge and its terms."""

    id = fields.String(metadata={"example": "k3xw7mq2k3xw7mq2"})
    player = fields.String(metadata=says("The player who made the challenge.", example="ada"))
    ruleset = fields.String(metadata={"example": "siesta"})
    options = fields.Dict(fields.String(), fields.String(), metadata={"example": {}})
    least_days = Number(metadata=_LEAST)
    most_days = Number(metadata=_MOST)
    fast = fields.Nested(FastSchema, allow_none=True, metadata=_FAST)
    rated = fields.Boolean(metadata=_RATED)
    rating_from = Number(allow_none=True, metadata=_FROM)
    rating_to = Number(allow_none=True, metadata=_TO)
    at_once = Number(metadata=_AT_ONCE)
    created_at = moment()


class ChallengeSchema(TermsOfChallengeSchema):
    """A challenge in the lobby."""

    rating = fields.Nested(
        ChallengerRatingSchema,
        allow_none=True,
        metadata=says(
            "The rating of the player who made it, in this kind of game; null for none, and for hidden results."
        ),
    )


class OwnChallengeSchema(TermsOfChallengeSchema):
    """A challenge of yours."""

    state = fields.String(
        validate=OneOf([*ChallengeState]),
        metadata=says(
            "`waiting`: anybody can accept it; `asking`: a bot or player was asked and has not answered; `playing`: "
            "the game has started; `nobody`: no bot accepted, and there is no game; `withdrawn`: you deleted it.",
            example="waiting",
        ),
    )
    games = Number(metadata=says("The number of running games from this challenge.", example=0))
    rests = fields.Boolean(
        metadata=says("Whether it is hidden from others because you ran out of time in a game from it.")
    )
    game_id = fields.String(
        allow_none=True,
        metadata=says(
            "The game with a bot or with one player. Of a new challenge to anybody, the game that started at once "
            "because another challenge fits. Null for none.",
            example=None,
        ),
    )
    opponent = fields.String(
        allow_none=True,
        metadata=says("The bot or player that is asked, or plays; null for none.", example=None),
    )
    asked = Number(metadata=says(f"The number of bots or players asked, at most {MOST_ASKED}.", example=0))
    answer_until = moment(allow_none=True, metadata=says("Until when a bot can join; null if none is asked."))


class ChallengesSchema(Shown):
    """The challenges of others that you can accept, the oldest first; 100 at most."""

    challenges = fields.List(fields.Nested(ChallengeSchema))


class OwnChallengesSchema(Shown):
    """Your challenges."""

    challenges = fields.List(fields.Nested(OwnChallengeSchema))
