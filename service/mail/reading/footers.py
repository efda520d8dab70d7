"""Detection of footers: names, companies, addresses and notices that email programs put below every text.

Pure. A line is cut on a clear sign only, and never if it may be meant or casts doubt: what is left is sent to the other
players, or asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from service.mail.reading.doubts import goes_on, is_doubt

_CONTACT = re.compile(
    r"\W*(?:(?:(?:t[eé]l|telefono?|telephone|phone|ph|mobile?|mob|mobiltelefon|handy|cell(?:ulare|phone)?|fax|telefax"
    r"|office|direct(?: line| dial)?|durchwahl|zentrale|switchboard|festnetz|[tmpfdc])\b(?:[.:/ ]|\(\w\)){0,4}"
    r"|(?=\+|00|\(?0|\(\d{3}\) ))[+(]?\d[\d\s()/.-]{5,}"
    r"|(?:(?:e-?mail|mail|web(?:site)?|www|internet|homepage|url|sito(?: web)?|site|skype|linkedin|pec|[ew])\b"
    r"[.: ]{0,3})?<?(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?://\S+|www\.\S+"
    r"|(?:[a-z0-9-]+\.)+(?:com|org|net|eu|de|at|ch|it|fr|es|nl|io|co\.uk|ac\.uk|edu)(?:/\S*)?)>?)"
    r"(?:\W*|\s*[|,;/·•-].*|\s+\(?(?:tel|fax|mobile?|office|home|work|e-?mail|ext)\b.*)"
    r"|\W*(?:ust\.?-?id|umsatzsteuer|steuer-?n|p\.? ?iva\b|partita iva|c\.?f\.? ?\d|cod(?:ice|\.) fisc"
    r"|vat (?:no|num|reg|id)|hr[ab] ?\d|amtsgericht \w|registergericht|handelsregister|vorstand:|aufsichtsrat"
    r"|gesch[äa]ftsf[üu]hr(?:er|ung|erin)(?:in)?:|sitz der gesellschaft|company (?:no|num|reg)|rea |sede legale"
    r"|registered (?:in (?:england|scotland)|office|address|no|number|company)|cap\. ?soc|capitale sociale|siret"
    r"|siège social|kvk\b|btw\b).*"
)
"""A line that begins with a number or address to reach its writer at, or with an entry of a company in a register."""
_NOTICE = re.compile(
    # Pleas for the environment
    r"(?:consider|think of|think about|respect|protect|mindful of) (?:the|our) environment"
    r"|save (?:a tree|paper)\b.*print|print(?:ing|ed)? (?:out )?(?:this|the) (?:e-?mail|mail|message)"
    r"|(?:don't|do not) print|umwelt.*(?:druck|e-?mail|nachricht)|(?:druck|e-?mail|nachricht).*umwelt"
    r"|denk\w* (?:sie )?(?:bitte )?an die umwelt|ambiente.*(?:stamp|mail|messagg)"
    r"|(?:stamp|mail|messagg).*(?:ambiente|necessario)|non stampa(?:re|te)\b"
    r"|stampare (?:questa|la presente) (?:e-?)?mail"
    r"|environnement.*(?:imprim|mail)|imprim.*environnement|n'imprimez"
    # Legal notices; "received by mistake" alone may retract a move
    r"|intended (?:only|solely|exclusively|recipient)"
    r"|if you (?:have|are|receive).*(?:in error|by mistake|intended|addressee)"
    r"|(?:delete|destroy|notify|inform|contact)\b.*\bsender|sender .*(?:delete|destroy)"
    r"|(?:e-?mail|message|communication|transmission|information|attachments?)\b.*\b(?:confidential|privileged)"
    r"|(?:confidential|privileged)\b.*\b(?:e-?mail|message|communication|transmission|information|recipient)"
    r"|(?:e-?mail|nachricht|informationen|anhänge)\b.*\bvertraulich|vertraulich\w* .*(?:mail|nachricht|informationen)"
    r"|(?:wenn|falls|sollten|sind) sie .*(?:irrtümlich|versehentlich|adressat|empfänger)|absender\b.*(?:lösch|vernicht)"
    r"|(?:mail|messaggio|informazioni|comunicazione)\b.*\b(?:riservat|confidenzial)|riservat\w* .*(?:destinatari|mail)"
    r"|(?:esclusiv|unic)amente .*destinatari|(?:se|qualora|chi) .*ricev.* errore|mittente\b.*(?:cancell|distrug|elimin)"
    r"|(?:d\.?lgs|gdpr|ue) .*2016/679|(?:message|courriel|informations)\b.*\bconfidentiel|si vous .*par erreur"
    r"|expéditeur\b.*(?:supprim|détrui)|views .*(?:of the author|not necessarily)|scanned (?:for|by) .*virus"
    r"|\bunsubscribe\b|\bdisclaimer\b"
)
"""A part of a sentence that stands in footers alone."""
_PLACE = re.compile(
    # Company forms after a name, and authorities
    r"\w.*[\s,](?:Ltd|LTD|Limited|Inc|Corp|LLC|LLP|PLC|plc|Pty|g?GmbH|mbH|AG|KG|OHG|UG|SE|e\.K|e\.V|S\.?[rR]\.?[lL]"
    r"|S\.?[pP]\.?A|S\.?a\.?s|S\.?n\.?c|SARL|S\.à ?r\.l|SAS|SA|S\.A|B\.V|BV|N\.V|NV|Oy|AB|ApS|A/S|s\.r\.o|Kft"
    r"|Sp\. z o\.o|S\.L)(?=[.,;|)\s]|$)|\b(?:Universit(?:y|ies|ät|à|é)|Institut[eo]?|Istituto|Department|Dipartimento"
    r"|Fakultät|Klinikum|Ministerium|Fachbereich)\b"
    # Streets with a number
    r"|\d+\w?,? (?:[A-Z][\w'.-]+ ){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Drive|Way|Square|Sq|Court|Crescent"
    r"|Boulevard|Blvd|Terrace|Gardens|Park|Quay|Row)\b"
    r"|[A-ZÄÖÜ][\w .-]*(?:[Ss]tr(?:aße|asse|\.)|[Ww]eg|[Pp]latz|[Aa]llee|[Gg]asse|[Rr]ing|[Dd]amm|[Uu]fer"
    r"|[Cc]haussee) \d+"
    r"|\b(?:Am|An der|Im|Auf der) [A-ZÄÖÜ]\w+ \d+\b"
    r"|\b(?:[Vv]iale?|V\.le|[Pp]iazza|P\.zza|[Cc]orso|C\.so|[Ll]argo|[Vv]icolo|[Ll]ocalità) [\w' .-]*,? (?:n\. ?)?\d+"
    r"|Postfach|\d+,? (?:rue|avenue|boulevard|place|quai|chemin) |(?:Calle|C/) [A-Z][\w ]+,? \d+|P\.?O\.? Box"
    # Postcodes with a place, of Britain and of the United States
    r"|\b(?:[A-Z]{1,2}-)?\d{5} [A-ZÄÖÜ]|\b[A-Z]{1,2}-\d{4} [A-ZÄÖÜ]|\b[A-Z]{1,2}\d[\dA-Z]? \d[A-Z]{2}\b"
    r"|, [A-Z]{2} \d{5}"
)
"""A company, an authority or a postal address, in a line that is no sentence."""
_JOB = re.compile(
    r"(?=[^\W\d_a-zäöü]\S*(?: \S+){0,3}$)(?i:.*(?:engineer|manager|director|head of|officer|\bc[etf]o\b|president|sales"
    r"|marketing|consultant|developer|analyst|assistant|professor|lecturer|research|architect|designer|partner|founder"
    r"|attorney|solicitor|accountant|secretary|team lead|specialist|coordinator|administrator|ingenieur|leit(?:er|ung)"
    r"|vertrieb|gesch[äa]ftsf|abteilung|referent|berater|sachbearbeit|entwickler|anw[aä]lt|assistenz|architekt|einkauf"
    r"|buchhaltung|responsabile|diret(?:tore|trice)|ingegnere|ufficio|commerciale|amministra|consulente|avvocato"
    r"|architetto|impiegat|sviluppat|reparto|ingénieur|direct(?:eur|rice)|chef de))"
)
"""A job, in a line of at most four words."""
_SMALL = re.compile(
    r"\b(?:of|and|the|for|at|in|und|für|der|die|des|von|im|bei|zu|di|del|dell[ae]|dei|e|la|et|de|du|le"
    r"|rue|avenue|boulevard|via|viale|piazza|corso)\b"
)
"""Words without a capital in names, titles and places."""
_LONGEST = 150
"""Characters of a line that is no sentence; of a sentence, four times as many are searched for a notice."""
_NAMED_ABOVE = 3
"""Lines above one that may be between a name and a sign."""
_MOST_LINES = 12
"""Lines of a footer, and of a sentence of it."""


def words_of(names: str) -> AbstractSet[str]:
    """Return the words of names in lower case, without initials."""
    return frozenset(re.findall(r"[^\W\d_]{2,}", names.lower()))


def closing_lines(lines: Sequence[str], may_be_meant: Callable[[str], bool]) -> Sequence[str]:
    """Return the lines that close a text, the last one first, up to a line that may be meant or casts doubt."""
    said = lines[:0:-1][:_MOST_LINES]
    return said[: next((at for at, line in enumerate(said) if may_be_meant(line) or is_doubt(line)), _MOST_LINES)]


def without_footer(
    lines: Sequence[str], is_intent: Callable[[str], bool], names: AbstractSet[str] = frozenset(), known: int = 0
) -> tuple[str, ...]:
    """Return the lines of a text without its footer: the `known` last ones, and those that are one by their signs.

    It is found from below, because lines above a sign may belong to it. `names` are the words of the writer's names.
    """
    said = lines[: len(lines) - known]
    footer = _notices(said)
    for at in reversed(range(len(said))):
        line, above = said[at], said[max(0, at - _NAMED_ABOVE) : at]
        belongs = at + 1 in footer and _belongs(line, said[at + 1], above, names)
        if (belongs or _is_card(line)) and not is_doubt(line):
            footer.add(at)
    left = [line for at, line in enumerate(said) if at not in footer or is_intent(line)]
    is_signed = len(left) > 1 and words_of(left[-1]) <= names and _is_name(left[-1], names) and not is_intent(left[-1])
    return tuple(left[:-1] if is_signed else left)


def _notices(lines: Sequence[str]) -> set[int]:
    """Return the indices of lines from the beginning of a notice to the end of its sentence."""
    found = set[int]()
    for at, line in enumerate(lines):
        rest = lines[at : at + _MOST_LINES]
        length = next((length for length, line in enumerate(rest, 1) if not goes_on(line)), len(rest))
        notice = _NOTICE.search(" ".join(rest[:length])[: 4 * _LONGEST].lower())
        if notice and notice.start() < len(line):
            found.update(range(at, at + length))
    return found


def _is_card(line: str) -> bool:
    """Check for a line to reach the writer by, or a company's line."""
    return bool(_CONTACT.fullmatch(line[: _LONGEST + 1].lower()) or (_is_title(line) and _PLACE.search(line)))


def _belongs(line: str, below: str, above: Sequence[str], names: AbstractSet[str]) -> bool:
    """Check for a name, a job or the like above a line of a footer."""
    is_named = (_JOB.match(below) and not _is_card(below)) or any(_is_name(up, names) or _is_card(up) for up in above)
    is_between = is_named and _is_title(line) and not _is_name(below, names)
    return bool(is_between or _is_name(line, names) or _JOB.match(line))


def _is_name(line: str, names: AbstractSet[str]) -> bool:
    words = words_of(line)
    is_one = words <= names or _is_title(line)
    return is_one and not words.isdisjoint(names) and not re.search(r"[\d?]", line)


def _is_title(line: str) -> bool:
    """Check for words with capitals and no sentence, as names and places have them."""
    initials = re.findall(r"(?<![\w'@.])[^\W\d_]", _SMALL.sub("", line))
    is_sentence = len(line) > _LONGEST or re.search(r"[!?…]$|[a-zäöüß]{5,}\.$", line)
    return not is_sentence and not any(map(str.islower, initials))
