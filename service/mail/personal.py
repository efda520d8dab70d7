"""What people ask for about themselves (`name zoe`, `zone Europe/Rome`), and what they look up (`rules`). Pure.

Each reader gets what stands behind a command, whitespace or a colon first, and returns None if it cannot stand there.
"""

from __future__ import annotations

import re

from service.mail.vocabulary import any_of, game_named, ways

LONGEST_NUMBER = 6
ALL, OFF = "all", "off"
"""What stands in place of the names of games."""
_VALUE = re.compile(r"(?: ?[:=] ?| (?:is )?)(\S+(?: \S+)?)", re.IGNORECASE)
_GAMES = re.compile(rf"(?: ?[:=] ?| (?:(?:in|{any_of('for')}) )?)(\S.*)", re.IGNORECASE)
_SWITCH = re.compile(rf"(?: (?:(?P<off>{any_of('off')})|{any_of('on')}))?", re.IGNORECASE)
_NUMBER = re.compile(rf"(?: (?:{any_of('turn')}))?(?: #?([0-9]{{1,{LONGEST_NUMBER}}}))?", re.IGNORECASE)
_GUIDE = re.compile(rf"(?: (?:(?:{any_of('for')}) )?(\S.*))?", re.IGNORECASE)
_MOVES = re.compile(
    rf"(?:(?P<before>\S.*) )?(?:{any_of('moves')})(?: (?:(?:in|{any_of('for')}) )?(?P<after>\S.*))?",
    re.IGNORECASE,
)
_MARKS = ".!\"'<> "


def read_setting(argument: str) -> str | None:
    """What a name, zone or language is to be."""
    found = _VALUE.fullmatch(_plain(argument))
    return found[1].strip(_MARKS) if found else None


def read_games(argument: str) -> str | None:
    """The games in which somebody is asked to take a seat over: their names as written, or `all` or `off`."""
    found = _GAMES.fullmatch(_plain(argument))
    value = found[1].strip(_MARKS) if found else None
    return next((name for name in (ALL, OFF) if value and value.lower() in ways(name)), value)


def read_switch(argument: str) -> str | None:
    """Whether boards are told in words: `on` or `off`."""
    found = _SWITCH.fullmatch(_plain(argument))
    return ("off" if found["off"] else "on") if found else None


def read_number(argument: str) -> str | None:
    """The line of the log after which the board is to be shown; nothing for the last."""
    found = _NUMBER.fullmatch(_plain(argument))
    if found is None:
        return None
    return str(int(found[1])) if found[1] else ""


def read_guide(argument: str) -> str | None:
    """A topic as `read_topic` has it, or nothing for the guide to the game at hand."""
    found = _GUIDE.fullmatch(_plain(argument))
    if found is None:
        return None
    return read_topic(f" {found[1]}") if found[1] else ""


def read_topic(argument: str) -> str | None:
    """The id of a game, or `moves` for how to write moves, or both."""
    topic = _plain(argument)
    moves = _MOVES.fullmatch(topic.lstrip())
    named = topic if moves is None else moves["before"] or moves["after"]
    ruleset = game_named(named) if named and topic.startswith(" ") else None
    if moves is None:
        return ruleset
    return f"moves {ruleset}" if ruleset else None if named else "moves"


def _plain(argument: str) -> str:
    """It with one space in place of each stretch of them, and without marks at its end."""
    return re.sub(r"\s+", " ", argument).rstrip(_MARKS)
