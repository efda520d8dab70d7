"""What of the lines round a move is said to the table: small talk, without greetings to us, signatures and footers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

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
