"""Who sits at a table, and what their dice wait for."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import OneOf

from service.api.schemas.base import Number, Shown, moment, says
from service.api.schemas.imports import RECORDED_NAME
from service.models import Contributed, SeatState

CONTRIBUTED = says(
    f"Where the seat's part of the dice comes from, one of {', '.join(Contributed)}: `own`, from the player, who was "
    "shown the commitment; `early`, from the player, before there was one; `server`, made up for who named nothing. "
    "Null while there is none.",
    example="own",
)


class SeatSchema(Shown):
    """Who sits on a seat."""

    seat = Number(metadata=says("In the order of play, from 0."))
    place = Number(metadata=says("In the order of invitation, from 0."))
    state = fields.String(validate=OneOf([state.value for state in SeatState]), metadata={"example": "taken"})
    account = fields.String(
        allow_none=True,
        metadata=says(
            "The name of the account; null for the computer and open seats, and while somebody is only invited, but to "
            "themselves and to whoever invited them by name.",
            example="ann",
        ),
    )
    invited = fields.String(
        allow_none=True,
        metadata=says(
            "The address or name that you invited and that has not answered; null to all others.", example=None
        ),
    )
    ai = Number(allow_none=True, metadata=says("The level at which the computer plays this seat; null if it does not."))
    recorded_name = fields.String(allow_none=True, metadata=RECORDED_NAME)
    left_by = fields.String(
        allow_none=True, metadata=says("How the account gave the seat up: `resignation` or `time`.")
    )
    stood_in_at = moment(
        allow_none=True,
        metadata=says("Since when the computer plays on until whoever has the seat comes back; null if it does not."),
    )
    taken_over_at = moment(
        allow_none=True,
        metadata=says("When the account took the seat over from somebody else; null if nobody did."),
    )
    contributed = fields.String(allow_none=True, metadata=CONTRIBUTED)
    credited_at = moment(
        allow_none=True,
        metadata=says("When the seat got its time once more because mail had failed; null if it has not."),
    )
    reachable = fields.Boolean(metadata=says("False once mail to the account came back for good.", example=True))
    you = fields.Boolean(metadata=says("Whether the seat is yours.", example=True))


class BeaconSchema(Shown):
    """The round of a public beacon (drand) that the dice take in, fixed with the commitment."""

    chain = fields.String(metadata=says("The hash of the chain, over its members that follow."))
    public_key = fields.String()
    period = Number(metadata=says("Seconds from one round to the next."))
    genesis_time = Number(metadata=says("When round 1 was, in seconds since 1970."))
    group_hash = fields.String()
    beacon_id = fields.String(metadata={"example": "quicknet"})
    round = Number()
    at = fields.String(metadata=says("When the round is due, in UTC.", format="date-time"))
    committed_at = fields.String(
        metadata=says("When the commitment was made and the round fixed, in UTC.", format="date-time")
    )
    randomness = fields.String(
        allow_none=True,
        metadata=says("SHA-256 of the signature; null while the game waits for it, and if it began without."),
    )
    signature = fields.String(allow_none=True)
    given_up_at = fields.String(
        allow_none=True,
        metadata=says("When the host let the game begin without; null if they did not.", format="date-time"),
    )
