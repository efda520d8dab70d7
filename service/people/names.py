"""Names that people and bots go by: how they are written, and which are nobody's to take.

A name stands in mails and beside games, so it must not be taken for a link, nor for whoever runs the server. Others
know those who have left by theirs, so nobody is to have these again: keyed hashes of them are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sqlalchemy import select

from service.core.addresses import Named
from service.core.db import session
from service.core.errors import Conflict, Invalid
from service.core.key_ring import key_ring
from service.core.keys import mark_of
from service.core.settings import settings
from service.models import DepartedName

GUEST = "guest-"
"""How the names begin that accounts are born with."""
GONE = "gone-"
"""How the names begin of those who have left."""
LONGEST = 30
"""Characters of a name."""
NAME_PATTERN = re.compile(rf"[a-z0-9][a-z0-9._-]{{1,{LONGEST - 1}}}")
LINKED = r"\.[a-z]{2}"
"""What mail programs take for the end of a domain, and make a link of all that stands before it."""
TAKEN_BY_US = frozenset({"me", "new", "null", "none", "undefined", "you", "computer", "dice", "nobody", "everybody"})
"""What addresses of pages and of the API, programs, and our own sentences use for something else."""
OFFICES = (
    "abuse", "admin", "administrator", "bounces", "help", "helpdesk", "hostmaster", "mailerdaemon", "moderator",
    "noreply", "operator", "postmaster", "root", "security", "sundial", "support", "sysadmin", "system", "webmaster",
)  # fmt: skip
"""Who a reader would believe to write for the server; what looks like one of them is taken for it."""
BESIDE_OFFICES = ("account", "desk", "mail", "official", "real", "service", "staff", "team", "the")
"""What makes an office of more words, as in sundial-support-team; nothing is wrong with them by themselves."""
_LOOKS = str.maketrans("0134578i", "oleastbl", "._-")
"""Digits and letters that are read as others, and what only stands between them."""


def checked_name(name: str) -> str:
    """The name, or Invalid: `bad-name` for what is none or can be a link, `reserved-name` for what is ours."""
    if not NAME_PATTERN.fullmatch(name) or name.startswith((GUEST, GONE)) or re.search(LINKED, name):
        raise Invalid("bad-name", name=name)
    if is_ours(name, settings().mail_domain):
        raise Invalid("reserved-name", name=name)
    return name


def is_ours(name: str, domain: str) -> bool:
    """Whether a name is a word of ours, a mail box or a part of our domain, or looks like one that speaks for us."""
    if name in TAKEN_BY_US or name in set(Named):
        return True
    parts = {_look(label) for label in domain.lower().split(".")}
    looks = {_look(name), _look(name.rstrip("0123456789"))}
    return any(look in parts or _SPEAKS_FOR_US.fullmatch(look) for look in looks)


def keep_from_others(names: Iterable[str]) -> None:
    """Let nobody take the names from now on, in the transaction under way; those that we made up need no keeping."""
    for name in names:
        if not name.startswith((GONE, GUEST)):
            session().merge(DepartedName(mark=_mark(key_ring().newest, name)))


def check_kept(name: str) -> None:
    """Conflict `name-taken` if somebody had the name who has left."""
    marks = [_mark(key, name) for key in key_ring().all]
    if session().scalars(select(DepartedName).where(DepartedName.mark.in_(marks))).first() is not None:
        raise Conflict("name-taken", name=name)


def _look(word: str) -> str:
    """What a word looks like to somebody who reads on: adm1n and ad-min are the same."""
    return word.translate(_LOOKS).replace("rn", "m").replace("vv", "w")


def _any(words: tuple[str, ...]) -> str:
    return f"(?:{'|'.join(map(_look, words))})"


_SPEAKS_FOR_US = re.compile(f"{_any(BESIDE_OFFICES)}*{_any(OFFICES)}{_any(BESIDE_OFFICES + OFFICES)}*")


def _mark(key: str, name: str) -> str:
    return mark_of(key, f"departed name {name}")
