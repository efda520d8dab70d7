"""Reporting what somebody has said."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.language import gettext
from service.models import LONGEST_REASON
from service.play.chat import QUICK_WORDS
from service.play.reports import message_at, report
from service.telling.grievances import GRIEVANCES
from service.web.frame.blueprints import pages
from service.web.frame.identity import player


@pages.get("/games/<game_id>/messages/<row:message_id>/report")
def ask_why(game_id: str, message_id: int) -> str:
    """What was said, with the question what is wrong with it."""
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
    """Let the operator look at it."""
    report(game_id, player(), message_id, request.form.get("why", ""), request.form.get("words", "").strip(), now())
    return redirect(url_for("web.reported", game_id=game_id, message_id=message_id), 303)


@pages.get("/games/<game_id>/messages/<row:message_id>/reported")
def reported(game_id: str, message_id: int) -> str:
    """What comes of it."""
    message = message_at(game_id, player(), message_id)
    return render_template("report.html", game_id=game_id, message=message, done=True)
