"""Reply grammars: which intents each kind of email accepts in reply."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby

import rules
from service.language import texts
from service.language.errors import Invalid
from service.mail.command_table import Command
from service.mail.commands import (
    ABOUT_ONESELF,
    LOOKED_UP,
    Consent,
    GeneralIntent,
    Move,
    Request,
    Say,
    TurnIntent,
    understand,
    understand_general,
    without_please,
)
from service.mail.intents import ReplyGrammar
from service.mail.moves import Moves
from service.mail.new_games import Unclear
from service.mail.reading.courtesies import without_courtesies
from service.mail.reading.doubts import is_doubt
from service.models import LONGEST_CONTRIBUTION

_YES_AND_MORE = re.compile(r"(?:yes|yep|yeah|ja|jawohl|oui|sì|sí|sim|да|はい)(?: ?: ?| )(?P<word>\S.*)", re.IGNORECASE)
"""A comma begins a sentence ("yes, I would"), and the text after ok or sure is seldom a word for the dice."""
_CONDITIONS = re.compile(
    r"(?:but|if|only|unless|when|once|after|before|though|although|provided|as soon|aber|wenn|falls|nur|sobald|erst"
    r"|ma|se|però|solo|quando|mais|si|seulement|quand|pero|cuando)\b|.*\?",
    re.IGNORECASE | re.DOTALL,
)
"""Beginnings of text after a yes that restrict it; a question is no word for the dice either."""


@dataclass(frozen=True)
class AtTurn(ReplyGrammar[TurnIntent]):
    """Grammar for replies to an email about a turn: a move or a command, and chat beside it."""

    heeds_questions = True
    moves: Moves

    def intent(self, text: str) -> TurnIntent | None:
        command = understand(text)
        if not isinstance(command, Move):
            return command
        text = without_please(command.text)
        move = self.moves.canonical(text) or self.moves.canonical(without_please(without_courtesies(text)))
        return None if move is None else Move(move)

    def is_near(self, text: str, intent: TurnIntent | None) -> bool:
        return self.moves.is_near(text)

    def together(self, intents: Sequence[TurnIntent]) -> Sequence[TurnIntent]:
        found: list[TurnIntent] = []
        for are_moves, adjacent in groupby(intents, key=lambda intent: isinstance(intent, Move)):
            run = list(adjacent)
            found += map(Move, self.moves.together([move.text for move in run])) if are_moves else run
        return found

    def as_one(self, intents: Sequence[TurnIntent]) -> TurnIntent | None:
        texts = [intent.text for intent in intents if isinstance(intent, Move)]
        return Move(", ".join(texts)) if len(texts) == len(intents) and self.moves.are_one(texts) else None

    def is_harmless(self, intent: TurnIntent) -> bool:
        return _changes_nothing(intent)

    def goes_beside(self, intent: TurnIntent) -> bool:
        return isinstance(intent, Say) or (isinstance(intent, Request) and intent.command is Command.PLAN)


class AtDigest(ReplyGrammar[TurnIntent]):
    """Grammar for replies to an email about several games: commands. Moves are detected, but not for which game."""

    def intent(self, text: str) -> TurnIntent | None:
        command = understand(text)
        is_intent = not isinstance(command, Move) or any(Moves(game).canonical(text) for game in rules.games().values())
        return command if is_intent else None

    def is_harmless(self, intent: TurnIntent) -> bool:
        return _changes_nothing(intent)


def _changes_nothing(intent: object) -> bool:
    return isinstance(intent, Request) and intent.changes_nothing


@dataclass(frozen=True)
class Order:
    """A command to the general address, with the text as written."""

    command: GeneralIntent
    text: str = field(compare=False)


class AtGeneralAddress(ReplyGrammar[Order]):
    """Grammar for the general address. A bare confirmation has no effect there."""

    def intent(self, text: str) -> Order | None:
        command = understand_general(text)
        is_none = command == Consent.YES or (isinstance(command, Unclear) and command.code == "not-understood")
        return None if is_none else Order(command, text)

    def is_harmless(self, intent: Order) -> bool:
        return _changes_nothing(intent.command)


_YES = (
    r"yes|y|yeah|yep|ok|okay|sure|accept|confirm|confirmed|ja|jawohl|klar|na klar|natürlich|einverstanden|oui|sì|si|sí"
    r"|certo|certamente|va bene|d'accordo|accetto|tak|sim|ano|да"
    r"|はい|是|是的|好"
)
_NO = r"no|n|nope|decline|nein|leider nein|leider nicht|purtroppo no|non|nee|nej|nie|não|nao|ne|нет|いいえ|不|不是"
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
    Consent.NEVER: re.compile(
        r"(?:no )?never(?: again)?(?: from this person(?: again)?)?|(?:no )?mai(?: più)?(?: da questa persona)?"
        r"|(?:nein )?(?:niemals|nie wieder|nie mehr)(?: von dieser person)?"
    ),
}
"""Wordings in twelve languages."""
_LEANS = {
    Consent.YES: re.compile(rf"\W*(?:{_YES})\b"),
    Consent.NO: re.compile(rf"\W*(?:{_NO})(?=\W*$|[,.;:!]| thanks| thank you)"),
    Consent.NEVER: re.compile(r"\W*(?:no\W+|nein\W+)?(?:never|mai|niemals|nie (?:wieder|mehr))\b"),
}


class AtQuestion(ReplyGrammar[Consent]):
    """Grammar for a question: yes, no or never in people's own words."""

    def intent(self, text: str) -> Consent | None:
        said = " ".join(re.sub(r"[,.!;。、]", " ", text.lower()).split())
        return next((consent for consent, words in _WORDS.items() if words.fullmatch(said)), None)

    def is_near(self, text: str, intent: object) -> bool:
        return any(leans.match(text.lower()) for consent, leans in _LEANS.items() if consent != intent)


@dataclass(frozen=True)
class YesWithWord:
    """Yes, and a word that the writer adds to the dice."""

    word: str

    @property
    def text(self) -> str:
        """Return the reply as written."""
        return f"{Consent.YES} {self.word}"


AnswerToInvitation = Consent | YesWithWord | Request


class AtInvitation(ReplyGrammar[AnswerToInvitation]):
    """Grammar for an invitation: yes, no or never, or a clear yes with a word for the dice.

    Also commands about one's own account, and about the game.
    """

    _question = AtQuestion()

    def intent(self, text: str) -> AnswerToInvitation | None:
        return self._question.intent(text) or self._with_word(text) or self._personal(text)

    def is_near(self, text: str, intent: AnswerToInvitation | None) -> bool:
        if isinstance(intent, Request):
            return False
        return self._question.is_near(text, Consent.YES if isinstance(intent, YesWithWord) else intent)

    def is_harmless(self, intent: AnswerToInvitation) -> bool:
        return _changes_nothing(intent)

    def _personal(self, text: str) -> Request | None:
        asked = understand(text)
        if not isinstance(asked, Request):
            return None
        if asked.command is Command.HELP:
            return Request(Command.RULES)
        return asked if asked.command in ABOUT_ONESELF | LOOKED_UP else None

    def _with_word(self, text: str) -> YesWithWord | None:
        said = _YES_AND_MORE.fullmatch(text.strip())
        word = said["word"] if said else ""
        if not word or _CONDITIONS.match(word) or is_doubt(word) or self._question.is_near(word, None):
            return None
        with suppress(Invalid):
            return YesWithWord(texts.line("contribution", word, LONGEST_CONTRIBUTION))
        return None


class AtMoveQuestion(AtTurn):
    """Grammar for the question whether a move was meant: yes or no, or anything that a turn accepts."""

    def intent(self, text: str) -> TurnIntent | None:
        return AtQuestion().intent(text) or super().intent(text)

    def is_near(self, text: str, intent: TurnIntent | None) -> bool:
        return AtQuestion().is_near(text, intent) or super().is_near(text, intent)


class AtTable(AtTurn):
    """Grammar for replies to a chat message: a command, or a legal move; everything else is chat."""

    heeds_questions = False

    def intent(self, text: str) -> TurnIntent | None:
        intent = super().intent(text)
        is_intent = isinstance(intent, Request) or (isinstance(intent, Move) and self.moves.can_be_played(intent.text))
        return intent if is_intent else None


class AtProposal(AtTable):
    """Grammar for a proposal: yes or no, or anything that a chat message accepts."""

    def intent(self, text: str) -> TurnIntent | None:
        said = AtQuestion().intent(text)
        return said if said in (Consent.YES, Consent.NO) else super().intent(text)

    def is_near(self, text: str, intent: TurnIntent | None) -> bool:
        return AtQuestion().is_near(text, intent) or super().is_near(text, intent)
