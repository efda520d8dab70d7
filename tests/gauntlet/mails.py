"""The emails of the gauntlet: every kind, each from its scene, with its links."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cached_property

from service.mail import kinds
from tests.gauntlet import scenes
from tests.service.conftest import FakeClock
from tests.service.web.html import parse
from tests.workers.post import Post
from workers.jobs.notices import seal_due, send_due

KINDS = sorted(found.name for found in pkgutil.iter_modules(kinds.__path__))
"""Every kind of mail: the folders that hold one."""
WITHOUT_BUTTONS = ("farewell", "games_annulled", "tournament_confirm", "tournament_stuck")
"""Kinds whose links only show something: nothing is left to do, or it takes an answer or a signed-in browser."""
_ADDRESS = re.compile(r"https?://[^\s<>\"]+")


@dataclass(frozen=True)
class Mail:
    """An email as it was sent, and the address by which its recipient signs in."""

    recipient: str
    message: EmailMessage

    @cached_property
    def links(self) -> list[str]:
        """Where its text, its HTML and its headers lead, each address once."""
        found = [*_ADDRESS.findall(self._part("plain")), *self._anchors(), *_ADDRESS.findall(self.unsubscribe)]
        return list(dict.fromkeys(found))

    @property
    def unsubscribe(self) -> str:
        """Return the unsubscribe page that its header names; empty for kinds without one."""
        return str(self.message["List-Unsubscribe"] or "").partition(",")[0].strip("<>")

    def _anchors(self) -> list[str]:
        found = [anchor.attributes["href"] for anchor in parse(self._part("html")).all("a")]
        return [address for address in found if _ADDRESS.fullmatch(address)]

    def _part(self, form: str) -> str:
        body = self.message.get_body((form,))
        assert body is not None, f"the mail has no part in {form}"
        content: str = body.get_content()
        return content


def play_scene(kind: str, clock: FakeClock) -> None:
    """Set up the events that cause an email of that kind."""
    scene = getattr(scenes, kind, None)
    assert scene is not None, f"Write a scene {kind}() in {scenes.__file__}: how does such a mail come about?"
    scene(clock)


def come_about(kind: str, clock: FakeClock) -> Mail:
    """Play the scene of a kind and send what follows, as workers do; return the newest email of that kind."""
    play_scene(kind, clock)
    post = Post()
    seal_due(clock)
    send_due(clock, post)
    sent = [(letter.recipient, _read(letter.raw)) for letter in post.letters]
    wanted = [each for each in sent if each[1]["X-Sundial-Mail"].replace("-", "_") == kind]
    others = sorted({message["X-Sundial-Mail"] for _, message in sent})
    assert wanted, (
        f"The scene {kind}() in {scenes.__file__} has led to {others} alone. Does anybody write such a notice, as the "
        "listeners in service/notifications/ do? If so, what is logged says why it could not be put into words."
    )
    address, message = wanted[-1]
    return Mail(scenes.OWNERS.get(kind, address), message)


def expect_buttons(kind: str, pressed: int, over: Sequence[str] = ()) -> None:
    """Check that the links of a kind have working buttons, except those that are over."""
    if kind in (*WITHOUT_BUTTONS, *over):
        assert pressed == 0, f"a link of the kind {kind} has worked: is it to be excused in {__file__} any more?"
    else:
        assert pressed > 0, (
            f"No link of the kind {kind} lets its reader do anything, not even stop such mails. If they can do "
            f"without, its KIND needs a `label` and `mails`; else it belongs to WITHOUT_BUTTONS in {__file__}."
        )


def _read(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message
