"""Jinja, without a layer of globals above those of all templates, which none of ours has.

Each import of one template by another compares the globals of both, and by a layer that is done in Python: it was a
fifth of a page.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment


class FlatEnvironment(Environment):
    """See above."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Those of all templates, and with a layer above them only where a template is to have some of its own."""
        return super().make_globals(d) if d else self.globals
