"""What stands behind the word `new`: the game, who is to play, and what else a table agrees on. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import rules
from service.core.addresses import normalise
from service.core.errors import Invalid
from service.mail.game_names import game_at_beginning
from service.mail.vocabulary import any_of, ways
from service.models import OnTimeout, Visibility
from service.play.games import NewGame, SeatWish
from service.play.proposals import MOST_GRACE

LONGEST_TIME = 3
"""Digits of a number of days."""
_LEVEL = re.compile(rf"(?:{any_of('level')}) ?([1-9])")
_LATE = re.compile(rf"(?:{any_of('late')}) (?:{any_of('level')}) ?([1-9])")
_NUMBER = f"([0-9]{{1,{LONGEST_TIME}}})"
_DAYS = re.compile(rf"(?:{any_of('days')}) {_NUMBER}|{_NUMBER} (?:{any_of('days')})")
_LAYOUT = re.compile(rf"(?:{any_of('layout')}) (?:https?://\S+/games/)?#?(\w{{1,16}})")
_GRACE = re.compile(rf"(?:{any_of('grace')}) ([0-9]{{1,2}})")
_SERIES = re.compile(rf"(?:{any_of('series')}) ([0-9])")
_FREE = re.compile(r"(weekends|nights) off")
_MOST_WORDS = 4
"""Of one thing, such as a layout."""


@dataclass(frozen=True)
class Wish:
    """A game that the sender wants to play; on the layout of the game of that number or id, if one is named."""

    game: NewGame
    is_match: bool = False
    layout_of: str | None = None


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
    terms: Mapping[str, int | bool | Visibility | OnTimeout] = field(default_factory=dict)
    is_match: bool = False
    layout_of: str | None = None


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
    if len(seats) == 1 and 1 not in ruleset.players:
        return Unclear("no-opponents", words[0])
    game = NewGame(name, seats, options=agreed.options)
    return Wish(replace(game, **agreed.terms), agreed.is_match, agreed.layout_of)  # type: ignore[arg-type]


def _with(agreed: _Agreed, text: str, ruleset: rules.Game) -> _Agreed | None:
    """What is agreed with one more thing; None if the text is none."""
    if seat := _seat(text):
        return replace(agreed, seats=(*agreed.seats, seat))
    if text in ways("match"):
        return replace(agreed, is_match=True)
    if found := _LAYOUT.fullmatch(text):
        return replace(agreed, layout_of=found[1])
    if term := _term(text):
        return replace(agreed, terms={**agreed.terms, **term})
    chosen = dict(_chosen(text, ruleset))
    return replace(agreed, options={**agreed.options, **chosen}) if len(chosen) == 1 else None


def _term(text: str) -> Mapping[str, int | bool | Visibility | OnTimeout]:
    days, free, late, series = (each.fullmatch(text) for each in (_DAYS, _FREE, _LATE, _SERIES))
    if (grace := _GRACE.fullmatch(text)) and 0 < int(grace[1]) <= MOST_GRACE:
        return {"grace_minutes": int(grace[1])}
    if days:
        return {"days_per_move": int(days[1] or days[2])}
    if free:
        return {f"{free[1]}_off": True}
    if series:
        return {"first_to": int(series[1])}
    if late:
        return {"on_timeout": OnTimeout.COMPUTER, "stand_in_level": int(late[1])}
    named = next((each for each in Visibility if text in ways(each.value)), None)
    return {"visibility": named} if named else {}


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
