"""A fake resolver with configured answers."""

from __future__ import annotations

from collections.abc import Sequence

SOMEWHERE = "93.184.216.34"
"""A public address; nothing in a test connects to it."""


class Names:
    """Where names lead: each to its addresses, one answer after the other, and the last of them from then on."""

    def __init__(self, **answers: Sequence[Sequence[str]]) -> None:
        self._answers = {name.replace("_", "."): list(given) for name, given in answers.items()}
        self.asked: list[str] = []

    def __call__(self, host: str) -> Sequence[str]:
        self.asked.append(host)
        answers = self._answers.get(host)
        if answers is None:
            raise OSError(host)
        return answers.pop(0) if len(answers) > 1 else answers[0]


def anywhere(host: str) -> Sequence[str]:
    """Resolve every name to the same public address, and an address to itself."""
    return [host if host.replace(".", "").isdecimal() or ":" in host else SOMEWHERE]
