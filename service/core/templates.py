"""Jinja's environment for pages and mails."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

import jinja2


class FlatEnvironment(jinja2.Environment):
    """One whose templates have no globals of their own, and share those of all.

    Each import of one template by another compares the globals of both, which takes a fifth of a page where they are
    two layers.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Those of all templates, below those of its own where a template has some."""
        return super().make_globals(d) if d else self.globals
