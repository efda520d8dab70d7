"""Delivery status of turn emails: a line on a game's page, and a page for all of its turns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import render_template, request

from rules.canvas import SeatLook
from service.db.clock import now
from service.language.catalogue import gettext, ngettext
from service.language.errors import NotFound
from service.models import Game
from service.notifications.kinds import kind_named
from service.notifications.tracking import (
    Dispatch,
    Silence,
    Stage,
    TurnTold,
    deliveries_seen_by,
    is_forgotten,
    turn_under_way,
)
from service.play.seating import game_seen_by, seat_number
from service.presentation.names import name_on
from service.web.formats import moment, number_in, viewer_zone
from service.web.frame.blueprints import pages
from service.web.frame.identity import player, viewer
from service.web.tables import look_of

PAGE = 20
BAD = frozenset({Stage.BOUNCED, Stage.FAILED, Stage.RETRIED})


@dataclass(frozen=True)
class ToldLine:
    """A turn and the delivery status of each email about it, in words."""

    turn: TurnTold
    who: str
    look: SeatLook | None
    sentences: list[str]
    is_bad: bool
    """Whether no email about the turn arrived, as far as is known."""


@pages.get("/games/<game_id>/deliveries")
def show_deliveries(game_id: str) -> str:
    """List the turns of a game, newest first, with the delivery status of their emails."""
    shown = game_seen_by(game_id, player())
    asked = request.args.get("before")
    before = None if asked is None else number_in(asked)
    if before is None and asked is not None:
        raise NotFound("bad-cursor")
    turns, more = deliveries_seen_by(game_id, player(), now(), before=before, limit=PAGE)
    return render_template(
        "deliveries.html",
        game=shown,
        lines=[_told_line(shown, turn) for turn in turns],
        next_page=turns[-1].version if more else None,
        forgotten=is_forgotten(shown, now()),
    )


def line_now(game: Game) -> ToldLine | None:
    """Describe how the seat to move was notified, for players of the game; None for others."""
    turn = None if seat_number(game, viewer()) is None else turn_under_way(game, now())
    return None if turn is None else _told_line(game, turn)


def _told_line(game: Game, turn: TurnTold) -> ToldLine:
    """Describe the delivery status of a turn's emails."""
    sentences = [f"{gettext(kind_named(mail.kind).told_as)}: {_in_words(mail)}" for mail in turn.deliveries]
    is_bad = bool(turn.deliveries) and all(mail.stage in BAD for mail in turn.deliveries)
    name, look = name_on(game, turn.seat), look_of(turn.seat)
    return ToldLine(turn, name, look, sentences or [_silent(turn.silence)], is_bad)


def _in_words(mail: Dispatch) -> str:
    status = f" ({mail.status})" if mail.status else ""
    match mail.stage:
        case Stage.SENT:
            return gettext("sent %(time)s", time=_time(mail.sent_at))
        case Stage.BOUNCED:
            return gettext("bounced %(time)s%(status)s", time=_time(mail.bounced_at), status=status)
        case Stage.FAILED:
            return gettext("could not be delivered%(status)s", status=status)
        case Stage.SUPERSEDED:
            return gettext("not sent: the turn was over, or the email was no longer wanted")
        case Stage.PROBABLY_DELIVERED:
            return gettext("probably delivered: the mail server got it, but its answer was lost")
    return _retried(mail, status) if mail.stage == Stage.RETRIED else _waiting(mail)


def _waiting(mail: Dispatch) -> str:
    if mail.due_at > now():
        return gettext(
            "waits until %(time)s: the player chose this time or is viewing the game", time=_time(mail.due_at)
        )
    return gettext("about to be sent")


def _retried(mail: Dispatch, status: str) -> str:
    return ngettext(
        "failed once%(status)s, next attempt %(time)s",
        "failed %(num)d times%(status)s, next attempt %(time)s",
        mail.attempts,
        status=status,
        time=_time(mail.next_at),
    )


def _silent(silence: Silence | None) -> str:
    if silence == Silence.PROGRAM:
        return gettext("No email: a program plays and checks by itself")
    if silence == Silence.VISITOR:
        return gettext("No email: the player gave no address")
    return gettext("No email: the player wants none about turns")


def _time(time: datetime | None) -> str:
    return moment(time, viewer_zone()) if time else ""
