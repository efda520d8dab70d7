"""What-if lines: hypothetical moves of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from sundial_client.calls import Calls
from sundial_client.what_if_shapes import Branch, BranchChange, Supposed


class WhatIfCalls(Calls):
    """Calls for hypothetical moves and saved branches."""

    def what_if(self, game: str, line: str = "", at: int | None = None, after: str = "") -> Supposed:
        """Preview a line of moves of all seats, ` / ` between them, from now or from a point of the log."""
        asked = {"line": line, "at": at, "after": after}
        shown: Supposed = self._get(f"games/{game}/what-if", **asked)
        return shown

    def branches(self, game: str) -> Iterator[Branch]:
        """List your saved branches of a game, by name."""
        return iter(self._get(f"games/{game}/branches")["branches"])

    def keep_branch(self, game: str, name: str, line: str = "", at: int | None = None) -> Branch:
        """Save a line under a name, visible only to you."""
        kept: Branch = self._post(f"games/{game}/branches", {"name": name, "line": line, "at": at})
        return kept

    def branch(self, game: str, branch: str) -> Branch:
        """Fetch a branch."""
        shown: Branch = self._get(f"games/{game}/branches/{branch}")
        return shown

    def change_branch(self, game: str, branch: str, **change: Unpack[BranchChange]) -> Branch:
        """Rename a branch, or replace its line."""
        changed: Branch = self._patch(f"games/{game}/branches/{branch}", {**change})
        return changed

    def drop_branch(self, game: str, branch: str) -> None:
        """Delete a branch."""
        self._delete(f"games/{game}/branches/{branch}")
