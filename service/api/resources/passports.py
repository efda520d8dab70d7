"""Passports of bots: what came of the last check of each."""

from __future__ import annotations

from rules.json_types import Json
from service.api.access import account
from service.api.resource import Resource
from service.api.schemas.passport import PassportSchema, PassportSummarySchema
from service.api.times import written
from service.bots.accounts import bot_named
from service.bots.passports import ToldPassport, hand_in, passport_of
from service.core.clock import now
from service.core.errors import NotFound
from service.core.passports import Passport
from service.models import Bot

PASSPORT = "/bots/<account_name:bot>/passport"

blueprint = Resource("passports", "What came of a check of a bot, signed.")


@blueprint.route(PASSPORT)
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404)
@blueprint.response(200, PassportSchema)
def show_passport(*, bot: str) -> Passport:
    """Show the passport of a bot as it was signed, so that you can check the signature yourself."""
    told = passport_of(bot_named(bot))
    if told is None:
        raise NotFound
    return told.document


@blueprint.route(PASSPORT, methods=["PUT"])
@blueprint.allows("bots")
@blueprint.refuses(404, 409)
@blueprint.response(200, PassportSummarySchema)
@blueprint.arguments(PassportSchema)
def hand_passport_in(document: Passport, *, bot: str) -> dict[str, Json]:
    """Hand in what `sundial bot-check --passport` has written. Its owner may, and the bot itself.

    It takes the place of the one before, and is shown on the page of the bot: with what was checked, and whether the
    key of this server has signed it or another one.
    """
    return summary_of(hand_in(account(), bot, document, now()))


def passport_json(bot: Bot) -> dict[str, Json] | None:
    """What is told of the passport of a bot; None without one."""
    told = passport_of(bot)
    return summary_of(told) if told else None


def summary_of(told: ToldPassport) -> dict[str, Json]:
    """A passport in short, with who vouches for it."""
    return {
        "checked_at": written(told.checked_at),
        "handed_in_at": written(told.handed_in_at),
        "version": told.document["version"],
        "well": told.document["well"],
        "rulesets": [*told.rulesets],
        "games": len(told.document["games"]),
        "faults": told.survived,
        "signed_by": "this-sundial" if told.verified else "other-key",
        "key": told.key,
        "verified": told.verified,
    }
