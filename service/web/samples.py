"""Games in mid-play, drawn once by each process for all who look for a game."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

import rules
from rules.samples import sample
from service import pictures
from service.core.language import gettext, language

KEPT = 32
"""Pictures that a process keeps: of some games in some languages."""
MARK_DIGITS = 12


def drawn_sample(name: str) -> str:
    """The board of the game of that id in mid-play, in the reader's language."""
    return _drawn(name, language())


def mark_of_sample(name: str) -> str:
    """What stands for that very picture in its address."""
    return sha256(pictures.image(drawn_sample(name)).encode()).hexdigest()[:MARK_DIGITS]


@lru_cache(KEPT)
def _drawn(name: str, _language: str) -> str:
    position, before = sample(name)
    return rules.game(name).picture.svg(position, before, gettext)
