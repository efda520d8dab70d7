"""The form of a bot's manifest: what it shows, and what was filled in. Seats and options of games are for the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from werkzeug.datastructures import MultiDict

from service.bots.manifests import DAY_SECONDS, BotManifest, Terms, default_manifest
from service.models import Accepts, Bot
from service.play.games import rulesets

SPANS = (10, 60, 10 * 60, 3600, 12 * 3600, DAY_SECONDS, 3 * DAY_SECONDS, 7 * DAY_SECONDS)
"""Times for a move to choose from, in seconds."""
MOST_DIGITS = 9


@dataclass(frozen=True)
class Form:
    """What stands in the fields."""

    description: str = ""
    homepage: str = ""
    author: str = ""
    games: Sequence[str] = field(default_factory=lambda: list(rulesets()))
    seconds_per_move: int = default_manifest()["seconds_per_move"]
    at_once: int = default_manifest()["at_once"]
    accepts: str = Accepts.EVERYONE
    accounts: str = ""
    auto_accept: bool = False
    auto_agree: bool = default_manifest()["auto_agree"]
    name: str = ""

    @property
    def spans(self) -> list[int]:
        """The times for a move to choose from, with the one that is chosen."""
        return sorted({*SPANS, self.seconds_per_move})

    @classmethod
    def sent(cls, fields: MultiDict[str, str]) -> Self:
        """What somebody has filled in."""
        return cls(
            description=fields.get("description", "").strip(),
            homepage=fields.get("homepage", "").strip(),
            author=fields.get("author", "").strip(),
            games=fields.getlist("games"),
            seconds_per_move=_number(fields.get("seconds_per_move", "")),
            at_once=_number(fields.get("at_once", "")),
            accepts=fields.get("accepts", ""),
            accounts=fields.get("accounts", "").strip(),
            auto_accept="auto_accept" in fields,
            auto_agree="auto_agree" in fields,
            name=fields.get("name", "").strip(),
        )

    def manifest(self, terms: Mapping[str, Terms]) -> BotManifest:
        """The manifest that it asks for; games that stay keep their terms."""
        return BotManifest(
            description=self.description,
            homepage=self.homepage or None,
            author=self.author or None,
            games=self._games(terms),
            seconds_per_move=self.seconds_per_move,
            at_once=self.at_once,
            accepts=Accepts(self.accepts) if self.accepts in set(Accepts) else Accepts.OWNER,
            accounts=self.accounts.replace(",", " ").split(),
            auto_accept=self.auto_accept,
            auto_agree=self.auto_agree,
        )

    def _games(self, terms: Mapping[str, Terms]) -> Mapping[str, Terms]:
        """By ruleset; all of them without terms are written as none, so that games to come are among them."""
        chosen = {name: terms.get(name, Terms(seats=(), options={})) for name in self.games}
        has_terms = any(each["seats"] or each["options"] for each in chosen.values())
        return chosen if has_terms or set(chosen) != set(rulesets()) else {}


def form_of(bot: Bot) -> Form:
    """The fields as the bot is."""
    return Form(
        description=bot.description,
        homepage=bot.homepage or "",
        author=bot.author or "",
        games=[game.ruleset for game in bot.games] or list(rulesets()),
        seconds_per_move=bot.seconds_per_move,
        at_once=bot.at_once,
        accepts=bot.accepts,
        accounts=", ".join(guest.name for guest in bot.guests),
        auto_accept=bot.auto_accept,
        auto_agree=bot.auto_agree,
    )


def terms_of(bot: Bot) -> dict[str, Terms]:
    """On which terms the bot plays the games that it names."""
    return {game.ruleset: Terms(seats=game.seats, options=game.options) for game in bot.games}


def _number(text: str) -> int:
    """The number, or 0, which is none that can be chosen."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else 0
