"""Reply grammars: which intents each kind of email accepts in reply."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import dropwhile, groupby

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
from service.mail.decline_words import ANY_REASON
from service.mail.intents import ReplyGrammar
from service.mail.moves import Moves
from service.mail.new_games import Unclear
from service.mail.reading.courtesies import asks, says_more, without_courtesies
from service.mail.reading.doubts import is_doubt
from service.models import LONGEST_CONTRIBUTION


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

    def goes_beside(self, intent: TurnIntent) -> bool:
        return isinstance(intent, Say) or (isinstance(intent, Request) and intent.command is Command.PLAN)


class AtDigest(ReplyGrammar[TurnIntent]):
    """Grammar for replies to an email about several games: commands. Moves are detected, but not for which game."""

    def intent(self, text: str) -> TurnIntent | None:
        command = understand(text)
        is_intent = not isinstance(command, Move) or any(Moves(game).canonical(text) for game in rules.games().values())
        return command if is_intent else None


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
        return isinstance(intent.command, Request) and intent.command.changes_nothing


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


def _plainly(text: str) -> str:
    return " ".join(re.sub(r"[,.!;。、]", " ", text.lower()).split())


class AtQuestion(ReplyGrammar[Consent]):
    """Grammar for a question: yes, no or never in people's own words."""

    def intent(self, text: str) -> Consent | None:
        said = _plainly(text)
        return next((consent for consent, words in _WORDS.items() if words.fullmatch(said)), None)

    def is_near(self, text: str, intent: object) -> bool:
        return any(leans.match(text.lower()) for consent, leans in _LEANS.items() if consent != intent)


_WORD = re.compile(
    r"(?:yes|yep|yeah|ja|oui|sì|sí|si)\W{0,3} (?:my word|mein wort|(?:la )?mia parola) ?: ?(?P<word>\S.*)",
    re.IGNORECASE,
)
_GLADLY = re.compile(
    rf"(?:{_YES})(?=\W*$)|(?:yes|yep|yeah|ja|jawohl|oui|sì|sí|sim|да|(?:i'd|i would|would) (?:love|like"
    r"|be happy) to|i(?:'m| am) in|i accept|count me in|(?:very )?gladly|with (?:great )?pleasure"
    r"|let'?s (?:play|go|do it)|happy to|(?:i'd )?love to|of course|sounds (?:good|great|fun)|why not"
    r"|(?:ich )?bin (?:gerne? )?dabei|(?:sehr )?gerne?|mit (?:vergnügen|freude)|ich (?:nehme an|mache mit"
    r"|spiele (?:gerne? )?mit)|auf geht'?s|lass uns spielen|ci sto|(?:molto )?volentieri|accetto|con piacere"
    r"|giochiamo|partecipo|perché no|avec plaisir|j'accepte|volontiers|acepto"
    r"|con (?:mucho )?gusto|me apunto|graag|ik doe mee|chętnie|👍[\U0001f3fb-\U0001f3ff]?)(?!\w)",
    re.IGNORECASE,
)
_SADLY = re.compile(
    rf"(?:but )?(?:{_NO})(?:(?=\W*$)| (?:thank|thx|sorry|i |danke|grazie|merci|gracias|time|zeit|tempo)"
    rf"| (?:{ANY_REASON})(?!\w))"
    r"|(?:not (?:now|today|this time|interested)|(?:i have |i've )?no time|i (?:do not"
    r"|don't) have (?:the )?time|i (?:can't|cannot|can not|must decline|decline)|another time|(?:jetzt "
    r"|im moment )?leider (?:nicht|nein|keine zeit)|(?:nicht jetzt|jetzt nicht)|(?:ich habe )?(?:leider "
    r"|gerade )?keine zeit|kein interesse|ein ander(?:es )?mal|(?:non (?:ora|adesso|posso|ho tempo))|adesso no"
    r"|un'altra volta|pas maintenant|je ne peux pas|ahora no|no puedo|no tengo tiempo|niet nu|geen tijd"
    r"|nie teraz"
    r"|👎[\U0001f3fb-\U0001f3ff]?)(?!\w)",
    re.IGNORECASE,
)
"""How people accept or decline an invitation, at the beginning of a clause."""
_MILD = re.compile(r"no (?:problem|worries|rush|hurry)|why not|kein problem|warum nicht|perché no", re.IGNORECASE)
_RESTRICTS = re.compile(
    r"\b(?:only|if|unless|provided|as long as|until|maybe|perhaps|think about|no|not|never|cannot|\w+n't|nur"
    r"|wenn|falls|sofern|sobald|erst|vielleicht|kein\w*|nicht|nie|solo|se|purché|forse|non|mai|seulement|sauf"
    r"|peut-être|pas|sólo|quizás?)\b|(?:\A|,) ?(?:(?:but|and|aber|und|ma|e) )?(?:when|once|after|before|as soon"
    r"|nach|bevor|quando|dopo"
    r"|prima|quand|après|cuando)\b",
    re.IGNORECASE,
)
"""What turns a yes into a condition."""
_CLAUSES = re.compile(r"\s*(?:[,.;:!。、]+|\s-+\s)\s*")


_ALWAYS = re.compile(
    rf"(?:(?:{_YES}) )?(?:always(?: accept(?: it| them| this address)?)?|immer(?: annehmen)?|sempre(?: accettare)?)"
    rf"(?: (?:{_YES}|{_KINDLY}))*"
)


class AtApproval(AtQuestion):
    """Grammar for the question whether an email is the reader's: yes, no, or always for this and later ones."""

    def intent(self, text: str) -> Consent | None:
        said = _plainly(text)
        return Consent.ALWAYS if _ALWAYS.fullmatch(said) else super().intent(text)


@dataclass(frozen=True)
class YesWithWord:
    """Yes, and a word that the writer adds to the dice."""

    word: str

    @property
    def text(self) -> str:
        """Return the reply as written."""
        return f"{Consent.YES}, my word: {self.word}"


AnswerToInvitation = Consent | YesWithWord | Request


class AtInvitation(ReplyGrammar[AnswerToInvitation]):
    """Grammar for an invitation: yes, no or never, also in friendly sentences, or yes with a word for the dice.

    Also commands about one's own account, and about the game.
    """

    _question = AtQuestion()

    def intent(self, text: str) -> AnswerToInvitation | None:
        return self._question.intent(text) or self._with_word(text) or self._personal(text) or self._friendly(text)

    def is_near(self, text: str, intent: AnswerToInvitation | None) -> bool:
        if isinstance(intent, Request):
            return False
        said = Consent.YES if isinstance(intent, YesWithWord) else intent
        is_half = said == Consent.YES and bool(_RESTRICTS.match(_MILD.sub("", text)))
        return is_half or self._question.is_near(text, said)

    def _personal(self, text: str) -> Request | None:
        asked = understand(text)
        if not isinstance(asked, Request):
            return None
        if asked.command is Command.HELP:
            return Request(Command.RULES)
        return asked if asked.command in ABOUT_ONESELF | LOOKED_UP else None

    def _with_word(self, text: str) -> YesWithWord | None:
        with suppress(Invalid):
            if said := _WORD.fullmatch(text.strip()):
                return YesWithWord(texts.line("contribution", said["word"], LONGEST_CONTRIBUTION))
        return None

    def _friendly(self, text: str) -> Consent | None:
        """Read the first clause after greetings as yes or no; None if the others take it back or restrict it."""
        first, *others = [*dropwhile(_leads_in, filter(None, _CLAUSES.split(text)))] or [""]
        yes, no = _GLADLY.match(first), _SADLY.match(first)
        rest = ", ".join(filter(None, [first[yes.end() :].strip() if yes else "", *others]))
        if is_doubt(rest) or asks(text) or _WORD.match(text):
            return None
        if yes:
            return None if _RESTRICTS.search(_MILD.sub("", rest)) else Consent.YES
        return Consent.NO if no and not any(map(_GLADLY.match, others)) else None


def _leads_in(clause: str) -> bool:
    """Check for a greeting, thanks or "sorry" before yes or no."""
    return clause.lower() == "sorry" or not (says_more([clause]) or _GLADLY.match(clause))


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
