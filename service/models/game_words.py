"""The words that tables of games are written in."""

from __future__ import annotations

from enum import StrEnum


class GameStatus(StrEnum):
    """The life of a game."""

    INVITING = "inviting"
    ACTIVE = "active"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Visibility(StrEnum):
    """Who may see a game: its players, or everybody."""

    PRIVATE = "private"
    PUBLIC = "public"


class EndedBy(StrEnum):
    """Why a game is over."""

    PLAY = "play"
    RESIGNATION = "resignation"
    TIME = "time"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    AGREEMENT = "agreement"


class OnTimeout(StrEnum):
    """What a table has agreed on for somebody who lets the deadline pass."""

    FORFEIT = "forfeit"
    """The seat is given up."""
    COMPUTER = "computer"
    """The computer plays on until they come back."""
    SUBSTITUTE = "substitute"
    """The same, or until somebody takes their seat over."""


class PlayedBy(StrEnum):
    """Who has acted on a seat in place of whoever has it."""

    COMPUTER = "computer"


class SeatState(StrEnum):
    """Whether a seat is taken."""

    OPEN = "open"
    INVITED = "invited"
    TAKEN = "taken"


class Contributed(StrEnum):
    """Where it comes from what a place adds to the dice."""

    OWN = "own"
    """From the player, who was shown the commitment before."""
    EARLY = "early"
    """From the player, before there was a commitment."""
    SERVER = "server"
    """Made up by the server for who named nothing; see `core.dice.made_up`."""


class Signature(StrEnum):
    """What is known of whoever has signed a record from elsewhere."""

    KNOWN = "known"
    """The key is one of ours, or one that the operator had at hand."""
    UNKNOWN = "unknown"
    """It fits the key that it names, and whose that is nobody here can say."""
