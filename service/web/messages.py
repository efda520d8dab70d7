"""Chat on a game's page, and reports of messages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules import Seat
from rules.prose import N_
from service.db.clock import now
from service.language.catalogue import gettext
from service.models import LONGEST_MESSAGE, LONGEST_REASON, Game, Grievance, Message
from service.play import chat
from service.play.chat import QUICK_WORDS
from service.play.inbox import mark_read
from service.play.reports import message_at, report
from service.play.seating import game_seen_by, has_others, seat_number
from service.web.frame.blueprints import pages
from service.web.frame.identity import player, viewer

_SEAT = re.compile("[0-9]{1,2}")
GRIEVANCES: Mapping[Grievance, str] = {
    Grievance.ABUSE: N_("Insult or threat"),
    Grievance.SPAM: N_("Advertising or link to another site"),
    Grievance.CHEATING: N_("Unfair way to win the game"),
    Grievance.OTHER: N_("Something else"),
}
"""The reasons to report a message, with their labels."""


@dataclass(frozen=True)
class Conversation:
    """The chat of a game, and whether it is open."""

    messages: Sequence[Message]
    is_open: bool
    listening: Sequence[tuple[Seat, str]]
    """The seats that can get a private message, with their names."""
    quick_words: Mapping[str, str] = field(default_factory=lambda: QUICK_WORDS)
    longest: int = LONGEST_MESSAGE

    def is_others(self, message: Message) -> bool:
        """Check whether somebody else wrote the message, so that the viewer can report it."""
        reader = viewer()
        return reader is not None and message.account_id != reader.id


@pages.post("/games/<game_id>/messages")
def say(game_id: str) -> ResponseReturnValue:
    """Send a message to all players or to one of them; quick messages need one click."""
    chosen, quick = request.form.get("to", ""), request.form.get("quick")
    to = None if not chosen else int(chosen) if _SEAT.fullmatch(chosen) else chat.NOBODY
    said = chat.post(game_id, player(), request.form.get("text", ""), now(), to, quick=quick)
    mark_read(game_seen_by(game_id, player()), player(), said.id)
    return redirect(url_for("web.show_game", game_id=game_id, _anchor="talk"), 303)


def talk_at(game: Game) -> Conversation | None:
    """Return the chat of a game that has started; None for viewers without a seat, and if nobody else has one."""
    reader = viewer()
    seat = seat_number(game, reader)
    if game.setup is None or reader is None or seat is None or not has_others(game, seat):
        return None
    listening = tuple((each.number, each.holder) for each in chat.listeners_of(game, reader))
    return Conversation(chat.said(game, seat), chat.is_open(game, now()), listening)


@pages.get("/games/<game_id>/messages/<row:message_id>/report")
def ask_why(game_id: str, message_id: int) -> str:
    """Show the message, and ask for the reason of the report."""
    message = message_at(game_id, player(), message_id)
    return render_template(
        "report.html",
        game_id=game_id,
        message=message,
        said=gettext(QUICK_WORDS[message.quick]) if message.quick in QUICK_WORDS else message.text,
        reasons=GRIEVANCES,
        longest=LONGEST_REASON,
        done=False,
    )


@pages.post("/games/<game_id>/messages/<row:message_id>/report")
def report_it(game_id: str, message_id: int) -> ResponseReturnValue:
    """Report the message to the operator."""
    report(game_id, player(), message_id, request.form.get("why", ""), request.form.get("words", "").strip(), now())
    return redirect(url_for("web.reported", game_id=game_id, message_id=message_id), 303)


@pages.get("/games/<game_id>/messages/<row:message_id>/reported")
def reported(game_id: str, message_id: int) -> str:
    """Explain what happens after a report."""
    message = message_at(game_id, player(), message_id)
    return render_template("report.html", game_id=game_id, message=message, done=True)
