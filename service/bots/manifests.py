"""Bot manifests: the games, speed, number of simultaneous games and opponents of a bot. Invalid values are refused."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TypedDict

from service.accounts.accounts import account_named
from service.language import texts
from service.language.errors import Invalid
from service.models import Accepts, Bot, BotGame
from service.play.games import rulesets

WEB_ADDRESS = r"https?://[A-Za-z0-9][A-Za-z0-9.:-]*(?:[/?#][!-Z^-~]*)?"
"""Pattern of an address that can be a link on a page."""
LONGEST = {"description": 500, "homepage": 300, "author": 80}
"""Maximum lengths in characters of a bot's texts."""
DAY_SECONDS = 24 * 60 * 60
SECONDS = range(1, 60 * DAY_SECONDS + 1)
"""Seconds per move that a bot may declare; no game gives more than sixty days."""
AT_ONCE = range(1, 1001)
MOST_GUESTS = 100


class Terms(TypedDict):
    """A bot's terms for a game: numbers of seats and values of options; an empty list allows any."""

    seats: Sequence[int]
    options: Mapping[str, Sequence[str]]


class BotManifest(TypedDict, total=False):
    """A bot's manifest, or a change of it."""

    description: str
    homepage: str | None
    author: str | None
    games: Mapping[str, Terms]
    seconds_per_move: int
    at_once: int
    accepts: Accepts
    accounts: Sequence[str]
    auto_accept: bool
    auto_agree: bool


def default_manifest() -> BotManifest:
    """Return the manifest of a new bot: it plays every game with everybody."""
    return BotManifest(
        description="",
        homepage=None,
        author=None,
        games={},
        seconds_per_move=DAY_SECONDS,
        at_once=100,
        accepts=Accepts.EVERYONE,
        accounts=(),
        auto_accept=False,
        auto_agree=True,
    )


def apply_manifest(bot: Bot, manifest: BotManifest) -> None:
    """Apply a manifest to a bot, in the current transaction; missing members stay as they are.

    Raise Invalid `bad-manifest` (`name` says which member, `allowed` the possible values), or `bad-text`; NotFound
    `no-such-account`.
    """
    _check_words(manifest)
    _check_numbers(manifest)
    if "games" in manifest:
        bot.games = [_game(name, terms) for name, terms in manifest["games"].items()]
    if "accounts" in manifest:
        bot.guests = [account_named(name) for name in dict.fromkeys(_guests(manifest["accounts"]))]
    if "description" in manifest:
        bot.description = texts.lines("description", manifest["description"]) if manifest["description"] else ""
    bot.homepage = manifest.get("homepage", bot.homepage)
    if "author" in manifest:
        bot.author = texts.line("author", manifest["author"]) if manifest["author"] else None
    bot.seconds_per_move = manifest.get("seconds_per_move", bot.seconds_per_move)
    bot.at_once = manifest.get("at_once", bot.at_once)
    bot.accepts = manifest.get("accepts", bot.accepts)
    bot.auto_accept = manifest.get("auto_accept", bot.auto_accept)
    bot.auto_agree = manifest.get("auto_agree", bot.auto_agree)


def _check_words(manifest: BotManifest) -> None:
    for name, longest in LONGEST.items():
        if len(str(manifest.get(name) or "")) > longest:
            raise Invalid("bad-manifest", name=name, allowed=[f"up to {longest} characters"])
    homepage = manifest.get("homepage")
    if homepage and not re.fullmatch(WEB_ADDRESS, homepage):
        raise Invalid("bad-manifest", name="homepage", allowed=["https://…", "http://…"])


def _check_numbers(manifest: BotManifest) -> None:
    for name, possible in {"seconds_per_move": SECONDS, "at_once": AT_ONCE}.items():
        number = manifest.get(name, possible.start)
        if number not in possible:
            raise Invalid("bad-manifest", name=name, allowed=[f"{possible.start} to {possible.stop - 1}"])


def _guests(names: Sequence[str]) -> Sequence[str]:
    if len(names) > MOST_GUESTS:
        raise Invalid("bad-manifest", name="accounts", allowed=[f"up to {MOST_GUESTS} names"])
    return [name.lower() for name in names]


def _game(name: str, terms: Terms) -> BotGame:
    ruleset = rulesets().get(name)
    if ruleset is None:
        raise Invalid("bad-manifest", name=f"games.{name}", allowed=list(rulesets()))
    for number in terms["seats"]:
        _check_among(f"games.{name}.seats", number, ruleset.players)
    for option, values in terms["options"].items():
        _check_among(f"games.{name}.options", option, ruleset.options)
        for value in values:
            _check_among(f"games.{name}.options.{option}", value, ruleset.options[option].values)
    options = {option: list(dict.fromkeys(values)) for option, values in terms["options"].items()}
    return BotGame(ruleset=name, seats=sorted(set(terms["seats"])), options=options)


def _check_among(where: str, given: int | str, possible: Collection[int | str]) -> None:
    if given not in possible:
        raise Invalid("bad-manifest", name=where, allowed=list(possible))
