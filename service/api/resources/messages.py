"""Talking at the table."""

from __future__ import annotations

from typing import Any

from rules.json_types import Json
from service.api.access import account
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.schemas.message import (
    MessageRequestSchema,
    MessageSchema,
    MessagesQuerySchema,
    MessagesSchema,
    ReportRequestSchema,
)
from service.api.times import written
from service.core.clock import now
from service.core.errors import Invalid
from service.models import Message
from service.play import chat
from service.play.reports import report

blueprint = Resource("messages", "What players say to each other; those who only watch do not hear it.")


@blueprint.route("/games/<game_id:game_id>/messages")
@blueprint.lists("messages", "next_after", "after")
@blueprint.allows("messages")
@blueprint.refuses(403, 404)
@blueprint.response(200, MessagesSchema)
@blueprint.arguments(MessagesQuerySchema, location="query")
def list_messages(wish: dict[str, int], *, game_id: str) -> dict[str, Json]:
    """List what was said in a game of yours, oldest first."""
    found, more = chat.messages_of(game_id, account(), wish["after"], wish["limit"])
    return {"messages": [_message_json(each) for each in found], "next_after": found[-1].id if more else None}


@blueprint.route("/games/<game_id:game_id>/messages", methods=["POST"])
@blueprint.allows("messages")
@blueprint.refuses(403, 404, 409, 429)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(201, MessageSchema)
@blueprint.arguments(MessageRequestSchema)
@repeatable
def post_message(wish: dict[str, Any], *, game_id: str) -> dict[str, Json]:
    """Say something to the others at the table, or to one of them alone."""
    if ("text" in wish) == ("quick" in wish):
        raise Invalid("text-or-quick")
    if "quick" in wish:
        return _message_json(chat.post_quick(game_id, account(), wish["quick"], now(), wish.get("to")))
    return _message_json(chat.post(game_id, account(), wish["text"], now(), wish.get("to")))


@blueprint.route("/games/<game_id:game_id>/messages/<row:message_id>/report", methods=["POST"])
@blueprint.allows("messages")
@blueprint.refuses(403, 404, 422, 429)
@blueprint.response(204)
@blueprint.arguments(ReportRequestSchema)
def report_message(wish: dict[str, str], *, game_id: str, message_id: int) -> None:
    """Ask whoever runs this server to look at what somebody has said; twice is once."""
    report(game_id, account(), message_id, wish["why"], wish["words"], now())


def _message_json(message: Message) -> dict[str, Json]:
    return {
        "id": message.id,
        "seat": message.seat,
        "account": message.speaker,
        "text": message.text,
        "to": message.to_seat,
        "quick": message.quick,
        "at": written(message.at),
    }
