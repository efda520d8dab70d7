"""What people ask for by mail: a line that begins with a command, read once into the command and what stands behind it.

Whatever is not known for certain is handed back as what it is: a move for the rules to judge, or something unclear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from rules.json_types import Json
from service.mail.command_table import Command, Kind, Scope
from service.mail.new_games import NewGameIntent, Unclear, read_new_game
from service.mail.personal import read_games, read_guide, read_number, read_setting, read_switch, read_topic
from service.mail.vacation_dates import Away, read_vacation
from service.mail.vocabulary import BEGINNINGS, any_of, following, near_commands
from service.play.planning.grammar import WORDS

_GREETS = re.compile(rf"\W*(?:{any_of('hello')})\b")
_KINDLY, _MARKS = any_of("please"), ".!\"'<>"
_PLEASE = re.compile(
    rf"^\s*(?:(?:{_KINDLY})\b[\s,:.!]*+){{1,3}}|(?:(?<![\s,])[\s,]++(?:{_KINDLY})){{1,3}}(?=[.!\s]*$)", re.IGNORECASE
)
_BEGINNING = "|".join(
    re.escape(way).replace("\\ ", rf"[{_MARKS}]*[\s,]+[{_MARKS}]*") for way in sorted(BEGINNINGS, key=len, reverse=True)
)
_LINE = re.compile(
    rf"\s*+(?:(?:{_KINDLY})\b[\s,:.!]*+){{0,3}}[\s,]*+[{_MARKS}]*+"
    rf"(?P<command>{_BEGINNING})(?=[{_MARKS}]*+(?:[\s,:=]|$))"
    rf"(?P<argument>.*?)(?:(?:(?<![\s,])[\s,]++(?:{_KINDLY})){{1,3}}[.!\s]*+)?",
    re.IGNORECASE | re.DOTALL,
)
"""A please, a command, what stands behind it, and another please."""
_DAYS = re.compile(r"(?:for )?([0-9]{1,4})(?: days?)?")
_NAME = re.compile(r"\s+([\w.-]+)")
_REASON = re.compile(r"(?:\s*:(.*))?", re.DOTALL)
_LEVELS_APART = re.compile(r"\b(level|livello|stufe) (?=[1-9]\b)")
_NO_PLAN = (["off"], ["none"], ["aus"], ["weg"], ["no"], ["via"])
_CONSEQUENCE = re.compile(rf"\b(?:{'|'.join(WORDS['then'])})\b")
_CONDITION = re.compile(rf"(?:{'|'.join(WORDS['if'])})\b")
_ASKS_ONLY = frozenset(
    {Command.HELP, Command.RULES, Command.SHOW, Command.BOARD, Command.LOG, Command.GAMES, Command.RESIGN}
)
ABOUT_ONESELF = frozenset({Command.NAME, Command.ZONE, Command.LANGUAGE, Command.SUBSTITUTE, Command.WORDS})
LOOKED_UP = frozenset({Command.RULES, Command.SHOW})
"""What is shown to whoever asks: guides, and old boards."""
_CONFIRMATIONS = frozenset({"yes", "confirm", "confirmed", "ok"})

MOST_WORDS = 5
"""Of a line that may be a command: longer ones are talk that begins with such a word."""


@dataclass(frozen=True)
class Request:
    """A command and what stands behind it, in English where these are words of ours: yes, days, a name and the like."""

    command: Command
    argument: str = ""

    @property
    def text(self) -> str:
        """How it is written."""
        before = ": " if self.command is Command.REPORT else " "
        return before.join(filter(None, [self.command.english, self.argument]))

    @property
    def changes_nothing(self) -> bool:
        """Whether it only asks for an answer."""
        return self.command in _ASKS_ONLY and self.argument != "yes"


@dataclass(frozen=True)
class Say:
    """Something for the others at the table, in the words of the writer; perhaps nothing at all."""

    text: str


@dataclass(frozen=True)
class Move:
    """Anything else: the rules say whether it is one."""

    text: str


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


TurnIntent: TypeAlias = Request | Say | Away | Move | Consent
DeskIntent: TypeAlias = Request | Away | NewGameIntent | Unclear | Consent
Told: TypeAlias = tuple[str, dict[str, Json]]
"""What comes of a command: the topic of an answer, and what it is to tell."""


@dataclass(frozen=True)
class Line:
    """A line that begins with a command: how that is written, the only language that has it, and what stands behind it.

    `argument` goes without a please at its end, `rest` with it; `is_first` unless a please or a mark comes before all.
    """

    command: Command
    language: str | None
    begun: str
    argument: str
    rest: str
    is_first: bool

    @property
    def words(self) -> Sequence[str]:
        """What stands behind the command in words, in English where they are words of ours."""
        return following(words_of(self.argument.lstrip(_MARKS)))

    @property
    def intent(self) -> Request | Say | Away | NewGameIntent | Unclear | None:
        """What it asks for; None if something stands behind the command that cannot stand there."""
        read = _READERS[self.command.value.kind](self)
        return Request(self.command, read) if isinstance(read, str) else read


def read_line(text: str) -> Line | None:
    """The command that a line begins with, and what stands behind it; None if it begins with none."""
    found = _LINE.fullmatch(text)
    begun = " ".join(words_of(found["command"])) if found else ""
    if found is None or begun not in BEGINNINGS:
        return None
    before, rest = text[: found.start("command")], text[found.start("argument") :]
    return Line(*BEGINNINGS[begun], begun, found["argument"], rest, is_first=not before.strip())


def understand(text: str) -> TurnIntent:
    """What the answer to a turn asks for: what its command does, or else a move.

    All of it in any language of the table, with a please before or behind it; what is said to others keeps it.
    """
    line = read_line(text)
    intent = line.intent if line and Scope.GAME in line.command.value.scope else None
    return Move(text) if intent is None or isinstance(intent, NewGameIntent | Unclear) else intent


def understand_at_desk(text: str) -> DeskIntent:
    """What a mail to the desk asks for: `games`, `help`, `stop`, a confirmation, or `new <game> <opponent> …`.

    An opponent is an address, `level1` and so on for the computer, or `open` for a seat that anyone may take; days,
    options and the like may stand among them, and `late level3` lets the computer play on for who lets a deadline pass.
    Or whatever else is for no single game.
    """
    line = read_line(text)
    if line is None and " ".join(words_of(without_please(text))) in _CONFIRMATIONS:
        return Consent.YES
    match line.intent if line and (Scope.DESK in line.command.value.scope or line.command is Command.SHOW) else None:
        case Request() | Away() | NewGameIntent() | Unclear() as intent:
            return intent
    return Unclear("not-understood", text)


def language_of(text: str) -> str | None:
    """The language of a command (a tag of BCP 47); None if it is one in several languages, or if it is none."""
    line = read_line(text)
    return line.language if line and line.intent is not None else None


def near_request(text: str) -> str | None:
    """The word that a line may be meant for which asks for nothing in answer to a turn."""
    near = near_commands(words_of(without_please(text)))
    return next((command for command in near if not isinstance(understand(command), Move)), None)


def near_order(text: str) -> str | None:
    """The same at the desk."""
    near = near_commands(words_of(without_please(text)))
    return next((command for command in near if not isinstance(understand_at_desk(command), Unclear)), None)


def command_misused(text: str) -> Command | None:
    """The command that a short line begins with; None for talk. Whoever asks knows that it asks for nothing."""
    line = read_line(text)
    if line is None or line.command.value.kind is Kind.TALK:
        return None
    return line.command if len([*line.begun.split(), *line.words]) <= MOST_WORDS else None


def greets(text: str) -> bool:
    """Whether a line begins as people do who have not asked for anything yet."""
    return _GREETS.match(text.strip().lower()) is not None


def without_please(text: str) -> str:
    """The line without the word for please at its beginning or end, in any language; whole if it is nothing else."""
    return _PLEASE.sub("", text) or text


def words_of(text: str) -> list[str]:
    """The words in lower case, without the punctuation that people put round and between them."""
    joined = _LEVELS_APART.sub(r"\1", " ".join(text.lower().replace(",", " ").split()))
    return [word.strip(_MARKS) for word in joined.split()]


def _read_yes(line: Line) -> str | None:
    words = line.words
    return " ".join(words) if words in ([], ["yes"]) else None


def _read_days(line: Line) -> str | None:
    days = _DAYS.fullmatch(" ".join(line.words))
    return str(int(days[1])) if days else _read_yes(line)


def _read_topic(line: Line) -> str | Request | None:
    topic = read_topic(line.argument)
    return Request(Command.RULES, topic) if topic else _read_yes(line)


def _read_talk(line: Line) -> Say | None:
    """Small talk begins with these words in Italian and German: there it takes the colon."""
    is_said = line.begun == "say" or line.rest.lstrip().startswith(":")
    return Say(line.rest.lstrip(" :,").rstrip()) if is_said and line.is_first else None


def _read_plan(line: Line) -> str | None:
    """A plan in any language, whose words `play.planning.grammar` reads; None for other talk that begins so."""
    plan = line.argument.lstrip(f"{_MARKS} :,").rstrip()
    if words_of(plan) in _NO_PLAN:
        return "off"
    is_one = not plan or _CONDITION.match(plan.lower()) or _CONSEQUENCE.search(plan.lower())
    return plan if is_one else None


def _read_reason(line: Line) -> str | None:
    reason = _REASON.fullmatch(line.argument.rstrip(" .!"))
    return (reason[1] or "").strip() if reason else None


def _read_player(line: Line) -> str | None:
    name = _NAME.fullmatch(line.argument.rstrip(" .!"))
    return name[1].lower() if name else None


_READERS: Mapping[Kind, Callable[[Line], str | Request | Say | Away | NewGameIntent | Unclear | None]] = {
    Kind.ALONE: _read_yes,
    Kind.DAYS: _read_days,
    Kind.TOPIC: _read_topic,
    Kind.GUIDE: lambda line: read_guide(line.argument),
    Kind.NUMBER: lambda line: read_number(line.argument),
    Kind.TALK: _read_talk,
    Kind.PLAN: _read_plan,
    Kind.REASON: _read_reason,
    Kind.PLAYER: _read_player,
    Kind.SETTING: lambda line: read_setting(line.argument),
    Kind.GAMES: lambda line: read_games(line.argument),
    Kind.SWITCH: lambda line: read_switch(line.argument),
    Kind.DATES: lambda line: read_vacation(line.begun, line.argument),
    Kind.NEW_GAME: lambda line: read_new_game(following(words_of(line.argument.lstrip(f"{_MARKS} :=")))),
}
"""What stands behind a command, by what may: as text, or as what is asked for where that is more than text."""
