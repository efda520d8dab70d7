"""Parsers for commands about one's own account (`name zoe`, `zone Europe/Rome`) and for look-ups (`rules`). Pure.

Each parser gets the argument with its leading whitespace or colon, and returns None if it does not fit the command.
"""

from __future__ import annotations

import re

from service.mail.vocabulary import any_of, game_named, ways
from service.models import Holding

LONGEST_NUMBER = 6
ALL, OFF = "all", "off"
"""Words in place of the names of games."""
_NO_TALK = r"(?:de|del|della|di|da|do|dos|du|la|le|el|al|y|e|van|von|vom|zu|und|and|der|den|(?-i:[^a-zß-ÿ])\S*)"
"""A word within a name: a particle, or one that begins with no small Latin letter, as sentences do not go on."""
_VALUE = re.compile(rf"(?: ?[:=] ?| (?:is )?)(\S+(?: \S+)?|(?-i:[^a-zß-ÿ])\S*(?: {_NO_TALK}){{2,6}})", re.IGNORECASE)
_GAMES = re.compile(rf"(?: ?[:=] ?| (?:(?:in|{any_of('for')}) )?)(\S.*)", re.IGNORECASE)
_SWITCH = re.compile(rf"(?: (?:(?P<off>{any_of('off')})|{any_of('on')}))?", re.IGNORECASE)
_ADDRESS = re.compile(rf"(?: (?:{any_of('remove')}) <?([^\s<>@]+@[^\s<>@]+)>?)?", re.IGNORECASE)
_NUMBER = re.compile(rf"(?: (?:{any_of('turn')}))?(?: #?([0-9]{{1,{LONGEST_NUMBER}}}))?", re.IGNORECASE)
_GUIDE = re.compile(rf"(?: (?:(?:{any_of('for')}) )?(\S.*))?", re.IGNORECASE)
_MOVES = re.compile(
    rf"(?:(?P<before>\S.*) )?(?:{any_of('moves')})(?: (?:(?:in|{any_of('for')}) )?(?P<after>\S.*))?",
    re.IGNORECASE,
)
_MARKS = ".!\"'<> "
_TIME = re.compile(r"([0-9]{1,4})(?::?00\b)? ?([ap])?(?:min|m|h|uhr)?\b")
_NO_TIME = re.compile(rf"(?:[-\u2013 ]|\b(?:{any_of('from', 'until', 'daily', 'at', 'after', 'minutes', 'on')})\b)*")


def read_setting(argument: str) -> str | None:
    """Parse a name, zone or language."""
    found = _VALUE.fullmatch(_plain(argument))
    return found[1].strip(_MARKS) if found else None


def read_games(argument: str) -> str | None:
    """Parse the games in which somebody wants to be a substitute: their names as written, or `all` or `off`."""
    found = _GAMES.fullmatch(_plain(argument))
    value = found[1].strip(_MARKS) if found else None
    return next((name for name in (ALL, OFF) if value and value.lower() in ways(name)), value)


def read_switch(argument: str) -> str | None:
    """Parse `on` or `off`."""
    found = _SWITCH.fullmatch(_plain(argument))
    return ("off" if found["off"] else "on") if found else None


def read_times(argument: str) -> str | None:
    """Parse hours of the day or minutes as numbers, `22-7` or `22:00 to 7 am`, or `off`."""
    written = _plain(argument).lstrip(" :=").lower()
    if written in ways(OFF):
        return OFF
    times = [int(number) % 12 + 12 * (half == "p") if half else int(number) for number, half in _TIME.findall(written)]
    return "-".join(map(str, times)) if times and _NO_TIME.fullmatch(_TIME.sub(" ", written)) else None


def read_holding(argument: str) -> str | None:
    """Parse which moves are held: a value of `Holding`."""
    written = _plain(argument).lower().lstrip(" :=")
    return next((each for each in Holding if written in ways(each)), None)


def read_aliases(argument: str) -> str | None:
    """Parse what to do with one's addresses: nothing, or `remove` one."""
    address = _optional(_ADDRESS, argument)
    return f"remove {address.lower()}" if address else address


def read_number(argument: str) -> str | None:
    """Parse a line number of the log; "" for the last line."""
    number = _optional(_NUMBER, argument)
    return str(int(number)) if number else number


def read_guide(argument: str) -> str | None:
    """Parse a topic as in `read_topic`; "" for the guide to the current game."""
    topic = _optional(_GUIDE, argument)
    return read_topic(f" {topic}") if topic else topic


def read_topic(argument: str) -> str | None:
    """Parse the id of a game, or `moves` for its notation, or both."""
    topic = _plain(argument)
    moves = _MOVES.fullmatch(topic.lstrip())
    named = topic if moves is None else moves["before"] or moves["after"]
    ruleset = game_named(named) if named and topic.startswith(" ") else None
    if moves is None:
        return ruleset
    return f"moves {ruleset}" if ruleset else None if named else "moves"


def _optional(pattern: re.Pattern[str], argument: str) -> str | None:
    """Return what the group of the pattern has found, "" for nothing; None if the argument does not fit."""
    found = pattern.fullmatch(_plain(argument))
    return found and (found[1] or "")


def _plain(argument: str) -> str:
    """Collapse whitespace, and remove punctuation at the end."""
    return re.sub(r"\s+", " ", argument).rstrip(_MARKS)
