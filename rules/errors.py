"""Exceptions of the rules, each with a stable code; the sentences are in `messages`."""

from __future__ import annotations

from collections.abc import Hashable


class RulesError(ValueError):
    """The rules refused an input; `code` says why and never changes."""

    code: str


class UnknownGame(RulesError):
    """No game has this id."""

    code = "unknown-game"


class BadSetup(RulesError):
    """A setup was refused: `reason` is the code of the rule it broke, `name` the key or option that broke it."""

    code = "bad-setup"

    def __init__(self, reason: str, name: str) -> None:
        super().__init__(f"{reason}: {name}")
        self.reason = reason
        self.name = name


class BadNotation(RulesError):
    """A text is not an action of this game in any position; `text` is the part that could not be parsed."""

    code = "bad-notation"

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class IllegalAction(RulesError):
    """A parsed action breaks the rule that `code` names; `action` is the first one refused."""

    def __init__(self, code: str, action: Hashable) -> None:
        super().__init__(f"{code}: {action}")
        self.code = code
        self.action = action
