"""One folder is one kind of mail: `subject.txt`, `body.txt`, `body.html`, and `facts` for what they need to know."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from service.mail.facts import Facts
from service.models import Notice


class Kind(Protocol):
    """What the folder of a kind of mail provides, besides `subject.txt`, `body.txt` and `body.html`."""

    def facts(self, notice: Notice) -> Facts:
        """All that the templates need to know."""


def folder_of(notice: Notice) -> str:
    """The name of the folder of a notice's kind."""
    return notice.kind.replace("-", "_")


def facts_of(notice: Notice) -> Facts:
    """What the templates of the notice's kind need to know."""
    kind: Kind = import_module(f"{__name__}.{folder_of(notice)}")
    return kind.facts(notice)
