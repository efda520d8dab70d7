"""The meaning of an email by the reply grammar of its recipient address, and the small talk sent to the other players.

Small talk is the lines around a move, without greetings to us, signatures and footers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from service.accounts.addresses import is_from
from service.accounts.footers import note_closing
from service.mail.inbound.letter import Letter
from service.mail.intents import Meaning, Nothing, One, ReplyGrammar, Written, bare, meant
from service.mail.lines import excerpt
from service.mail.quoted import SentMail, own_lines
from service.mail.reading import Reading, Reply
from service.mail.reading.courtesies import CLOSINGS
from service.mail.reading.footers import closing_lines, without_footer, words_of
from service.models import Account, InboundMail
from service.notifications.boxes import is_asked

W = TypeVar("W", bound=Written)
_GREETS_US = re.compile(
    r"(?:hi|hello|hey|dear|hallo|liebes|moin|servus|ciao|salve|buongiorno|bonjour|salut|hola) sundial\W*"
)
_CLOSES = re.compile(rf"(?:{CLOSINGS})(?:,? [\w. ]{{1,30}})?[,.!]*")
"""A line that closes an email, perhaps with the name after it."""
_FOOTER = re.compile(
    r"confidential|privileged|intended (?:only|solely|recipient)|unless expressly|by mistake|virus|print this e-?mail"
    r"|vertraulich|nicht der richtige adressat|irrtümlich|riservat[ao]|destinatario|confidentiel|destinataire"
    r"|par erreur|https?://|reliance on|unsubscribe|disclaimer|tel(?:\.|efon|ephone)?:? ?[+0(]|[\w.+-]+@[\w-]+\.\w"
)


def meaning_of(mail: InboundMail, letter: Letter, grammar: ReplyGrammar[W], sent: SentMail | None = None) -> Meaning[W]:
    """Parse the writer's own lines; return Nothing if none can be read. `sent` is the email that this one answers."""
    return read_as(letter.reading, grammar, sent, heeds_talk=not is_asked(mail.recipient))


def read_as(
    reading: Reading, grammar: ReplyGrammar[W], sent: SentMail | None, *, heeds_talk: bool = True
) -> Meaning[W]:
    """Parse an email by a reply grammar; `talk` of the result holds the lines that other players may read."""
    if not isinstance(reading, Reply):
        return Nothing()
    found = own_lines(reading, sent, lambda line: grammar.intent(line) is not None)
    own = replace(found, said=without_footer(found.said, _has_intent(grammar)))
    meaning = meant(own.all, grammar, heeds_talk=heeds_talk)
    if not isinstance(meaning, One):
        return meaning
    return replace(meaning, talk=small_talk([line for line in own.said if bare(line) in meaning.talk]))


def words_said(reading: Reading) -> Sequence[str]:
    """Return all own lines of an email that other players may read."""
    return small_talk(own_lines(reading, None, lambda _: False).said) if isinstance(reading, Reply) else ()


def unsigned(
    account: Account, mail: InboundMail, letter: Letter, grammar: ReplyGrammar[W], sent: SentMail | None = None
) -> tuple[Letter, Meaning[W]]:
    """Return an email about an account's game without its footer, and its meaning as `meaning_of`.

    Remember how the account's own emails end.
    """
    reading, has_intent = letter.reading, _has_intent(grammar)
    if not isinstance(reading, Reply):
        return letter, Nothing()
    said = own_lines(reading, sent, has_intent).said
    closing = closing_lines(said, lambda line: has_intent(line) or grammar.is_near(bare(line), None))
    is_theirs = is_from(account, letter.writer) or mail.approved_at is not None
    known = note_closing(account, closing, mail.received_at, is_theirs=is_theirs)
    names = words_of(f"{letter.writer_name} {account.called} {account.name} {(account.email or '').partition('@')[0]}")
    left = without_footer(said, has_intent, names, known)
    letter = replace(letter, reading=Reply(left, reading.below if said == reading.lines else ()))
    return letter, meaning_of(mail, letter, grammar, sent)


def _has_intent(grammar: ReplyGrammar[W]) -> Callable[[str], bool]:
    return lambda line: grammar.intent(bare(line)) is not None


def small_talk(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines to send to the other players: those above the signature or the footer."""
    heard: list[str] = []
    for line in lines:
        plain = line.lower()
        if _CLOSES.fullmatch(plain) or _FOOTER.search(plain):
            break
        # A letter or an emoji.
        is_said = any(char.isalpha() or unicodedata.category(char) == "So" for char in line)
        if is_said and not _GREETS_US.fullmatch(plain):
            heard.append(line)
    return tuple(heard)


def wrote(meaning: Meaning[W]) -> str:
    """Return an excerpt of the writer's text for the answer: all commands found, or the line that was examined."""
    return excerpt(" / ".join(meaning.texts))
