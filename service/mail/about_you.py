"""Commands by email about one's own account: name, time zone, language, substitute games, boards in words; and guides.

The answer gives the result; for a value that is unavailable it suggests others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo

from babel import Locale
from babel.core import get_global
from babel.dates import get_timezone_location

import rules
from rules.json_types import Json
from rules.prose import N_
from service.accounts.accounts import change, free_names, name_offered
from service.accounts.addresses import addresses_of, remove_address
from service.accounts.names import LONGEST, handle_in
from service.jobs.units import undone_if_refused
from service.language.catalogue import SOURCE, formatted, gettext, languages, listed, own_name
from service.language.errors import Refused
from service.language.refusals import EXPLANATIONS
from service.language.time_zones import zone_names, zone_of
from service.mail.command_table import Command, answers_to
from service.mail.commands import WHEN_MAILED, Request, Told
from service.mail.delivery_choices import choose_by_mail, preferences_in, when_mailed
from service.mail.personal import ALL, OFF
from service.mail.vocabulary import game_at_beginning
from service.models import Account, Game, Holding, Notice
from service.notifications.links import my_addresses_link
from service.play.games import rulesets
from service.play.substitutes import volunteer

MOST = 3
"""Suggestions for an unavailable value."""
_ALIKE = 0.6
# Translators: a pattern of CLDR for times of a day
CLOCK = N_("HH:mm")
WORDS = {
    **answers_to(Command.NAME, Command.ZONE, Command.LANGUAGE, Command.SUBSTITUTE, Command.WORDS, Command.IDLE),
    **answers_to(Command.HOLDS, Command.ALIASES),
    "no-name": (N_("You can't use that name"), ""),
    "no-zone": (
        N_("Which time zone are you in?"),
        N_("We don't know that time zone. Write “zone” and a large city in your time zone."),
    ),
    "which-zone": (N_("Which time zone are you in?"), N_("Several time zones have that name. Choose one of them.")),
    "no-language": (N_("That language isn't available"), N_("Choose one of these languages.")),
    "no-alias": (N_("Your addresses are unchanged"), N_("These addresses count as yours: %(addresses)s.")),
    "no-substitute": (N_("Which games?"), N_("Write “substitute” and the names of the games.")),
}
"""Title and text of the answer, by topic."""


def personal_answer(asked: Request, account: Account, now: datetime, ruleset: str | None = None) -> Told:
    """Change the account's setting, or look a guide up; return topic and data of the answer.

    `ruleset` is the game that the email is about, if any. Earlier positions are not shown here.
    """
    do = _DONE.get(asked.command)
    return _look_up(asked, ruleset) if do is None else do(asked, account, now)


def setting_in_vain(asked: Request) -> bool:
    """Check whether the value is invalid for any account: an unknown zone, language or game, or an empty name."""
    is_valid = _VALID.get(asked.command)
    return is_valid is not None and not is_valid(asked)


def answer_at_table(asked: Request, game: Game, account: Account, now: datetime) -> Told:
    """Run a personal command sent in reply to an email about a game, which can also show its earlier positions."""
    if asked.command is not Command.SHOW:
        return personal_answer(asked, account, now, game.ruleset)
    if not asked.argument:
        return Command.BOARD.english, {}
    number = int(asked.argument)
    return ("show", {"at": number}) if 1 <= number <= game.log_length else ("no-line", {})


def _look_up(asked: Request, ruleset: str | None) -> Told:
    if asked.command is not Command.RULES:
        return "games" if asked.command is Command.GAMES else "which-board", {}
    name = asked.argument.removeprefix("moves").strip() or ruleset
    section = "moves" if asked.argument.startswith("moves") else "rules"
    return ("guide", {"ruleset": name, "section": section}) if name else ("which-guide", {})


def _take_name(written: str, account: Account) -> Told:
    if not written:  # the email program of a guest who took the offered name writes none
        return "misused", {"command": Command.NAME.english}
    try:
        name = undone_if_refused(lambda: change(account.id, display_name=written)).called
    except Refused as refused:
        suggest = [f"name {each}" for each in _names_near(handle_in(written), account)]
        return "no-name", {"code": refused.code, "suggest": suggest}
    return "named", {"values": {"name": name}}


def _names_near(name: str, account: Account) -> list[str]:
    begun = name[: LONGEST - 2] or "player"
    wanted = (begun.replace(".", "-"), *(f"{begun.replace('.', '-')}{number}" for number in range(2, 10)))
    free = dict.fromkeys([*free_names(wanted, account), name_offered(account)])
    return list(filter(None, free))[:MOST]


def _take_zone(written: str, account: Account, now: datetime) -> Told:
    named = _zones_named(written)
    if len(named) != 1:
        topic, near = ("which-zone", named) if named else ("no-zone", _zones_near(written) or ["Europe/Berlin"])
        return topic, {"suggest": [f"zone {each}" for each in near]}
    [zone] = named
    change(account.id, time_zone=zone)
    return "zoned", {"values": {"zone": zone, "at": now.isoformat()}}


def _zones_named(written: str) -> Sequence[str]:
    """Return the zones of that name; several for a city or region that may be meant in each."""
    return _zones().get(_as_zone(written.partition(",")[0]), [])


def _zones_near(written: str) -> Sequence[str]:
    near = get_close_matches(_as_zone(written), _zones(), MOST, _ALIKE)
    return list(dict.fromkeys(zone for each in near for zone in _zones()[each]))


@cache
def _zones() -> Mapping[str, Sequence[str]]:
    """Return the zones by name, and by city in each of our languages; several names of one zone count once."""
    zones, cities = {_as_zone(zone): [zone] for zone in zone_names()}, defaultdict[str, set[str]](set)
    for zone in sorted(name for name in zone_names() if "/" in name and not name.startswith("Etc/")):
        own = {get_timezone_location(ZoneInfo(zone), tag, return_city=True) for tag in languages()}
        for city in {zone.rpartition("/")[2], *own}:
            cities[_as_zone(city)].add(get_global("zone_aliases").get(zone, zone))
    return {city: sorted(meant) for city, meant in cities.items()} | zones


def _as_zone(written: str) -> str:
    return written.lower().replace("_", " ")


def _take_language(written: str, account: Account) -> Told:
    language = _language_named(written)
    if language is None:
        return "no-language", {"suggest": [f"language {tag}" for tag in languages()]}
    change(account.id, language=language)
    return "language", {"values": {"language": language}}


def _language_named(written: str) -> str | None:
    """Find a language by its tag, or by its own or its English name, allowing for typing errors."""
    names = {name.lower(): tag for tag in languages() for name in (tag, own_name(tag), _in_english(tag))}
    near = get_close_matches(written.lower(), names, 1, _ALIKE)
    return names[near[0]] if near else None


def _be_substitute(written: str, account: Account, now: datetime) -> Told:
    wanted = _games_named(written)
    if wanted is None:
        return "no-substitute", {"suggest": [f"substitute {each}" for each in rulesets()]}
    try:
        volunteer(account.id, wanted, now)
    except Refused as refused:
        return "no-substitute", {"code": refused.code}
    return "substitute" if wanted else "substitute-off", {"values": {"rulesets": " ".join(sorted(set(wanted)))}}


def _games_named(written: str) -> Sequence[str] | None:
    """Return the ids of the games named; None if one name is unknown."""
    words: Sequence[str] = written.lower().replace(",", " ").split()
    if words in ([ALL], [OFF]):
        return list(rulesets()) if words == [ALL] else []
    wanted: list[str] = []
    while words:
        name, words = game_at_beginning(words)
        if name is None or name not in rulesets():
            return None
        wanted.append(name)
    return wanted


def aliases_of(account: Account) -> dict[str, Json]:
    """Return the data of an answer that lists the account's addresses, with the commands that remove one."""
    further = [each.address for each in addresses_of(account) if each.confirmed_at is not None]
    shown = " ".join([account.email or "", *further])
    return {"values": {"addresses": shown}, "suggest": [f"aliases remove {each}" for each in further]}


def _show_or_remove(written: str, account: Account) -> Told:
    if not written:
        return Command.ALIASES.english, aliases_of(account)
    is_removed = remove_address(account, written.removeprefix("remove "))
    return "alias-removed" if is_removed else "no-alias", aliases_of(account)


def _change(
    asked: Request, account: Account, *, board_words: bool | None = None, moves_held: Holding | None = None
) -> Told:
    change(account.id, board_words=board_words, moves_held=moves_held)
    return f"{asked.command.english}-{asked.argument}", {}


_DONE: Mapping[Command, Callable[[Request, Account, datetime], Told]] = {
    Command.NAME: lambda asked, account, _: _take_name(asked.argument, account),
    Command.ZONE: lambda asked, account, now: _take_zone(asked.argument, account, now),
    Command.LANGUAGE: lambda asked, account, _: _take_language(asked.argument, account),
    Command.SUBSTITUTE: lambda asked, account, now: _be_substitute(asked.argument, account, now),
    Command.WORDS: lambda asked, account, _: _change(asked, account, board_words=asked.argument == "on"),
    Command.HOLDS: lambda asked, account, _: _change(asked, account, moves_held=Holding(asked.argument)),
    Command.ALIASES: lambda asked, account, _: _show_or_remove(asked.argument, account),
    **dict.fromkeys(WHEN_MAILED, choose_by_mail),
}
"""What the commands about one's account do; all others look something up."""
_VALID: Mapping[Command, Callable[[Request], object]] = {
    Command.NAME: lambda asked: handle_in(asked.argument),
    Command.ZONE: lambda asked: len(_zones_named(asked.argument)) == 1,
    Command.LANGUAGE: lambda asked: _language_named(asked.argument),
    Command.SUBSTITUTE: lambda asked: _games_named(asked.argument) is not None,
    Command.ALIASES: lambda asked: asked.argument,
    **dict.fromkeys(WHEN_MAILED, preferences_in),
}
"""What is falsy for a value that no account can have."""


def _in_english(tag: str) -> str:
    return str(Locale.parse(tag, sep="-").get_display_name(SOURCE))


def title(notice: Notice) -> str:
    """Return the title of the answer."""
    shown, _ = WORDS[notice.data["topic"]]
    return gettext(shown, **_values(notice))


def told(notice: Notice) -> str:
    """Return the text of the answer, or the reason for the refusal."""
    if "delivery" in notice.data:
        return when_mailed(notice)
    if "code" in notice.data:
        explanation = EXPLANATIONS[notice.data["code"]]
        return gettext(explanation.title)
    _, text = WORDS[notice.data["topic"]]
    return gettext(text, **_values(notice))


def _values(notice: Notice) -> dict[str, str]:
    values: dict[str, str] = dict(notice.data.get("values", {}))
    if "rulesets" in values:
        values["games"] = listed(gettext(rules.game(name).name) for name in values["rulesets"].split())
    if "zone" in values:
        values["time"] = formatted(datetime.fromisoformat(values["at"]), CLOCK, zone_of(values["zone"]))
    if "addresses" in values:
        values["addresses"], values["link"] = listed(values["addresses"].split()), my_addresses_link()
    if "language" in values:
        values["language"] = own_name(values["language"])
    return values
