"""What people ask for by mail: one word to the address of a turn, one line to the desk (`play@`).

Whatever is not known for certain is handed back as what it is: a move for the rules to judge, or something unclear.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import rules
from rules import UnknownGame
from service.core.addresses import normalise
from service.core.errors import Invalid
from service.play.games import NewGame, SeatWish

_LEVEL = re.compile(r"level ?([1-9])")
_SAY = re.compile(r"say\b[ :,]*(.*)", re.IGNORECASE | re.DOTALL)
_PAUSE = re.compile(r"pause (?:for )?([0-9]{1,4})(?: days?)?")
_LEVELS_APART = re.compile(r"\blevel (?=[1-9]\b)")


class Word(StrEnum):
    """What can be asked for in answer to a turn, in place of a move."""

    RESIGN = "resign"
    HELP = "help"
    BOARD = "board"
    LOG = "log"
    PAUSE = "pause"
    RESUME = "resume"
    MUTE = "mute"
    UNMUTE = "unmute"


_ASKS_ONLY = frozenset({Word.HELP, Word.BOARD, Word.LOG, Word.RESIGN})


@dataclass(frozen=True)
class Request:
    """One of the words; `confirmed` if `yes` follows it, `days` if a number of them follows `pause`."""

    word: Word
    confirmed: bool = False
    days: int | None = None

    @property
    def text(self) -> str:
        """How it is written."""
        return " ".join(
            [self.word, *(["yes"] if self.confirmed else []), *([] if self.days is None else [str(self.days)])]
        )

    @property
    def changes_nothing(self) -> bool:
        """Whether it only asks for an answer."""
        return self.word in _ASKS_ONLY and not self.confirmed


@dataclass(frozen=True)
class Say:
    """Something for the others at the table, in the words of the writer; perhaps nothing at all."""

    text: str


@dataclass(frozen=True)
class Move:
    """Anything else: the rules say whether it is one."""

    text: str


Command = Request | Say | Move


def understand(text: str) -> Command:
    """What the answer to a turn asks for: a single word, a word and `yes`, `pause` and a number of days, or `say`."""
    words = _words(text)
    days = _PAUSE.fullmatch(" ".join(words))
    if days:
        return Request(Word.PAUSE, days=int(days.group(1)))
    if words and words[0] in set(Word) and words[1:] in ([], ["yes"]):
        return Request(Word(words[0]), confirmed=len(words) > 1)
    said = _SAY.fullmatch(text.strip())
    return Say(said.group(1)) if said else Move(text)


class DeskWord(StrEnum):
    """What can be asked for at the desk besides a new game."""

    GAMES = "games"
    HELP = "help"
    STOP = "stop"
    YES = "yes"


@dataclass(frozen=True)
class Wish:
    """A game that the sender, who sits first, wants to play."""

    game: NewGame


@dataclass(frozen=True)
class Unclear:
    """Neither a word nor a game that can be had.

    `code` is one of not-understood, no-such-ruleset, no-opponents, bad-seat; `word` is what it stumbled on.
    """

    code: str
    word: str


DeskCommand = DeskWord | Wish | Unclear
_CONFIRMATIONS = frozenset({"yes", "confirm", "confirmed", "ok"})


def understand_at_desk(text: str) -> DeskCommand:
    """What a mail to the desk asks for: `games`, `help`, `stop`, a confirmation, or `new <game> <opponent> …`.

    An opponent is an address, `level1` and so on for the computer, or `open` for a seat that anyone may take.
    """
    words = _words(text)
    if words[:1] == ["new"]:
        return _wish(words[1:])
    only = words[0] if len(words) == 1 else ""
    if only in _CONFIRMATIONS:
        return DeskWord.YES
    return DeskWord(only) if only in set(DeskWord) else Unclear("not-understood", text)


def _wish(words: Sequence[str]) -> DeskCommand:
    if not words:
        return Unclear("no-such-ruleset", "")
    name, *opponents = words
    try:
        game = rules.game(name)
    except UnknownGame:
        return Unclear("no-such-ruleset", name)
    seats = [_seat(word) for word in opponents]
    unknown = next((word for word, seat in zip(opponents, seats, strict=True) if seat is None), None)
    if unknown is not None:
        return Unclear("bad-seat", unknown)
    wishes = [SeatWish(me=True), *(seat for seat in seats if seat)]
    return Wish(NewGame(game.id, wishes)) if opponents else Unclear("no-opponents", name)


def _seat(word: str) -> SeatWish | None:
    level = _LEVEL.fullmatch(word)
    if level:
        return SeatWish(ai=int(level.group(1)))
    if word == "open":
        return SeatWish(open=True)
    try:
        return SeatWish(email=normalise(word))
    except Invalid:
        return None


def _words(text: str) -> list[str]:
    """The words in lower case, without the punctuation that people put round and between them."""
    joined = _LEVELS_APART.sub("level", " ".join(text.lower().replace(",", " ").split()))
    return [word.strip(".!\"'<>") for word in joined.split()]
