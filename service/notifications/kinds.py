"""Registry of email kinds: each folder under `service/mail/kinds/` declares its own; there is no central list.

Other packages name a kind and find its properties here, except its text.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import cache
from importlib import import_module

from service.config.limits import Limit, limit
from service.models import Game, Lane, Notice

FOLDERS = "service.mail.kinds"
"""By name only: packages below the interfaces import none of them."""
ALL_KINDS = "all"
"""A name for all kinds that can be switched off."""
LAST = 1000
GENERAL_ANSWERS = limit("desk-answers")


class Timing(StrEnum):
    """When an email is sent (see `timing.due_at`)."""

    AT_ONCE = "at-once"
    """Requested by its reader, or essential."""
    AFTER_QUIET = "after-quiet"
    """At once, except in the reader's quiet hours."""
    AS_CHOSEN = "as-chosen"
    """As the reader chose for games, if at all, and in time before a deadline."""
    BEFORE_DEADLINE = "before-deadline"
    """Shortly before a deadline, unless the reader has switched off emails about games."""


@dataclass(frozen=True)
class Kind:
    """The properties of an email kind; its texts are marked for translation."""

    name: str
    """Its folder's name, with dashes."""
    timing: Timing = Timing.AT_ONCE
    lane: Lane = Lane.USUAL
    """Its priority in composing and sending."""
    place: int = LAST
    """Its position in lists; equal ones are in alphabetical order."""
    of_turn: bool = False
    """Whether one is written at the start of each turn."""
    is_repeated: bool = False
    """Whether one reader can get several about one version of a game."""
    is_key: bool = False
    """Whether its text gives access, so that copies leave it out."""
    good_for: timedelta | None = None
    """How long its link and code are good; None for as long as its news."""
    counted: Limit = GENERAL_ANSWERS
    """The hourly limit of a reply, for each account."""
    gathered_in: str | None = None
    """The kind that gathers several of them."""
    true_while: Callable[[Notice, Game], bool] | None = None
    """Whether its news about the game still holds; once over, it stays over. None for news that stays true.

    The next turn ends all of it.
    """
    worth_telling: Callable[[Notice], bool] | None = None
    """Whether it is still of use to its reader, true or not; None if always."""
    label: str = ""
    """When it is sent, for the page that switches it off; empty if it is essential."""
    mails: str = ""
    """The plural on the page behind its unsubscribe link, or behind that of the kind that gathers it."""
    headline: str = ""
    """Its heading in the email that gathers it; `%(game)s` is the game's name."""
    told_as: str = ""
    """Its name where players see how a turn was notified; empty if it notifies of no turn."""


@cache
def kinds() -> dict[str, Kind]:
    """Collect all kinds by name, in their order."""
    folders = pkgutil.iter_modules(import_module(FOLDERS).__path__, f"{FOLDERS}.")
    found: list[Kind] = [import_module(folder.name).KIND for folder in folders]
    return {kind.name: kind for kind in sorted(found, key=lambda kind: (kind.place, kind.name))}


def kind_named(name: str) -> Kind:
    """Return the kind of that name; for a name of another release, one with default properties."""
    return kinds().get(name) or Kind(name)


def stoppable() -> list[str]:
    """List the kinds that can be switched off."""
    return [kind.name for kind in kinds().values() if kind.label]


def kinds_of_turns() -> list[str]:
    """List the kinds written for each turn: its start, and its deadline."""
    return [kind.name for kind in kinds().values() if kind.of_turn]


def kinds_telling_turns() -> list[str]:
    """List the kinds that notify of a turn."""
    return [kind.name for kind in kinds().values() if kind.told_as]


def gatherings() -> dict[str, list[str]]:
    """Map each kind that gathers notices (see `digests`) to the kinds it gathers."""
    found: dict[str, list[str]] = {}
    for kind in kinds().values():
        if kind.gathered_in is not None:
            found.setdefault(kind.gathered_in, []).append(kind.name)
    return found


def kinds_meant(name: str) -> list[str]:
    """Expand a kind to those it switches off: the ones it gathers, all for `all`, else itself."""
    return {**gatherings(), ALL_KINDS: stoppable()}.get(name, [name])
