"""Names of people and bots: their syntax, and which are reserved.

A name appears in emails and beside games, so it must look neither like a link nor like the operator. Names of deleted
accounts are known to others, so they are not given out again; keyed hashes of them are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sqlalchemy import select

from service.config.key_ring import key_ring
from service.config.settings import settings
from service.db.engines import session
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
TAKEN_BY_US = frozenset({"me", "new", "null", "none", "undefined", "you", "computer", "dice", "nobody", "everybody"})
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


def _look(word: str) -> str:
    """Normalise a word to its look: adm1n and ad-min become equal."""
    return word.translate(_LOOKS).replace("rn", "m").replace("vv", "w")


def _any(words: tuple[str, ...]) -> str:
    return f"(?:{'|'.join(map(_look, words))})"


_SPEAKS_FOR_US = re.compile(f"{_any(BESIDE_OFFICES)}*{_any(OFFICES)}{_any(BESIDE_OFFICES + OFFICES)}*")


def _mark(key: str, name: str) -> str:
    return mark_of(key, f"departed name {name}")
