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


_YES = (
    r"yes|y|yeah|yep|ok|okay|sure|accept|confirm|confirmed|ja|jawohl|oui|sì|si|sí|tak|sim|ano|да"
    r"|はい|是|是的|好"
)
_NO = r"no|n|nope|decline|nein|non|nee|nej|nie|não|nao|ne|нет|いいえ|不|不是"
_IT_IS_ME = (
    r"(?:it|that|this) (?:is|was) (?:me|mine|my mail)|(?:it|that)'s (?:me|mine)|i (?:am|did)|i wrote (?:it|that)"
    r"|das (?:war|bin) ich|ich war(?: e|')?s|c'(?:est|était)(?: bien)? moi|sono (?:stat[oa] )?io|(?:soy|fui) yo"
)
_KINDLY = (
    r"please|gladly|with pleasure|thanks|thank you|i accept|bitte|gerne?|danke|s'il vous plaît|volontiers|merci"
    r"|per favore|volentieri|grazie|por favor|gracias"
)
_WORDS = {
    Consent.YES: re.compile(rf"(?:{_YES})(?: (?:{_YES}|{_IT_IS_ME}|{_KINDLY}))*|{_IT_IS_ME}"),
    Consent.NO: re.compile(rf"(?:{_NO})(?: (?:{_NO}|{_KINDLY}))*"),
    Consent.NEVER: re.compile(r"(?:no )?never(?: again)?(?: from this person(?: again)?)?"),
}
"""How people say so, in twelve languages."""
_LEANS = {
    Consent.YES: re.compile(rf"\W*(?:{_YES})\b"),
    Consent.NO: re.compile(rf"\W*(?:{_NO})(?=\W*$|[,.;:!]| thanks| thank you)"),
    Consent.NEVER: re.compile(r"\W*(?:no\W+)?never\b"),
}


class AtQuestion(Door[Consent]):
    """In answer to a question: yes, no or never, as people write it."""

    def wish(self, text: str) -> Consent | None:
        said = " ".join(re.sub(r"[,.!;。、]", " ", text.lower()).split())
        return next((consent for consent, words in _WORDS.items() if words.fullmatch(said)), None)

    def is_near(self, text: str, wish: Consent | None) -> bool:
        return any(leans.match(text.lower()) for consent, leans in _LEANS.items() if consent != wish)
