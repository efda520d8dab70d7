"""What stands behind the word `new`: the game, who is to play, and what else a table agrees on. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import rules
from service.core.addresses import normalise
from service.core.errors import Invalid
from service.mail.game_names import game_at_beginning
from service.mail.vocabulary import any_of, ways
from service.models import OnTimeout, Visibility
from service.play.chance.promises import LONGEST, SHORTEST
from service.play.games import NewGame, SeatWish
from service.play.proposals import MOST_GRACE
from service.play.timekeeping.terms import MOST_MINUTES, MOST_SECONDS, Fast

LONGEST_TIME = 3
"""Digits of a number of days."""
_LEVEL = re.compile(rf"(?:{any_of('level')}) ?([1-9])")
_LATE = re.compile(rf"(?:{any_of('late')}) (?:{any_of('level')}) ?([1-9])")
_REPLACED = re.compile(rf"(?:{any_of('late')}) (?:{any_of('substitute')})")
_NUMBER = f"([0-9]{{1,{LONGEST_TIME}}})"
_DAYS = re.compile(rf"(?:{any_of('days')}) {_NUMBER}|{_NUMBER} (?:{any_of('days')})")
_LAYOUT = re.compile(rf"(?:{any_of('layout')}) (?:https?://\S+/games/)?#?(\w{{1,16}})")
_GRACE = re.compile(rf"(?:{any_of('grace')}) ([0-9]{{1,2}})")
_BEACON = re.compile(rf"(?:{any_of('beacon')}) ([0-9]{{1,{len(str(LONGEST))}}})")
_SERIES = re.compile(rf"(?:{any_of('series')}) ([0-9])")
_FAST = re.compile(rf"(?:{any_of('fast')}) ([0-9]{{1,3}})(?: ?\+ ?([0-9]{{1,3}}))?")
_FREE = re.compile(r"(weekends|nights) off")
_SAID = {"match": "is_match", "anybody": "with_anybody", "bot": "with_bot"}
"""What of a wish is so once a word was written."""
_MOST_WORDS = 4
"""Of one thing, such as a layout."""


Term: TypeAlias = int | bool | Visibility | OnTimeout | Fast
"""What is agreed on of one thing."""


@dataclass(frozen=True)
class Wish:
    """A game that the sender wants to play; on the layout of the game of that number or id, if one is named."""

    game: NewGame
    is_match: bool = False
    layout_of: str | None = None
    with_anybody: bool = False
    """Whether it is a challenge that is to stand, and not a game that waits for somebody."""
    with_bot: bool = False
    """Whether any bot that is free is to take a seat."""


@dataclass(frozen=True)
class Unclear:
    """Neither a word nor a game that can be had.

    `code` is one of not-understood, no-such-ruleset, no-opponents, bad-seat; `word` is what it stumbled on.
    """

    code: str
    word: str


@dataclass(frozen=True)
class _Agreed:
    """What is read so far."""

    seats: tuple[SeatWish, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, Term] = field(default_factory=dict)
    is_match: bool = False
    layout_of: str | None = None
    with_anybody: bool = False
    with_bot: bool = False


def read_new_game(words: Sequence[str]) -> Wish | Unclear:
    """What the words behind `new` ask for."""
    name, rest = game_at_beginning(words)
    if name is None:
        return Unclear("no-such-ruleset", words[0] if words else "")
    ruleset, agreed = rules.game(name), _Agreed()
    while rest:
        for count in range(min(_MOST_WORDS, len(rest)), 0, -1):
            more = _with(agreed, " ".join(rest[:count]), ruleset)
            if more is not None:
                agreed, rest = more, rest[count:]
                break
        else:
            return Unclear("bad-seat", rest[0])
    seats = [SeatWish(me=True), *agreed.seats]
    waits = agreed.with_anybody or agreed.with_bot
    if len(seats) == 1 and 1 not in ruleset.players and not waits:
        return Unclear("no-opponents", words[0])
    game = NewGame(name, seats, options=agreed.options)
    how = agreed.is_match, agreed.layout_of, agreed.with_anybody, agreed.with_bot
    return Wish(replace(game, **agreed.terms), *how)  # type: ignore[arg-type]


def _with(agreed: _Agreed, text: str, ruleset: rules.Game) -> _Agreed | None:
    """What is agreed with one more thing; None if the text is none."""
    if seat := _seat(text):
        return replace(agreed, seats=(*agreed.seats, seat))
    if said := next((said for word, said in _SAID.items() if text in ways(word)), None):
        return replace(agreed, **{said: True})  # type: ignore[arg-type]
    if found := _LAYOUT.fullmatch(text):
        return replace(agreed, layout_of=found[1])
    if term := _term(text):
        return replace(agreed, terms={**agreed.terms, **term})
    chosen = dict(_chosen(text, ruleset))
    return replace(agreed, options={**agreed.options, **chosen}) if len(chosen) == 1 else None


def _term(text: str) -> Mapping[str, Term]:
    for pattern, read in _TERMS:
        if found := pattern.fullmatch(text):
            return read(found)
    named = next((each for each in Visibility if text in ways(each.value)), None)
    return {"visibility": named} if named else {}


def _grace(found: re.Match[str]) -> Mapping[str, Term]:
    minutes = int(found[1])
    return {"grace_minutes": minutes} if 0 < minutes <= MOST_GRACE else {}


def _beacon(found: re.Match[str]) -> Mapping[str, Term]:
    minutes = int(found[1])
    return {"beacon_minutes": minutes} if SHORTEST <= minutes <= LONGEST else {}


def _fast(found: re.Match[str]) -> Mapping[str, Term]:
    fast = Fast(int(found[1]), int(found[2] or 0))
    return {"fast": fast} if 0 < fast.minutes <= MOST_MINUTES and fast.seconds_per_move <= MOST_SECONDS else {}


_TERMS: Sequence[tuple[re.Pattern[str], Callable[[re.Match[str]], Mapping[str, Term]]]] = (
    (_GRACE, _grace),
    (_BEACON, _beacon),
    (_FAST, _fast),
    (_DAYS, lambda found: {"days_per_move": int(found[1] or found[2])}),
    (_FREE, lambda found: {f"{found[1]}_off": True}),
    (_SERIES, lambda found: {"first_to": int(found[1])}),
    (_REPLACED, lambda _: {"on_timeout": OnTimeout.SUBSTITUTE}),
    (_LATE, lambda found: {"on_timeout": OnTimeout.COMPUTER, "stand_in_level": int(found[1])}),
)
"""What a table agrees on in words of its own."""


def _chosen(text: str, ruleset: rules.Game) -> Iterator[tuple[str, str]]:
    """The options that the text chooses a value of: by name and value, or by a value that only one of them has."""
    for name, option in ruleset.options.items():
        for value in option.values:
            if text in (value, f"{name} {value}", f"{name}={value}", f"{name}: {value}"):
                yield name, value


def _seat(text: str) -> SeatWish | None:
    level = _LEVEL.fullmatch(text)
    if level:
        return SeatWish(ai=int(level[1]))
    if text in ways("open"):
        return SeatWish(open=True)
    try:
        return SeatWish(email=normalise(text)) if " " not in text else None
    except Invalid:
        return None
