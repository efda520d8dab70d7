"""Names of people and bots: display names and handles, their syntax, and which are reserved.

A display name is as typed, in any script; a handle is unique and in ASCII. Both appear in emails and beside games, so
they must look neither like a link nor like the operator. Handles of deleted accounts are known to others, so they are
not given out again; keyed hashes of them are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from anyascii import anyascii
from confusable_homoglyphs.confusables import is_confusable, is_mixed_script
from precis_i18n import get_profile
from sqlalchemy import select

from service.config.key_ring import key_ring
from service.config.settings import settings
from service.db.engines import session
from service.language import texts
from service.language.errors import Conflict, Invalid
from service.models import DepartedName
from service.security.addresses import Named
from service.security.keys import mark_of

GUEST = "guest-"
"""The prefix of generated names."""
GONE = "gone-"
"""The prefix of deleted accounts' names."""
LONGEST = 30
"""Characters of a name."""
NAME_PATTERN = re.compile(rf"[a-z0-9][a-z0-9._-]{{1,{LONGEST - 1}}}")
LINKED = r"\.[a-z]{2}"
"""Email programs take this for the end of a domain, and turn the text before it into a link."""
_NICKNAME = get_profile("NicknameCasePreserved")
"""RFC 8266: tidies blanks and compatible characters, and refuses invisible ones."""
_UNFIT = re.compile(r"[@:/\\<>()\[\]{}\"“”„«»,;|]")
"""What makes a display name look like an address, a link, or a name with a note."""
_TOGETHER = ("COMMON", "INHERITED", "HAN", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO")
"""Scripts that stand beside others in one name (UTS 39, 5.2)."""
_NO_PART = re.compile(r"[^a-z0-9._-]+")
TAKEN_BY_US = frozenset(
    {
        *("me", "new", "null", "none", "undefined", "you", "computer", "dice", "nobody", "everybody"),
        *("somebody", "someone", "guest", "a-guest"),
    }
)
"""Words that page addresses, the API, programs or our own texts use for something else."""
OFFICES = (
    "abuse", "admin", "administrator", "bounces", "help", "helpdesk", "hostmaster", "mailerdaemon", "moderator",
    "noreply", "operator", "postmaster", "root", "security", "sundial", "support", "sysadmin", "system", "webmaster",
)  # fmt: skip
"""Roles that a reader would believe to speak for the server; lookalikes are refused, too."""
BESIDE_OFFICES = ("account", "desk", "mail", "official", "real", "service", "staff", "team", "the")
"""Words that extend a role, as in sundial-support-team; they are allowed alone."""
_LOOKS = str.maketrans("0134578i", "oleastbl", "._-")
"""Digits and letters that look like others, and separators."""


def checked_name(name: str) -> str:
    """Check a name; Invalid `bad-name` if it is malformed or can be a link, `reserved-name` if it is ours."""
    if not NAME_PATTERN.fullmatch(name) or name.startswith((GUEST, GONE)) or re.search(LINKED, name):
        raise Invalid("bad-name", name=name)
    if is_ours(name, settings().mail_domain):
        raise Invalid("reserved-name", name=name)
    return name


def checked_display_name(written: str) -> str:
    """Tidy and check a display name.

    Invalid `bad-text` or `bad-display-name` if it cannot be shown or can be a link, `mixed-scripts` if its letters are
    of scripts that can be confused, `reserved-name` if it is ours.
    """
    try:
        name = _NICKNAME.enforce(texts.line("display_name", written, LONGEST))
    except UnicodeEncodeError:
        raise Invalid("bad-display-name", name=written) from None
    handle = handle_in(name)
    refusals = {
        "bad-display-name": len(name) > LONGEST
        or not any(map(str.isalnum, name))
        or _UNFIT.search(name)
        or re.search(LINKED, handle)
        or handle.startswith((GUEST, GONE)),
        "mixed-scripts": is_mixed_script(name, _TOGETHER),
        "reserved-name": any(is_ours(each, settings().mail_domain) for each in (handle, looks_of(name))),
    }
    for code in filter(refusals.get, refusals):
        raise Invalid(code, name=name)
    return name


def handle_in(name: str) -> str:
    """Convert a name to the characters of a handle: `Zoë` becomes `zoe`, `Ольга` becomes `olga`."""
    return _NO_PART.sub("-", anyascii(name).lower().replace("'", "")).strip("._-")[:LONGEST]


@lru_cache(maxsize=1000)
def looks_of(name: str) -> str:
    """Normalise a name to its look, as UTS 39's skeleton does: Carol and car0l become equal."""
    return _look("".join(map(_as_latin, name.casefold())).replace(" ", ""))


def is_ours(name: str, domain: str) -> bool:
    """Check whether a name is reserved, is a mailbox or part of our domain, or looks like a role of ours."""
    if name in TAKEN_BY_US or name in set(Named):
        return True
    parts = {_look(label) for label in domain.lower().split(".")}
    looks = {_look(name), _look(name.rstrip("0123456789"))}
    return any(look in parts or _SPEAKS_FOR_US.fullmatch(look) for look in looks)


def keep_from_others(names: Iterable[str]) -> None:
    """Reserve the names of a deleted account, in the current transaction; generated names need none."""
    for name in names:
        if not name.startswith((GONE, GUEST)):
            session().merge(DepartedName(mark=_mark(key_ring().newest, name)))


def check_kept(name: str) -> None:
    """Raise Conflict `name-taken` if a deleted account had the name."""
    marks = [_mark(key, name) for key in key_ring().all]
    if session().scalars(select(DepartedName).where(DepartedName.mark.in_(marks))).first() is not None:
        raise Conflict("name-taken", name=name)


def _as_latin(char: str) -> str:
    """Return the Latin letter that a character can be confused with, else the character."""
    found = () if char.isascii() else is_confusable(char, preferred_aliases=["latin"])
    return next((each["c"] for each in found[0]["homoglyphs"] if each["c"].isascii()), char) if found else char


def _look(word: str) -> str:
    """Normalise a word to its look: adm1n and ad-min become equal."""
    return word.translate(_LOOKS).replace("rn", "m").replace("vv", "w")


def _any(words: tuple[str, ...]) -> str:
    return f"(?:{'|'.join(map(_look, words))})"


_SPEAKS_FOR_US = re.compile(f"{_any(BESIDE_OFFICES)}*{_any(OFFICES)}{_any(BESIDE_OFFICES + OFFICES)}*")


def _mark(key: str, name: str) -> str:
    return mark_of(key, f"departed name {name}")
