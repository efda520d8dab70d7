"""What is said when a mail may mean more than one thing: what was read in it, each to be sent back by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules import Sentence
from rules.json_types import Json
from rules.prose import N_
from service.core.language import gettext
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
"""By what the answer is about: its title, and what it says."""

MOST = 10
"""Wishes that an answer shows."""


def about(texts: Sequence[str], refusals: Sequence[Sentence | None] = ()) -> dict[str, Any]:
    """What the answer is to tell: the wishes, and beside each that cannot be granted now, why."""
    beside = [*refusals, *([None] * len(texts))]
    wishes = [_wish(text, refusal) for text, refusal in zip(texts[:MOST], beside, strict=False)]
    return {"topic": "unclear" if len(texts) > 1 else "unsure", "wishes": wishes}


def near(command: str) -> list[Json]:
    """The wishes of an answer `near`, to a line that may be meant for that command."""
    return [_wish(command, None)]


def told(notice: Notice) -> list[dict[str, str]]:
    """The wishes as the answer shows them, each with why it cannot be granted, or nothing."""
    return [
        {"text": wish["text"], "why": Sentence(wish["why"], wish["values"]).translated(gettext) if wish["why"] else ""}
        for wish in notice.data.get("wishes", [])
    ]


def _wish(text: str, refusal: Sentence | None) -> dict[str, Json]:
    values = dict(refusal.values) if refusal else {}
    return {"text": excerpt(text), "why": refusal.template if refusal else "", "values": values}
