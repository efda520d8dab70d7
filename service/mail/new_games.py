"""Parser for the command `new`: the game, its players and its terms. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import rules
from service.beacon.promises import LONGEST, SHORTEST
from service.language.errors import Invalid
from service.mail.vocabulary import any_of, game_at_beginning, ways
from service.models import OnTimeout, Visibility
from service.play.games import MAX_LEVEL, MIN_LEVEL, NewGame, SeatWish
from service.play.matches.series import LENGTHS
from service.play.proposals import MOST_GRACE
from service.play.timekeeping import MOST_DAYS, MOST_MINUTES, MOST_SECONDS, Fast
from service.security.addresses import normalise

LONGEST_TIME = 3
"""Digits of a number of days."""
_LEVELS = f"[{MIN_LEVEL}-{MAX_LEVEL}]"
_LEVEL = re.compile(rf"(?:{any_of('level')}) ?({_LEVELS})")
_LATE = re.compile(rf"(?:{any_of('late')}) (?:{any_of('level')}) ?({_LEVELS})")
_REPLACED = re.compile(rf"(?:{any_of('late')}) (?:{any_of('substitute')})")
_NUMBER = f"([0-9]{{1,{LONGEST_TIME}}})"
_DAYS = re.compile(rf"(?:{any_of('days')}) {_NUMBER}|{_NUMBER} (?:{any_of('days')})")
_LAYOUT = re.compile(rf"(?:{any_of('layout')}) (?:https?://\S+/games/)?#?(\w{{1,16}})")
_GRACE = re.compile(rf"(?:{any_of('grace')}) ([0-9]{{1,2}})")
_BEACON = re.compile(rf"(?:{any_of('beacon')}) ([0-9]{{1,{len(str(LONGEST))}}})")
_SERIES = re.compile(rf"(?:{any_of('series')}) ([0-9])")
_FAST = re.compile(rf"(?:{any_of('fast')}) ([0-9]{{1,3}})(?: ?\+ ?([0-9]{{1,3}}))?")
_FREE = re.compile(r"(weekends|nights) off")
TERMS = ("level", "days", "fast", "grace", "beacon", "series", "late", "layout")
"""Words followed by a number or another value."""
_SAID = {"match": "is_match", "bot": "with_bot"}
"""Fields of an intent that a word sets."""
_MOST_WORDS = 4
"""Words of one term, such as a layout."""


Term: TypeAlias = int | bool | Visibility | OnTimeout | Fast
"""The value of a term."""


@dataclass(frozen=True)
class NewGameIntent:
    """A new game that the sender wants to play; `layout_of` is the number or id of a game whose layout it takes."""

    game: NewGame
    is_match: bool = False
    layout_of: str | None = None
    with_anybody: bool = False
    """Whether it is a challenge in the lobby and not a game that waits for one player."""
    with_bot: bool = False
    """Whether any free bot is invited."""


@dataclass(frozen=True)
class Unclear:
    """A line that could not be parsed, or a game that does not exist.

    `code` is one of not-understood, no-game, no-such-ruleset, no-opponents, bad-seat, bad-term. `word` is the word that
    failed; for bad-term, the term in English.
    """

    code: str
    word: str


def read_new_game(words: Sequence[str], *, with_anybody: bool = False) -> NewGameIntent | Unclear:
    """Parse the words after `new`, or with anybody after `find`."""
    name, rest = game_at_beginning(words)
    if name is None:
        return Unclear("no-such-ruleset", words[0]) if words else Unclear("no-game", "")
    ruleset = rules.game(name)
    intent = NewGameIntent(NewGame(name, [SeatWish(me=True)]), with_anybody=with_anybody)
    while rest:
        for count in range(min(_MOST_WORDS, len(rest)), 0, -1):
            more = _with(intent, " ".join(rest[:count]), ruleset)
            if more is not None:
                intent, rest = more, rest[count:]
                break
        else:
            return _stumbled(rest)
    waits = intent.with_anybody or intent.with_bot
    is_alone = len(intent.game.seats) == 1 and 1 not in ruleset.players
    return Unclear("no-opponents", name) if is_alone and not waits else intent


def _stumbled(words: Sequence[str]) -> Unclear:
    """Classify words that fit nowhere: a known term may lack its value."""
    first = re.sub(r"\d+\Z", "", words[0])
    behind = words[1] if words[0].isdigit() and len(words) > 1 else ""
    term = next((term for term in TERMS if {first, behind, " ".join(words[:2])} & set(ways(term))), None)
    return Unclear("bad-term", term) if term else Unclear("bad-seat", words[0])


def _with(intent: NewGameIntent, text: str, ruleset: rules.Game) -> NewGameIntent | None:
    """Add a seat, a term or an option to the intent; None if the text is none."""
    game = intent.game
    if seat := _seat(text):
        return replace(intent, game=replace(game, seats=[*game.seats, seat]))
    if said := next((said for word, said in _SAID.items() if text in ways(word)), None):
        return replace(intent, **{said: True})  # type: ignore[arg-type]
    if found := _LAYOUT.fullmatch(text):
        return replace(intent, layout_of=found[1])
    if term := _term(text):
        return replace(intent, game=replace(game, **term))  # type: ignore[arg-type]
    chosen = dict(_chosen(text, ruleset))
    return replace(intent, game=replace(game, options={**game.options, **chosen})) if len(chosen) == 1 else None


def _term(text: str) -> Mapping[str, Term]:
    for pattern, read in _TERMS:
        if found := pattern.fullmatch(text):
            return read(found)
    if text in ways("rated"):
        return {"rated": True}
    named = next((each for each in Visibility if text in ways(each.value)), None)
    return {"visibility": named} if named else {}


def _within(term: str, number: str, least: int, most: int) -> Mapping[str, Term]:
    return {term: int(number)} if least <= int(number) <= most else {}


def _fast(found: re.Match[str]) -> Mapping[str, Term]:
    fast = Fast(int(found[1]), int(found[2] or 0))
    return {"fast": fast} if 0 < fast.minutes <= MOST_MINUTES and fast.seconds_per_move <= MOST_SECONDS else {}


_TERMS: Sequence[tuple[re.Pattern[str], Callable[[re.Match[str]], Mapping[str, Term]]]] = (
    (_GRACE, lambda found: _within("grace_minutes", found[1], 1, MOST_GRACE)),
    (_BEACON, lambda found: _within("beacon_minutes", found[1], SHORTEST, LONGEST)),
    (_FAST, _fast),
    (_DAYS, lambda found: _within("days_per_move", found[1] or found[2], 1, MOST_DAYS)),
    (_FREE, lambda found: {f"{found[1]}_off": True}),
    (_SERIES, lambda found: {"first_to": int(found[1])} if int(found[1]) in LENGTHS else {}),
    (_REPLACED, lambda _: {"on_timeout": OnTimeout.SUBSTITUTE}),
    (_LATE, lambda found: {"on_timeout": OnTimeout.COMPUTER, "stand_in_level": int(found[1])}),
)
"""Parsers of terms by pattern."""


def _chosen(text: str, ruleset: rules.Game) -> Iterator[tuple[str, str]]:
    """Yield the options that the text sets, by name and value or by a value alone."""
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
