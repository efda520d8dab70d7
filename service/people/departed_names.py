"""Names of those who have left: others know them, so nobody is to have them again. Only keyed hashes are kept."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select

from service.core.db import session
from service.core.errors import Conflict
from service.core.key_ring import key_ring
from service.core.keys import mark_of
from service.models import DepartedName
from service.people.names import GONE, GUEST


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


def _mark(key: str, name: str) -> str:
    return mark_of(key, f"departed name {name}")
