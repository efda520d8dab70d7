"""Whom a route can be for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Whose(Enum):
    """Whom a route is for."""

    ALL = auto()
    """It tells everybody the same, or asks for nothing but what is sent."""
    ONES_OWN = auto()
    """It is about whoever asks, and about nobody else."""
    PLAYERS = auto()
    """It is about a private game, which is there for its players alone."""
    OWNERS = auto()
    """It is about a thing of an account, which is there for that account alone."""
    IN_SIGHT = auto()
    """It changes a thing of an account that everybody may see, and that account alone may change."""
    PEOPLE = auto()
    """It is about the person who asks; bots have nothing there."""
    BOTS = auto()
    """It is about the bot that asks; people have nothing there."""
    HOLDERS = auto()
    """Its address is the permission."""
    APPS = auto()
    """It is for programs that send a form, knows nobody by a cookie, and asks for nothing but what is sent."""
    OPERATORS = auto()
    """It is for whoever runs the server."""


@dataclass(frozen=True)
class Rule:
    """Whom a route is for; over REST, the scope it needs and whether it can be asked without a token."""

    whose: Whose
    scope: str | None = None
    anonymous: bool = False


PUBLIC, OWN, GAME = Rule(Whose.ALL), Rule(Whose.ONES_OWN), Rule(Whose.PLAYERS)
HELD = Rule(Whose.HOLDERS)
SEEN_BOT = Rule(Whose.IN_SIGHT)
