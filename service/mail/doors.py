"""What can be asked for in answer to each kind of mail of ours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby

import rules
from service.mail.commands import (
    Command,
    DeskCommand,
    DeskWord,
    Move,
    Request,
    Say,
    Unclear,
    understand,
    understand_at_desk,
)
from service.mail.moves import Moves
from service.mail.wishes import Door


@dataclass(frozen=True)
class AtTurn(Door[Command]):
    """In answer to a mail about a turn: a move, a request, and words for the table beside either."""

    moves: Moves

    def wish(self, text: str) -> Command | None:
        command = understand(text)
        if not isinstance(command, Move):
            return command
        move = self.moves.canonical(command.text)
        return None if move is None else Move(move)

    def is_near(self, text: str, wish: Command | None) -> bool:
        return self.moves.is_near(text)

    def together(self, wishes: Sequence[Command]) -> Sequence[Command]:
        found: list[Command] = []
        for are_moves, adjacent in groupby(wishes, key=lambda wish: isinstance(wish, Move)):
            run = list(adjacent)
            found += map(Move, self.moves.together([move.text for move in run])) if are_moves else run
        return found

    def as_one(self, wishes: Sequence[Command]) -> Command | None:
        texts = [wish.text for wish in wishes if isinstance(wish, Move)]
        return Move(", ".join(texts)) if len(texts) == len(wishes) and self.moves.are_one(texts) else None

    def is_harmless(self, wish: Command) -> bool:
        return isinstance(wish, Request) and wish.changes_nothing

    def goes_beside(self, wish: Command) -> bool:
        return isinstance(wish, Say)


class AtRoundUp(Door[Command]):
    """In answer to a mail about several games: a request. A move can be known for one there, but not for whose."""

    def wish(self, text: str) -> Command | None:
        command = understand(text)
        is_wish = not isinstance(command, Move) or any(Moves(game).canonical(text) for game in rules.games().values())
        return command if is_wish else None

    def is_harmless(self, wish: Command) -> bool:
        return isinstance(wish, Request) and wish.changes_nothing


@dataclass(frozen=True)
class Order:
    """What somebody asks for at the desk, as they wrote it."""

    command: DeskCommand
    text: str = field(compare=False)


class AtDesk(Door[Order]):
    """In a mail to the general address. A confirmation confirms nothing there."""

    def wish(self, text: str) -> Order | None:
        command = understand_at_desk(text)
        is_none = command == DeskWord.YES or (isinstance(command, Unclear) and command.code == "not-understood")
        return None if is_none else Order(command, text)

    def is_harmless(self, wish: Order) -> bool:
        return wish.command in (DeskWord.GAMES, DeskWord.HELP)


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


_WORDS = {
    Consent.YES: frozenset({"yes", "y", "ok", "accept", "confirm", "confirmed"}),
    Consent.NO: frozenset({"no", "n", "decline", "no thanks", "no thank you"}),
    Consent.NEVER: frozenset(
        {"never", "no never", "never again", "never from this person", "never from this person again"}
    ),
}
_LEANS = {
    Consent.YES: re.compile(r"\W*(?:yes|yeah|yep|ok|okay|sure|accept|ja|oui)\b"),
    Consent.NO: re.compile(r"\W*(?:no|nope|decline|nein|non)(?=\W*$|[,.;:!]| thanks| thank you)"),
    Consent.NEVER: re.compile(r"\W*(?:no\W+)?never\b"),
}


class AtQuestion(Door[Consent]):
    """In answer to a question: yes, no or never, as people write it."""

    def wish(self, text: str) -> Consent | None:
        said = " ".join(text.lower().replace(",", " ").split()).strip(".! ")
        return next((consent for consent, words in _WORDS.items() if said in words), None)

    def is_near(self, text: str, wish: Consent | None) -> bool:
        return any(leans.match(text.lower()) for consent, leans in _LEANS.items() if consent != wish)
