"""Answers to an email that may mean several things: each one read is listed, to be sent back by itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any

from rules import Sentence
from rules.json_types import Json
from rules.prose import N_
from service.language.catalogue import gettext
from service.mail.intents import Written
from service.mail.lines import excerpt
from service.models import Notice

WORDS = {
    "unclear": (
        N_("Which one do you mean?"),
        N_("Your email asks for more than one thing, so nothing was done. Reply with just one of these:"),
    ),
    "unsure": (
        N_("Is this what you mean?"),
        N_("Your email also says something else, so nothing was done. If this is what you want, reply with just this:"),
    ),
    "near": (
        N_("Is this what you mean?"),
        N_("We don't know that command, so nothing was done. If this is what you want, reply with just this:"),
    ),
}
"""Title and text of the answer, by topic."""

MOST = 10
"""Commands that an answer shows."""


def about(intents: Sequence[Written], refusals: Iterable[Sentence | None] = repeat(None)) -> dict[str, Any]:
    """Return topic and data of the answer: the intents found, each with the reason if it is impossible now."""
    shown = [_intent(intent.text, refusal) for intent, refusal in zip(intents[:MOST], refusals, strict=False)]
    return {"topic": "unclear" if len(intents) > 1 else "unsure", "intents": shown}


def near(command: str) -> dict[str, Any]:
    """Return topic and data of the answer that suggests a command for a mistyped line."""
    return {"topic": "near", "intents": [_intent(command, None)]}


def told(notice: Notice) -> list[dict[str, str]]:
    """Return the commands as the answer shows them, each with the reason why it is impossible or ""."""
    return [
        {
            "text": intent["text"],
            "why": Sentence(intent["why"], intent["values"]).translated(gettext) if intent["why"] else "",
        }
        for intent in notice.data.get("intents", [])
    ]


def _intent(text: str, refusal: Sentence | None) -> dict[str, Json]:
    values = dict(refusal.values) if refusal else {}
    return {"text": excerpt(text), "why": refusal.template if refusal else "", "values": values}
