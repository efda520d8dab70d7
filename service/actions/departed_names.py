"""Names of those who have left: others know them, so nobody is to have them again. Only keyed hashes are kept."""

from __future__ import annotations

from collections.abc import Iterable

from flask import current_app

from service.db import session
from service.errors import Conflict
from service.keys import mark_of
from service.models import DepartedName
from service.names import GONE, GUEST


def keep_from_others(names: Iterable[str]) -> None:
    """Let nobody take the names from now on, in the transaction under way; those that we made up need no keeping."""
    for name in names:
        if not name.startswith((GONE, GUEST)):
            session().merge(DepartedName(mark=_mark(name)))


def check_kept(name: str) -> None:
    """Conflict `name-taken` if somebody had the name who has left."""
    if session().get(DepartedName, _mark(name)) is not None:
        raise Conflict("name-taken", name=name)


def _mark(name: str) -> str:
    return mark_of(current_app.config["SECRET_KEY"], f"departed name {name}")
