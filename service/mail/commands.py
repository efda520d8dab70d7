"""What people ask for by mail: one word to the address of a turn, one line to the desk (`play@`).

Whatever is not known for certain is handed back as what it is: a move for the rules to judge, or something unclear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from rules.json_types import Json
from service.mail import vocabulary
from service.mail.new_games import Unclear, Wish, read_new_game
from service.mail.personal import Lookup, Setting, read_personal
from service.mail.vacation_dates import Away, read_vacation
from service.mail.vocabulary import COMMANDS, any_of, in_english
from service.play.planning.grammar import WORDS

_GREETS = re.compile(rf"\W*(?:{any_of('hello')})\b")
_PLEASE = re.compile(
    rf"^\s*(?:{any_of('please')})\b[\s,:.!]*|(?<![\s,])[\s,]+(?:{any_of('please')})(?=[.!\s]*$)", re.IGNORECASE
)
_SAY = re.compile(rf"(?:say\b[ :,]*|(?:{any_of('say')}) ?: ?)(.*)", re.IGNORECASE | re.DOTALL)
"""Small talk begins with these words in Italian and German: there it takes the colon."""
_REPORT = re.compile(rf"(?:{any_of('report')})(?:\s*:(?P<why>.*))?", re.IGNORECASE | re.DOTALL)
_BLOCK = re.compile(rf"(?:(?P<lift>{any_of('unblock')})|{any_of('block')}) (?P<name>[\w.-]+)", re.IGNORECASE)
_PAUSE = re.compile(r"pause (?:for )?([0-9]{1,4})(?: days?)?")
_LEVELS_APART = re.compile(r"\b(level|livello|stufe) (?=[1-9]\b)")


_PLAN = "plan"
_NO_PLAN = (["off"], ["none"], ["aus"], ["weg"], ["no"], ["via"])
_CONSEQUENCE = re.compile(rf"\b(?:{'|'.join(WORDS['then'])})\b")
_CONDITION = re.compile(rf"[\s:]*(?:{'|'.join(WORDS['if'])})\b")


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
    BACK = "back"
    REMATCH = "rematch"
    STOP_CLOCKS = "stop clocks"
    START_CLOCKS = "start clocks"
    TAKEBACK = "takeback"
    DRAW = "draw"


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


@dataclass(frozen=True)
class Planned:
    """What the writer plans for the turn after; empty to be told what is planned, None for no plan any more."""

    plan: str | None

    @property
    def text(self) -> str:
        """How it is written."""
        return f"{_PLAN} off" if self.plan is None else f"{_PLAN} {self.plan}".strip()


@dataclass(frozen=True)
class Reported:
    """Something that was said is to be looked at by the operator; `why` as far as the writer says it."""

    why: str

    @property
    def text(self) -> str:
        """How it is written."""
        return f"report: {self.why}" if self.why else "report"


@dataclass(frozen=True)
class Blocked:
    """Somebody of that name is not to invite the writer any more, or again."""

    name: str
    is_lifted: bool

    @property
    def text(self) -> str:
        """How it is written."""
        return f"{'unblock' if self.is_lifted else 'block'} {self.name}"


class Consent(StrEnum):
    """What somebody says who is asked."""

    YES = "yes"
    NO = "no"
    NEVER = "never"
    """No, and whoever asks is not to ask again."""

    @property
    def text(self) -> str:
        """The word to write."""
        return self.value


Command = Request | Say | Away | Planned | Reported | Blocked | Setting | Lookup | Move | Consent
Told: TypeAlias = tuple[str, dict[str, Json]]
"""What comes of a command: the topic of an answer, and what it is to tell."""


def without_please(text: str) -> str:
    """The line without the word for please at its beginning or end, in any language; whole if it is nothing else."""
    return _PLEASE.sub("", text) or text


def understand(text: str) -> Command:
    """What the answer to a turn asks for: a word, perhaps with `yes`, days, or what `read_personal` knows; or `say`.

    All of it in any language of the `vocabulary`, with a please before or behind it; what is said to others keeps it.
    """
    asked = _understood(without_please(text))
    return _understood(text) if isinstance(asked, Say | Move) else asked


def _understood(text: str) -> Command:
    words = in_english(words_of(text))
    days = _PAUSE.fullmatch(" ".join(words))
    if days:
        return Request(Word.PAUSE, days=int(days.group(1)))
    if words and words[0] in set(Word) and words[1:] in ([], ["yes"]):
        return Request(Word(words[0]), confirmed=len(words) > 1)
    if (about := _about_somebody(text)) is not None:
        return about
    if in_english(words_of(text.replace(":", " ", 1)))[:1] == [_PLAN] and (planned := _planned(text)) is not None:
        return planned
    said = _SAY.fullmatch(text.strip())
    return Say(said.group(1)) if said else read_vacation(text) or read_personal(text) or Move(text)


def _about_somebody(text: str) -> Reported | Blocked | None:
    """What a line asks to be done about what others say; a report says why behind a colon."""
    reported = _REPORT.fullmatch(text.strip(" .!"))
    if reported is not None:
        return Reported((reported["why"] or "").strip())
    blocked = _BLOCK.fullmatch(text.strip(" .!"))
    return Blocked(blocked["name"].lower(), blocked["lift"] is not None) if blocked else None


def _planned(text: str) -> Planned | None:
    """A plan in any language, whose words `play.planning.grammar` reads; None for other talk that begins so."""
    _, plan = [*re.split(r"[\s:]+", text.strip(), maxsplit=1), ""][:2]
    if words_of(plan) in _NO_PLAN:
        return Planned(None)
    is_one = not plan or _CONDITION.match(plan.lower()) or _CONSEQUENCE.search(plan.lower())
    return Planned(plan) if is_one else None


class DeskWord(StrEnum):
    """What can be asked for at the desk besides a new game."""

    GAMES = "games"
    HELP = "help"
    STOP = "stop"
    YES = "yes"


DeskCommand = DeskWord | Wish | Away | Request | Setting | Lookup | Unclear
_CONFIRMATIONS = frozenset({"yes", "confirm", "confirmed", "ok"})

MOST_WORDS = 5
"""Of a line that may be a command: longer ones are talk that begins with such a word."""


def understand_at_desk(text: str) -> DeskCommand:
    """What a mail to the desk asks for: `games`, `help`, `stop`, a confirmation, or `new <game> <opponent> …`.

    An opponent is an address, `level1` and so on for the computer, or `open` for a seat that anyone may take; days,
    options and the like may stand among them, and `late level3` lets the computer play on for who lets a deadline pass.
    Or whatever `read_personal` knows, and what holds for all games: a vacation, `pause` and `resume`.
    """
    asked = without_please(text)
    words = in_english(words_of(asked))
    if words[:1] == ["new"]:
        return read_new_game(words[1:])
    only = words[0] if len(words) == 1 else ""
    if only in _CONFIRMATIONS:
        return DeskWord.YES
    if only in set(DeskWord):
        return DeskWord(only)
    match understand(asked):
        case Away() | Request(Word.PAUSE | Word.RESUME) as for_all_games:
            return for_all_games
    return read_personal(asked) or Unclear("not-understood", text)


def language_of(text: str) -> str | None:
    """The language of a command (a tag of BCP 47); None if it is one in several languages, or if it is none."""
    asked = understand_at_desk(text)
    is_command = not isinstance(understand(text), Move) or asked != Unclear("not-understood", text)
    return vocabulary.language_of(words_of(without_please(text))) if is_command else None


def near_request(text: str) -> str | None:
    """The word that a line may be meant for which asks for nothing in answer to a turn."""
    near = vocabulary.near_commands(words_of(without_please(text)))
    return next((command for command in near if not isinstance(understand(command), Move)), None)


def near_order(text: str) -> str | None:
    """The same at the desk."""
    near = vocabulary.near_commands(words_of(without_please(text)))
    return next((command for command in near if not isinstance(understand_at_desk(command), Unclear)), None)


def greets(text: str) -> bool:
    """Whether a line begins as people do who have not asked for anything yet."""
    return _GREETS.match(text.strip().lower()) is not None


def words_of(text: str) -> list[str]:
    """The words in lower case, without the punctuation that people put round and between them."""
    joined = _LEVELS_APART.sub(r"\1", " ".join(text.lower().replace(",", " ").split()))
    return [word.strip(".!\"'<>") for word in joined.split()]


def command_misused(text: str) -> str | None:
    """The command that a short line begins with, in English; None for talk. Whoever asks knows that it is no wish."""
    words = words_of(without_please(text))
    begun = in_english(words)[:1]
    return begun[0] if len(words) <= MOST_WORDS and begun and begun[0] in COMMANDS else None
