"""Finding the kinds of mail: each folder under `service/mail/kinds/` declares its own, and nobody keeps a list.

Whatever happens is told by the name of a kind. What there is to know of the kind, beside its words, is asked for here.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import import_module

from service.core.limits import Limit, limit
from service.models import Game, Lane, Notice

FOLDERS = "service.mail.kinds"
"""By its name alone: what is below the faces imports none of them."""
ALL_KINDS = "all"
"""Stands for every kind that can be stopped."""
LAST = 1000
DESK_ANSWERS = limit("desk-answers")


class Timing(StrEnum):
    """When a mail comes (see `timing.due_at`)."""

    AT_ONCE = "at-once"
    """As what somebody has asked for, or has to know."""
    AFTER_QUIET = "after-quiet"
    """At once, but not in the quiet hours of its reader."""
    AS_CHOSEN = "as-chosen"
    """When its reader wants to be told of games, if at all, and in time before a deadline."""
    BEFORE_DEADLINE = "before-deadline"
    """When the time for a turn is about to be over, if its reader wants to be told of games at all."""


@dataclass(frozen=True)
class Kind:
    """What there is to know of a kind of mail without composing one; the words are marked for translation."""

    name: str
    """Its folder's, with dashes."""
    timing: Timing = Timing.AT_ONCE
    lane: Lane = Lane.USUAL
    """What it is written and sent before."""
    place: int = LAST
    """Where it stands among others; those with the same are in alphabetical order."""
    of_turn: bool = False
    """Whether it is written as each turn begins, once for each."""
    is_repeated: bool = False
    """Whether there can be several to one reader about one version of a game."""
    is_key: bool = False
    """Whether its text opens a door, so that it is in no copy."""
    counted: Limit = DESK_ANSWERS
    """How many of them an account gets, if it answers mails, whatever is done in its name."""
    gathered_in: str | None = None
    """The kind that tells several of them at once."""
    true_while: Callable[[Notice, Game], bool] | None = None
    """Whether what it tells of the game still goes on; what is over is over for good. None for what stays true.

    With the next turn all of it is over.
    """
    worth_telling: Callable[[Notice], bool] | None = None
    """Whether its reader can still make use of it, true or not; None if always."""
    label: str = ""
    """When it is sent, for the page where it can be stopped; empty if nobody can do without."""
    mails: str = ""
    """What they are called on the page behind the link that stops them, or that stops what they gather."""
    headline: str = ""
    """What stands over it in the mail that gathers it; `%(game)s` is the game's name."""
    told_as: str = ""
    """What it is called where a table sees how somebody was told of their turn; empty for what tells of none."""


@cache
def kinds() -> dict[str, Kind]:
    """All kinds of mail by name, in their order."""
    folders = pkgutil.iter_modules(import_module(FOLDERS).__path__, f"{FOLDERS}.")
    found: list[Kind] = [import_module(folder.name).KIND for folder in folders]
    return {kind.name: kind for kind in sorted(found, key=lambda kind: (kind.place, kind.name))}


def kind_named(name: str) -> Kind:
    """The kind of that name; of what only another release knows, one that says nothing."""
    return kinds().get(name) or Kind(name)


def stoppable() -> list[str]:
    """The kinds of mail that somebody can do without."""
    return [kind.name for kind in kinds().values() if kind.label]


def kinds_of_turns() -> list[str]:
    """What is told of a turn: that it begins, and that its time runs out."""
    return [kind.name for kind in kinds().values() if kind.of_turn]


def kinds_telling_turns() -> list[str]:
    """The kinds of mail that tell somebody of their turn."""
    return [kind.name for kind in kinds().values() if kind.told_as]


def gatherings() -> dict[str, list[str]]:
    """The kinds of mail that tell several notices at once (see `digests`), each with the kinds that it tells."""
    found: dict[str, list[str]] = {}
    for kind in kinds().values():
        if kind.gathered_in is not None:
            found.setdefault(kind.gathered_in, []).append(kind.name)
    return found


def kinds_meant(name: str) -> list[str]:
    """The kinds that somebody stops who stops that one: what it gathers, all for `all`, else itself."""
    return {**gatherings(), ALL_KINDS: stoppable()}.get(name, [name])
