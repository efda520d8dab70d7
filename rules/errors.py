"""The refusals of the rules: small exceptions, each with a stable code; prose belongs to `messages`."""

from __future__ import annotations

from collections.abc import Hashable


class RulesError(ValueError):
    """Something handed to the rules was refused; `code` names why and never changes."""

    code: str


class UnknownGame(RulesError):
    """There is no game of that id."""

    code = "unknown-game"


class BadSetup(RulesError):
    """A setup was refused: `reason` is the code of the rule it broke, `name` the key or option that broke it."""

    code = "bad-setup"

    def __init__(self, reason: str, name: str) -> None:
        super().__init__(f"{reason}: {name}")
        self.reason = reason
        self.name = name


class BadNotation(RulesError):
    """A text is no action of this game in any position; `text` is the part that could not be read."""

    code = "bad-notation"

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class IllegalAction(RulesError):
    """An action was understood but breaks the rule that `code` names; `action` is the one it stumbled on."""

    def __init__(self, code: str, action: Hashable) -> None:
        super().__init__(f"{code}: {action}")
        self.code = code
        self.action = action
