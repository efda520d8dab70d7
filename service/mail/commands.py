"""Parser for email commands: splits a line into a command and its argument.

Text that is not certainly a command is returned as a move, for the rules to judge, or as unclear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from rules.json_types import Json
from service.mail.command_table import ArgumentKind, Command, Scope
from service.mail.new_games import NewGameIntent, Unclear, read_new_game
from service.mail.personal import (
    read_aliases,
    read_games,
    read_guide,
    read_holding,
    read_number,
    read_setting,
    read_switch,
    read_times,
    read_topic,
)
from service.mail.vacation_dates import Away, read_vacation
from service.mail.vocabulary import BEGINNINGS, any_of, following, near_commands, ways
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
"""A please, a command, its argument, and another please."""
_DAYS = re.compile(r"(?:for )?([0-9]{1,4})(?: days?)?")
_NAME = re.compile(r"\s+([\w.-]+)")
_REASON = re.compile(r"(?:\s*:(.*))?", re.DOTALL)
_LEVELS_APART = re.compile(r"\b(level|livello|stufe) (?=[1-9]\b)")
_NO_PLAN = (["off"], ["none"], ["aus"], ["weg"], ["no"], ["via"])
_CONSEQUENCE = re.compile(rf"\b(?:{'|'.join(WORDS['then'])})\b")
_CONDITION = re.compile(rf"(?:{'|'.join(WORDS['if'])})\b")
_ASKS_ONLY = frozenset(
    {
        *(Command.HELP, Command.RULES, Command.SHOW, Command.BOARD, Command.LOG, Command.GAMES, Command.TOURNAMENTS),
        Command.RESIGN,
    }
)
WHEN_MAILED = frozenset({Command.QUIET, Command.DIGEST, Command.IDLE})
"""Commands that choose when emails about games come."""
ABOUT_ONESELF = WHEN_MAILED | {
    *(Command.NAME, Command.ZONE, Command.LANGUAGE, Command.SUBSTITUTE, Command.WORDS, Command.HOLDS, Command.ALIASES),
}
OF_TOURNAMENTS = frozenset({Command.TOURNAMENTS, Command.ENTER, Command.WITHDRAW})
LOOKED_UP = frozenset({Command.RULES, Command.SHOW, Command.GAMES})
"""Commands that only look something up: guides, earlier positions, and one's games."""
_CONFIRMATIONS = frozenset({"yes", "confirm", "confirmed", "ok"})

MOST_WORDS = 5
"""Words of a line that may be a misused command; longer lines are talk that begins with such a word."""


@dataclass(frozen=True)
class Request:
    """A command and its argument. Words of ours in the argument are in English: yes, a number of days and so on."""

    command: Command
    argument: str = ""

    @property
    def text(self) -> str:
        """Return the command line in English."""
        before = ": " if self.command is Command.REPORT else " "
        return before.join(filter(None, [self.command.english, self.argument]))

    @property
    def changes_nothing(self) -> bool:
        """Check whether the command only asks for information."""
        is_list = self.command is Command.ALIASES and not self.argument
        return is_list or (self.command in _ASKS_ONLY and self.argument != "yes")


@dataclass(frozen=True)
class Say:
    """A chat message to the other players, in the writer's words; may be empty."""

    text: str


@dataclass(frozen=True)
class Move:
    """Any other text; the rules decide whether it is a move."""

    text: str


class Consent(StrEnum):
    """A reply to a question."""

    YES = "yes"
    NO = "no"
    NEVER = "never"
    """No, and block the person who asks."""
    ALWAYS = "always"
    """Yes, and accept the writer's address from now on."""

    @property
    def text(self) -> str:
        """Return the word to write."""
        return self.value


TurnIntent: TypeAlias = Request | Say | Away | Move | Consent
GeneralIntent: TypeAlias = Request | Away | NewGameIntent | Unclear | Consent
Told: TypeAlias = tuple[str, dict[str, Json]]
"""The topic and the data of the answer to a command."""


@dataclass(frozen=True)
class CommandLine:
    """A line that begins with a command: the command, its language if it is in only one, its wording, and its argument.

    `argument` has no please at its end, `rest` keeps it. `is_first` is False after a please or punctuation.
    """

    command: Command
    language: str | None
    begun: str
    argument: str
    rest: str
    is_first: bool

    @property
    def words(self) -> Sequence[str]:
        """Return the words of the argument, in English where they are words of ours."""
        return following(words_of(self.argument.lstrip(_MARKS)))

    @property
    def intent(self) -> Request | Say | Away | NewGameIntent | Unclear | None:
        """Return the parsed intent; None if the argument does not fit the command."""
        read = _READERS[self.command.value.kind](self)
        return Request(self.command, read) if isinstance(read, str) else read


def read_line(text: str) -> CommandLine | None:
    """Split a line into a command and its argument; None if it begins with no command."""
    found = _LINE.fullmatch(text)
    begun = " ".join(words_of(found["command"])) if found else ""
    if found is None or begun not in BEGINNINGS:
        return None
    before, rest = text[: found.start("command")], text[found.start("argument") :]
    return CommandLine(*BEGINNINGS[begun], begun, found["argument"], rest, is_first=not before.strip())


def understand(text: str) -> TurnIntent:
    """Parse a reply to an email about a turn: the command's intent, else a move.

    Commands are understood in every language of the command table, with a please before or after them. A chat message
    keeps its please.
    """
    line = read_line(text)
    intent = line.intent if line and Scope.GAME in line.command.value.scope else None
    return Move(text) if intent is None or isinstance(intent, NewGameIntent | Unclear) else intent


def understand_general(text: str) -> GeneralIntent:
    """Parse a line to the general address: `games`, `help`, `stop`, a confirmation, or `new <game> <opponent> …`.

    An opponent is an address, `level1` and so on for the computer, or `open` for a seat that anyone may take. Days,
    options and other terms may come between them; `late level3` lets the computer play on for a player who runs out of
    time. Commands for all games and about one's own account are parsed too.
    """
    line = read_line(text)
    if line is None and " ".join(words_of(without_please(text))) in _CONFIRMATIONS:
        return Consent.YES
    match line.intent if line and (Scope.GENERAL in line.command.value.scope or line.command is Command.SHOW) else None:
        case Request() | Away() | NewGameIntent() | Unclear() as intent:
            return intent
    return Unclear("not-understood", text)


def language_of(text: str) -> str | None:
    """Return the language of a command (a BCP 47 tag); None if several languages share it, or if the line is none."""
    line = read_line(text)
    return line.language if line and line.intent is not None else None


def near_request(text: str) -> str | None:
    """Suggest the command that a mistyped line may mean in reply to a turn."""
    near = near_commands(words_of(without_please(text)))
    return next((command for command in near if not isinstance(understand(command), Move)), None)


def near_order(text: str) -> str | None:
    """Suggest the command that a mistyped line to the general address may mean."""
    near = near_commands(words_of(without_please(text)))
    return next((command for command in near if not isinstance(understand_general(command), Unclear)), None)


def command_misused(text: str) -> Command | None:
    """Return the command that a short line begins with; None for talk. The caller knows that the line has no intent.

    An undo may be explained at length, and conditional moves may lack their command.
    """
    line = read_line(text)
    if line is None and _CONDITION.match(text.lower()) and _CONSEQUENCE.search(text.lower()):
        return Command.PLAN
    if line is None or line.command.value.kind is ArgumentKind.TALK:
        return None
    is_short = len([*line.begun.split(), *line.words]) <= MOST_WORDS
    return line.command if is_short or line.command is Command.TAKEBACK else None


def greets(text: str) -> bool:
    """Check whether a line greets, as people do who have not asked for anything yet."""
    return _GREETS.match(text.strip().lower()) is not None


def without_please(text: str) -> str:
    """Remove the word for please at the beginning or end, in any language; keep a line that is nothing else."""
    return _PLEASE.sub("", text) or text


def words_of(text: str) -> list[str]:
    """Split into words in lower case, without punctuation around them."""
    joined = _LEVELS_APART.sub(r"\1", " ".join(text.lower().replace(",", " ").split()))
    return [word.strip(_MARKS) for word in joined.split()]


def _read_yes(line: CommandLine) -> str | None:
    words = line.words
    return " ".join(words) if words in ([], ["yes"]) else None


def _read_days(line: CommandLine) -> str | None:
    days = _DAYS.fullmatch(" ".join(line.words))
    return str(int(days[1])) if days else _read_yes(line)


def _read_topic(line: CommandLine) -> str | Request | None:
    topic = read_topic(line.argument)
    return Request(Command.RULES, topic) if topic else _read_yes(line)


def _read_talk(line: CommandLine) -> Say | None:
    """Parse a chat message. Italian and German small talk begins with these words, so there a colon is required."""
    is_said = line.begun == "say" or line.rest.lstrip().startswith(":")
    return Say(line.rest.lstrip(" :,").rstrip()) if is_said and line.is_first else None


def _read_plan(line: CommandLine) -> str | None:
    """Detect conditional moves in any language for `play.planning.grammar`; None for talk that begins like them."""
    plan = line.argument.lstrip(f"{_MARKS} :,").rstrip()
    if words_of(plan) in _NO_PLAN:
        return "off"
    is_one = not plan or _CONDITION.match(plan.lower()) or _CONSEQUENCE.search(plan.lower())
    return plan if is_one else None


def _read_reason(line: CommandLine) -> str | None:
    reason = _REASON.fullmatch(line.argument.rstrip(" .!"))
    return (reason[1] or "").strip() if reason else None


def _read_player(line: CommandLine) -> str | None:
    name = _NAME.fullmatch(line.argument.rstrip(" .!"))
    return name[1].lower() if name else None


def _read_find(line: CommandLine) -> Request | NewGameIntent | Unclear | None:
    words = line.words
    if " ".join(words) in (*ways("stop"), *ways("off")):
        return Request(line.command, "stop")
    return read_new_game(words, with_anybody=True) if words else None


_READERS: Mapping[
    ArgumentKind, Callable[[CommandLine], str | Request | Say | Away | NewGameIntent | Unclear | None]
] = {
    ArgumentKind.ALONE: _read_yes,
    ArgumentKind.DAYS: _read_days,
    ArgumentKind.TOPIC: _read_topic,
    ArgumentKind.GUIDE: lambda line: read_guide(line.argument),
    ArgumentKind.NUMBER: lambda line: read_number(line.argument),
    ArgumentKind.TALK: _read_talk,
    ArgumentKind.PLAN: _read_plan,
    ArgumentKind.REASON: _read_reason,
    ArgumentKind.PLAYER: _read_player,
    ArgumentKind.SETTING: lambda line: read_setting(line.argument),
    ArgumentKind.GAMES: lambda line: read_games(line.argument),
    ArgumentKind.SWITCH: lambda line: read_switch(line.argument),
    ArgumentKind.HOLDING: lambda line: read_holding(line.argument),
    ArgumentKind.ADDRESSES: lambda line: read_aliases(line.argument),
    ArgumentKind.DATES: lambda line: read_vacation(line.begun, line.argument),
    ArgumentKind.TIMES: lambda line: read_times(line.argument),
    ArgumentKind.OPPONENT: _read_find,
    ArgumentKind.NEW_GAME: lambda line: read_new_game(following(words_of(line.argument.lstrip(f"{_MARKS} :=")))),
}
"""Argument parsers by grammar; each returns the argument as text or the whole intent, or None if it does not fit."""
