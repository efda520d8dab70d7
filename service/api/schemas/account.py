"""Accounts, tokens and signing in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range

from service.api.schemas.base import LONG, NAME, Flag, Number, Sent, Shown, address, moment, says, text
from service.core.texts import LINE
from service.models import LONGEST_TAG, Delivery, Suppressed
from service.people.scopes import MEANINGS, SCOPES
from service.people.tokens import LONGEST_LIFE
from service.post.kinds import stoppable
from service.post.preferences import RANGES

MAX_TOKEN_NAME = 80
MAX_CODE_LENGTH = 64
"""Leaves room for text that was copied with the eight digits."""
MEANT = "; ".join(f"`{scope}`: {meaning}" for scope, meaning in MEANINGS.items())
EXPIRES_AT = says("When it ends by itself, at most ten years from now. Left out, it is good until it is revoked.")
EXPIRES_IN_DAYS = says("After how many days it ends, in place of `expires_at`.", example=90)

_EMAIL = says("Your mail address.", example="ann@example.net")
_LANGUAGE = says(
    "Of mails to you and of pages, as a tag of BCP 47; null as long as you have not said, nor a browser shown it.",
    example="en",
)
_MODES = (
    "`at-once`; `idle`: after `idle_minutes`, unless the turn is over by then; `digest`: once a day, at `digest_hour`; "
    "`off`: never. Before a deadline all but `off` come in time."
)
_BOARD_WORDS = "Whether mails tell the board in words, too, for whoever hears them read."
_STOPPED = f"Kinds of mail that you do not want: {', '.join(stoppable())}."
_PAUSED = "Until when mails about your games wait, at most 90 days from now; null if they do not. Deadlines go on."


_SHOWS = "Whether `/players/{name}` tells everybody how your public games went."


def _among(name: str) -> Number:
    """A field for a number that can be chosen."""
    numbers = RANGES[name]
    return Number(validate=Range(numbers.start, numbers.stop - 1))


def _things(description: str, *, many: bool = True) -> fields.Field[Any]:
    """A field for objects whose members are as they are kept."""
    one = fields.Dict(fields.String())
    return fields.List(one, metadata=says(description)) if many else fields.Dict(metadata=says(description))


def scopes_wished(default: Sequence[str], description: str) -> fields.List[Any]:
    """A field for what a token may do; where it is left out, that is the default."""
    return fields.List(
        fields.String(validate=OneOf(SCOPES)),
        load_default=lambda: list(default),
        validate=Length(1, len(SCOPES)),
        metadata=says(description, default=list(default)),
    )


class SignInRequestSchema(Sent):
    """Where to send a code and a link."""

    email = address(required=True, metadata=_EMAIL)


class SignInSentSchema(Shown):
    """What was sent."""

    email = fields.String(metadata=says("Where it was sent.", example="ann@example.net"))
    minutes = Number(metadata=says("How long the code and the link are good.", example=30))
    sent = fields.Boolean(
        metadata=says("False if the mail was not sent again, as it was just now: look in your inbox.", example=True)
    )


class TokenRequestSchema(Sent):
    """The proof of the address, and what the token is for."""

    email = address(required=True, metadata=_EMAIL)
    code = text(MAX_CODE_LENGTH, required=True, metadata=says("The code that was mailed.", example="12345678"))
    name = text(
        MAX_TOKEN_NAME, load_default="API", metadata=says("What you call it.", example="my laptop", pattern=LINE)
    )
    scopes = scopes_wished(SCOPES, f"What it may do: {MEANT}. All of it, unless you say otherwise.")
    expires_at = fields.AwareDateTime(metadata=EXPIRES_AT)
    expires_in_days = Number(validate=Range(1, LONGEST_LIFE.days), metadata=EXPIRES_IN_DAYS)


class TokenSchema(Shown):
    """A token, without its secret."""

    id = Number(metadata={"example": 7} | LONG)
    name = fields.String(metadata={"example": "my laptop"})
    scopes = fields.List(fields.String(), metadata={"example": ["games:read", "games:play"]})
    app = fields.String(
        allow_none=True,
        metadata=says("The id of the app that signed in by OAuth; null if you made it yourself.", example=None),
    )
    created_at = moment()
    expires_at = moment(allow_none=True, metadata=says("Null if it is good until it is revoked.", example=None))
    last_used_at = moment(allow_none=True, metadata=says("Exact to five minutes; null if it was never used."))


class CreatedTokenSchema(TokenSchema):
    """A token that was just made."""

    token = fields.String(
        metadata=says("The secret. It is shown this once.", example="sdl_q3zt7mv5hw2kfx6ypb4rjn7sdl2cgae5uo6ixw")
    )


class TokensSchema(Shown):
    """Live tokens."""

    tokens = fields.List(fields.Nested(TokenSchema))


class SessionSchema(Shown):
    """A browser in which you are signed in."""

    id = Number(metadata={"example": 7} | LONG)
    browser = fields.String(metadata=says("Empty if it is not one that we know.", example="Firefox"))
    system = fields.String(metadata=says("Empty if it is not one that we know.", example="Linux"))
    network = fields.String(
        metadata=says(
            "The part that we keep of the address of its last use: three numbers of IPv4, 48 bits of IPv6.",
            example="203.0.113.*",
        )
    )
    created_at = moment()
    last_used_at = moment(metadata=says("Exact to five minutes."))


class SessionsSchema(Shown):
    """Where you are signed in."""

    sessions = fields.List(fields.Nested(SessionSchema))


class DeliverySchema(Shown):
    """When you get the mails about your games."""

    mode = fields.String(validate=OneOf(list(Delivery)), metadata=says(_MODES, example=Delivery.DIGEST.value))
    idle_minutes = Number(metadata=says("How long `idle` waits.", example=30))
    digest_hour = Number(metadata=says("When the daily mail comes, in your time zone.", example=18))
    quiet_from = Number(metadata=says("The hour at which quiet hours begin.", example=22))
    quiet_to = Number(metadata=says("The hour at which they end; there are none if it is the same.", example=7))


class MeSchema(Shown):
    """An account as its owner sees it."""

    name = fields.String(metadata=says("How others see you.", example="ann"))
    email = fields.String(
        allow_none=True,
        metadata=says("Null for a bot, and for a token without `account`.", example="ann@example.net"),
    )
    unreachable_since = moment(
        allow_none=True,
        metadata=says("Since when mail to `email` comes back; null again once you sign in by mail or answer one."),
    )
    suppressed_for = fields.String(
        allow_none=True,
        validate=OneOf([*Suppressed]),
        metadata=says(
            "Why you get no mails about games, whatever you have chosen: `hard-bounce` and `soft-bounces` end when you "
            "sign in by mail, a `complaint` on your page.",
            example=Suppressed.HARD_BOUNCE.value,
        ),
    )
    suppressed_since = moment(allow_none=True)
    time_zone = fields.String(metadata=says("For deadlines in mails.", example="Europe/Berlin"))
    language = fields.String(allow_none=True, metadata=_LANGUAGE)
    board_words = fields.Boolean(metadata=says(_BOARD_WORDS, example=False))
    delivery = fields.Nested(DeliverySchema)
    stopped_mails = fields.List(fields.String(), metadata=says(_STOPPED, example=["reminder"]))
    paused_until = moment(allow_none=True, metadata=says(_PAUSED))
    shows_results = fields.Boolean(metadata=says(_SHOWS))
    scopes = fields.List(
        fields.String(), metadata=says("What this token may do.", example=["games:read", "games:play"])
    )
    created_at = moment()


class ExportSchema(Shown):
    """All that is kept of a person. Secrets are left out; members may be added."""

    format = fields.String(metadata=says("What this file is.", example="sundial-export-1"))
    exported_at = moment()
    account = _things("Address, name and settings.", many=False)
    tokens = _things("Tokens of programs, those that are over, too.")
    sessions = _things("Browsers that are, or were lately, signed in.")
    sign_ins = _things("Mails to sign in by of the last time, and when they were used.")
    webhooks = _things("Endpoints of webhooks.")
    blocks = _things("From whom you take no invitations.")
    bots = _things("Your bots with their manifests, tokens and webhooks.")
    mails_received = _things("Mails from you of the last weeks, and what came of them.")
    games = _things(
        "Games that you or your bots have a seat in, are invited to or have brought in, oldest first: as in "
        "`GET /games`, with what was said in `messages`, and in `record` what `sundial verify` reads."
    )


class BlockSchema(Shown):
    """Somebody from whom you take no invitations."""

    name = fields.String(metadata=says("Who cannot invite you.", example="eve"))
    created_at = moment()


class BlocksSchema(Shown):
    """All of them."""

    blocks = fields.List(fields.Nested(BlockSchema))


class DeliveryChangeSchema(Sent):
    """What to change of it; what is left out stays."""

    mode = fields.String(validate=OneOf(list(Delivery)), metadata=says(_MODES))
    idle_minutes = _among("idle_minutes")
    digest_hour = _among("digest_hour")
    quiet_from = _among("quiet_from")
    quiet_to = _among("quiet_to")


class MeChangeSchema(Sent):
    """What to change; what is left out stays."""

    name = text(30, metadata=NAME)
    time_zone = text(64, metadata=says("The name of a time zone in the tzdata package.", example="Europe/Berlin"))
    language = text(LONGEST_TAG, allow_none=True, metadata=_LANGUAGE)
    board_words = Flag(metadata=says(_BOARD_WORDS))
    delivery = fields.Nested(DeliveryChangeSchema)
    stopped_mails = fields.List(
        fields.String(validate=OneOf(stoppable())),
        validate=Length(max=len(stoppable())),
        metadata=says(_STOPPED, example=["reminder"]),
    )
    paused_until = fields.AwareDateTime(allow_none=True, metadata=says(_PAUSED))
    shows_results = Flag(metadata=says(_SHOWS))


class GameDeliverySchema(Shown):
    """When you get the mails about one game."""

    mode = fields.String(allow_none=True, metadata=says("What you have chosen for this game; null for as in `/me`."))
    applies = fields.String(validate=OneOf(list(Delivery)), metadata=says(_MODES))


class GameDeliveryChangeSchema(Sent):
    """When you want them."""

    mode = fields.String(required=True, allow_none=True, validate=OneOf(list(Delivery)), metadata=says(_MODES))
