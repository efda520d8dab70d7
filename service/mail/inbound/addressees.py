"""Recipients of a chat message sent by email: all players, or the one that its first line names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from rules import Seat
from rules.json_types import Json
from service.language.errors import Conflict, Forbidden, Invalid, TooMany
from service.language.refusals import EXPLANATIONS
from service.mail.vocabulary import any_of, ways
from service.models import Account, Game
from service.play import chat
from service.presentation.names import name_of
from service.security.keys import Purpose, SeatLink

_TO = re.compile(rf"\s*(?:{any_of('to')})\s+([^:]+?)\s*:\s*(.*)", re.IGNORECASE)


@dataclass(frozen=True)
class Addressed:
    """A chat message and its recipient's seat: None for all players, `chat.NOBODY` for an unknown name."""

    text: str
    to: Seat | None


def addressed(text: str, link: SeatLink, game: Game, speaker: Account) -> Addressed:
    """Parse a chat message and its recipient from the text of an email.

    If a line below the first names a recipient, nobody receives the message: the writer may not have meant all players.
    """
    first, *others = text.split("\n")
    answered = link.version if link.purpose == Purpose.ASIDE else None  # the private message's sender
    found, seat = _TO.fullmatch(first), _seat_named(first, game, speaker)
    if found is None or (seat is None and " " in found[1]):  # as in “to be honest: …”
        is_late = any(_seat_named(line, game, speaker) is not None for line in others)
        return Addressed(text, chat.NOBODY if is_late and answered is None else answered)
    said = "\n".join(filter(None, [found[2], *others]))
    if found[1].lower() in ways("all"):
        return Addressed(said, None)
    return Addressed(said, chat.NOBODY if seat is None else seat)


def say(
    game: Game, speaker: Account, link: SeatLink, text: str, at: datetime, *, with_move: bool = False
) -> dict[str, str]:
    """Send the message to its recipients, `with_move` in one email with the move; return the note for the answer."""
    meant = addressed(text, link, game, speaker)
    try:
        chat.say(game.id, speaker, meant.text, at, meant.to, with_move=with_move)
    except (Invalid, Conflict, Forbidden, TooMany) as refused:
        because = refused.sentence.template if refused.sentence else EXPLANATIONS[refused.code].title
        return {"note": "not-said", "because": because}
    return {"note": "said" if meant.to is None else "said-alone"}


def as_held(text: str, link: SeatLink, game: Game, speaker: Account) -> dict[str, Json]:
    """Return the message and its recipient to be kept with a held move (`SentMove.talk`); empty for no text."""
    meant = addressed(text, link, game, speaker)
    return {"text": meant.text, "to": meant.to} if text else {}


def _seat_named(line: str, game: Game, speaker: Account) -> Seat | None:
    """Return the only seat that has the name; None too if one player's name is another's handle."""
    found = _TO.fullmatch(line)
    named = found[1].lower() if found else ""
    listeners = chat.listeners_of(game, speaker)
    seats = [seat.number for seat in listeners if named in (seat.holder, name_of(game, seat).lower())]
    return seats[0] if len(seats) == 1 else None
