"""What people ask for about themselves (`name zoe`, `zone Europe/Rome`), and what they look up (`rules`). Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from service.mail.vocabulary import any_of, game_named, ways

LONGEST_NUMBER = 6
ALL, OFF = "all", "off"
"""What stands in place of the names of games."""
_SETTING = re.compile(
    rf"(?:my )?(?:(?P<name>{any_of('name')})|(?P<zone>{any_of('zone')})|(?P<language>{any_of('language')}))"
    r"(?:\s*[:=]\s*|\s+(?:is\s+)?)(?P<value>\S+(?: \S+)?)",
    re.IGNORECASE,
)
_SUBSTITUTE = re.compile(
    rf"(?:{any_of('substitute')})(?:\s*[:=]\s*|\s+(?:(?:in|{any_of('for')})\s+)?)(?P<value>\S.*)", re.IGNORECASE
)
_WORDS = re.compile(rf"(?:{any_of('words')})(?: (?:(?P<off>{any_of('off')})|{any_of('on')}))?", re.IGNORECASE)
_SHOW = re.compile(
    rf"(?:{any_of('show')})(?: (?:{any_of('turn')}))?(?: #?(?P<number>[0-9]{{1,{LONGEST_NUMBER}}}))?", re.IGNORECASE
)
_GUIDE = re.compile(
    rf"(?:{any_of('rules')})(?: (?:(?:{any_of('for')}) )?(?P<of>\S.*))?|(?:{any_of('help')}) (?P<topic>\S.*)",
    re.IGNORECASE,
)
_MOVES = re.compile(
    rf"(?:(?P<before>\S.*) )?(?:{any_of('moves')})(?: (?:(?:in|{any_of('for')}) )?(?P<after>\S.*))?",
    re.IGNORECASE,
)
_MARKS = ".!\"'<> "


@dataclass(frozen=True)
class Setting:
    """What of one's account is to change, one of name, zone, language, words and substitute; `value` is as written."""

    what: str
    value: str

    @property
    def text(self) -> str:
        """How it is written."""
        return f"{self.what} {self.value}"


@dataclass(frozen=True)
class Lookup:
    """What is to be shown: `rules` (of the game of that id), `moves` (how to write them), or `show` and a line."""

    what: str
    ruleset: str | None = None
    number: int | None = None

    @property
    def text(self) -> str:
        """How it is written."""
        words = {"moves": "help moves"}.get(self.what, self.what)
        return " ".join([words, *filter(None, [self.ruleset]), *([] if self.number is None else [str(self.number)])])


def read_personal(text: str) -> Setting | Lookup | None:
    """What a line asks for about whoever writes it, or wants to see; None if it asks for neither."""
    line = " ".join(text.split()).strip(_MARKS)
    return _setting(line) or _lookup(line)


def _setting(line: str) -> Setting | None:
    found = _SETTING.fullmatch(line)
    if found is not None:
        what = next(name for name in ("name", "zone", "language") if found[name])
        return Setting(what, found["value"].strip(_MARKS))
    substitute = _SUBSTITUTE.fullmatch(line)
    if substitute is not None:
        value = substitute["value"].strip(_MARKS)
        return Setting("substitute", next((name for name in (ALL, OFF) if value.lower() in ways(name)), value))
    words = _WORDS.fullmatch(line)
    return Setting("words", "off" if words["off"] else "on") if words else None


def _lookup(line: str) -> Lookup | None:
    shown = _SHOW.fullmatch(line)
    if shown is not None:
        return Lookup("show", number=int(shown["number"]) if shown["number"] else None)
    found = _GUIDE.fullmatch(line)
    if found is None:
        return None
    topic = found["of"] or found["topic"]
    return Lookup("rules") if topic is None else _topic(topic)


def _topic(topic: str) -> Lookup | None:
    moves = _MOVES.fullmatch(topic)
    named = topic if moves is None else moves["before"] or moves["after"]
    what = "rules" if moves is None else "moves"
    if named is None:
        return Lookup(what)
    ruleset = game_named(named)
    return Lookup(what, ruleset) if ruleset else None
