"""Thinking a game through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from sundial_client.calls import Calls
from sundial_client.what_if_shapes import Branch, BranchChange, Supposed


class WhatIfCalls(Calls):
    """Moves that nobody has made, and what is kept of them."""

    def what_if(self, game: str, line: str = "", at: int | None = None, after: str = "") -> Supposed:
        """Where moves of all seats would lead, ` / ` between them, from now or from a place of the log."""
        asked = {"line": line, "at": at, "after": after}
        shown: Supposed = self._get(f"games/{game}/what-if", **asked)
        return shown

    def branches(self, game: str) -> Iterator[Branch]:
        """The lines that you keep of a game, by name."""
        return iter(self._get(f"games/{game}/branches")["branches"])

    def keep_branch(self, game: str, name: str, line: str = "", at: int | None = None) -> Branch:
        """Keep a line under a name, for yourself alone."""
        kept: Branch = self._post(f"games/{game}/branches", {"name": name, "line": line, "at": at})
        return kept

    def branch(self, game: str, branch: str) -> Branch:
        """One of them."""
        shown: Branch = self._get(f"games/{game}/branches/{branch}")
        return shown

    def change_branch(self, game: str, branch: str, **change: Unpack[BranchChange]) -> Branch:
        """Give it another name, or put another line in its place."""
        changed: Branch = self._patch(f"games/{game}/branches/{branch}", {**change})
        return changed

    def drop_branch(self, game: str, branch: str) -> None:
        """Keep it no longer."""
        self._delete(f"games/{game}/branches/{branch}")
