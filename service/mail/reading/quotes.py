"""Detection of lines that are not the writer's own: quotes, attribution lines and signatures.

All tests work on lines as `cleaned` returns them, in the characters of a plain keyboard, because phones and word
processors change characters.
A move holds no address, no time of day and no colon, so these tests may be broad at the beginning of an email: text
wrongly taken for a quote is refused, never played. Further down they must be narrow, so that no second thought is
missed. There an undetected quote holds too many moves, which leads to a question.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from service.mail.marker import MARKERS
from service.mail.reading.doubts import is_doubt

ATTRIBUTION_LINES = 4
"""Email programs break "On …, so-and-so wrote:" into at most that many lines."""

MAX_CLEANED = 4000
"""Characters; the rest is cut off, because sorting many combining marks takes quadratic time."""
_HYPHENS = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2500\ufe63"), "-")
"""Characters that keyboards and word processors use for a hyphen."""
_QUOTES = {**dict.fromkeys(map(ord, "\u201c\u201d\u201e"), '"'), **dict.fromkeys(map(ord, "\u2018\u2019\u201a"), "'")}
_PUNCTUATION = {**_HYPHENS, **_QUOTES, ord("\u3001"): ",", ord("\u3002"): "."}
_INVISIBLE = frozenset({"Cf", "Cs"})
_VARIATIONS = frozenset(map(chr, range(0xFE00, 0xFE10)))
_QUOTE_MARK = re.compile(r"\w{0,4}[>|]|»|&gt;")
_RULE = re.compile(r"--|__|==|~~|##|\*{3}|(?:[-*_] ){3}")
_DASHES = "-_=~#* "
_DELIMITERS = frozenset({"--", "__"})
"""Lines above a signature: `-- ` in plain text (RFC 3676, 4.3)."""
_LABEL = re.compile(
    r"\W{0,2}(?:from|sent|date|to|subject|reply-to|von|gesendet|datum|an|betreff|de|envoyé|date d'envoi|à|objet"
    r"|enviado(?: el)?|enviada em|fecha|para|asunto|da|inviato|data|a|oggetto|van|verzonden|aan|onderwerp|od|wysłano"
    r"|do|temat|data de envio|assunto|från|skickat|till|ämne|fra|sendt|til|emne|odesláno|komu|předmět|от|отправлено"
    r"|дата|кому|тема|差出人|送信日時|宛先|件名|送信者|日時|发件人|发送时间|收件人|主题|寄件者|lähettäjä|feladó|kimden"
    r"|gönderen|보낸 사람)\W{0,2}:",
)
_FORWARD = re.compile(
    r"begin forwarded message|anfang der weitergeleiteten|début du message (?:transféré|réexpédié)|inicio del mensaje"
    r"|inizio messaggio inoltrato|begin doorgestuurd bericht|begin van doorgestuurd|początek przekazywanej"
    r"|início da mensagem|vidarebefordrat brev|začátek přeposlané|přeposlaná zpráva|начало переадресованного"
    r"|転送されたメッセージ|下記は.*転送"
)
_BEGUN = re.compile(r"(?:19|20)\d\d|\d[:.h]\d\d|@| wrote in\Z|\A(?:on|am|le|el|il|op|em|den|dne|dnia|w dniu|в|на) ")
_WHEN_OR_WHO = re.compile(
    r"\S@\S|\d[:.h]\d\d|wrote|writes|schrieb|écrit|escribió|scritto|schreef|napisał|pisze|escreveu|skrev|napsal|píše"
    r"|пишет|писал|書きました|のメール|写道|寫道"
)
_SIGNED = re.compile(
    r"sent (?:from|with|via|by) (?!mistake|accident|error)|get outlook for |von meinem .* gesendet"
    r"|gesendet (?:von|mit|aus(?! versehen)) "
    r"|holen sie sich outlook"
    r"|diese nachricht wurde |envoyé (?:de|depuis|avec|à partir) |télécharger outlook|obtenez outlook"
    r"|enviado (?:desde|do|de|a partir|com|con) |obtener outlook|obter o outlook|inviato (?:da|dal|con) "
    r"|scarica outlook|ottieni outlook|(?:verzonden|verstuurd) (?:vanaf|met|van) |outlook voor |wysłan[eo] z "
    r"|pobierz (?:program )?outlook|skicka(?:t|des) från |hämta outlook|odesláno z |získat outlook|отправлено \w{1,3} "
    r"|скачать outlook|.*から送信$|发自我的|outlook .*を(?:入手|取得)"
)


_NOTE = re.compile(r"non-text part: [\w.+-]+/[\w.+-]+", re.IGNORECASE)
"""notmuch's note of a part that it does not quote."""


def cleaned(line: str) -> str:
    """Normalise a line: single spaces, plain quotation marks and hyphens, no full-width or invisible characters.

    A note of an email program becomes a blank line.
    """
    if _NOTE.fullmatch(line.strip()):
        return ""
    seen = "".join(" " if unicodedata.category(char) == "Cc" else char for char in line if _is_visible(char))
    plain = unicodedata.normalize("NFKC", " ".join(seen.split())[:MAX_CLEANED])
    return " ".join(plain.translate(_PUNCTUATION).split())


def _is_visible(char: str) -> bool:
    return char.isascii() or not (unicodedata.category(char) in _INVISIBLE or char in _VARIATIONS)


def is_quoted(line: str) -> bool:
    """Check whether a cleaned line has a quote mark."""
    return bool(_QUOTE_MARK.match(line))


def without_marks(line: str) -> str:
    """Remove all quote marks from the beginning of a line."""
    while mark := _QUOTE_MARK.match(line):
        line = line[mark.end() :].lstrip()
    return line


def signs(line: str) -> bool:
    """Check whether a cleaned line begins a signature, or is one by an email program."""
    return line in _DELIMITERS or bool(_SIGNED.match(line.lower()))


def is_header(lines: Sequence[str]) -> bool:
    """Check whether cleaned lines begin the header of an email that is quoted without marks.

    One label alone may be the writer's own text ("to: max-15").
    """
    first, *others = (line.lower() for line in lines[:2])
    return bool(_LABEL.match(first)) and bool(_BEGUN.search(first) or any(map(_LABEL.match, others)))


def begins_quote(lines: Sequence[str]) -> bool:
    """Check whether the first of these cleaned lines, none blank, is a quote, introduces one or begins a signature."""
    first = lines[0].lower()
    return bool(
        any(marker.lower() in first for marker in MARKERS)
        or any(pattern.match(first) for pattern in (_QUOTE_MARK, _FORWARD, _SIGNED))
        or (_RULE.match(first) and not is_doubt(first.lstrip(_DASHES)))
        or is_header(lines)
        or _is_attribution([line.lower() for line in lines])
        or _leads_in(lines)
    )


def _is_attribution(lines: Sequence[str]) -> bool:
    """Check for an attribution line, "On …, … wrote:"; in every language it ends in a colon."""
    if not _BEGUN.search(lines[0]):
        return False
    joined = (" ".join(lines[:count]) for count in range(1, min(ATTRIBUTION_LINES, len(lines)) + 1))
    return any(text.endswith(":") and _WHEN_OR_WHO.search(text) for text in joined)


def _leads_in(lines: Sequence[str]) -> bool:
    """Check whether the first line ends in a colon and a quote follows."""
    return lines[0].endswith(":") and any(_QUOTE_MARK.match(line) or _RULE.match(line) for line in lines[1:2])
