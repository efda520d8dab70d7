"""What a letter comes to at the door that it was sent to."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from service.mail.inbound.letter import Letter
from service.mail.lines import excerpt
from service.mail.quoted import SentMail, own_lines
from service.mail.reading import Reading, Reply
from service.mail.wishes import Door, Meaning, Nothing, One, Written, bare, meant
from service.models import InboundMail
from service.post.boxes import is_asked

W = TypeVar("W", bound=Written)


def meaning_of(mail: InboundMail, letter: Letter, door: Door[W], sent: SentMail | None = None) -> Meaning[W]:
    """What its own lines come to; nothing, if it has none that can be read. `sent` is the mail that it answers."""
    return read_as(letter.reading, door, sent, heeds_talk=not is_asked(mail.recipient))


def read_as(reading: Reading, door: Door[W], sent: SentMail | None, *, heeds_talk: bool = True) -> Meaning[W]:
    """What a mail comes to at a door. The talk beside a wish is what others may hear of it."""
    if not isinstance(reading, Reply):
        return Nothing()
    own = own_lines(reading, sent, lambda line: door.wish(line) is not None)
    meaning = meant(own.all, door, heeds_talk=heeds_talk)
    if not isinstance(meaning, One):
        return meaning
    return replace(meaning, talk=small_talk([line for line in own.said if bare(line) in meaning.talk]))


def wrote(meaning: Meaning[W]) -> str:
    """What somebody wrote, as far as an answer shows it: all that may be done, or the line that was looked at."""
    return excerpt(" / ".join(meaning.texts))


_GREETS_US = re.compile(
    r"(?:hi|hello|hey|dear|hallo|liebes|moin|servus|ciao|salve|buongiorno|bonjour|salut|hola) sundial\W*"
)
_CLOSES = re.compile(
    r"(?:(?:best|kind|kindest|warm|many|warmest)? ?(?:regards|wishes)|all the best|best|cheers|sincerely|yours(?: \w+)?"
    r"|(?:mit )?(?:(?:viele|liebe|herzliche|schöne|beste|freundliche)[nrm]? )?gr[uü](?:ß|ss)(?:en?)?"
    r"|lg|vg|mfg|bis (?:bald|dann)|a presto|alla prossima|un abbraccio"
    r"|(?:cordiali|distinti|cari|tanti|un) salut[io]|salut[io]|cordialmente"
    r"|(?:bien )?cordialement|amicalement|amitiés|bien à (?:toi|vous)|(?:un )?saludos?(?: cordiales)?|un abrazo"
    r"|met vriendelijke groet(?:en)?|groet(?:en|jes)?|pozdrawiam|(?:med )?v[äe]nlig(?:a|e)? hälsning(?:ar)?|mvh"
    r"|s pozdravem|atenciosamente|abraços?)(?:,? [\w. ]{1,30})?[,.!]*"
)
"""A line that ends a letter, perhaps with the name after it."""
_FOOTER = re.compile(
    r"confidential|privileged|intended (?:only|solely|recipient)|unless expressly|by mistake|virus|print this e-?mail"
    r"|vertraulich|nicht der richtige adressat|irrtümlich|riservat[ao]|destinatario|confidentiel|destinataire"
    r"|par erreur|https?://|reliance on|unsubscribe|disclaimer|tel(?:\.|efon|ephone)?:? ?[+0(]|[\w.+-]+@[\w-]+\.\w"
)


def small_talk(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines that others at the table are to hear: up to the signature or the footer, if they have one."""
    return tuple(_spoken(lines))


def _spoken(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        plain = line.lower()
        if _CLOSES.fullmatch(plain) or _FOOTER.search(plain):
            return
        if not _GREETS_US.fullmatch(plain) and any(map(_tells, line)):
            yield line


def _tells(char: str) -> bool:
    """Whether a character is a letter, or a picture of what is felt."""
    return char.isalpha() or unicodedata.category(char) == "So"
