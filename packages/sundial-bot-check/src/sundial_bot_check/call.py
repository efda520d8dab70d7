"""Webhook to a bot with an address, verified before any game begins."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypedDict, TypeVar

from .bots import NoBot, listens
from .referee import Referee, Unexpected

NOBODY = "connection"
"""Trouble of a webhook if nothing listens at its address."""
PAUSE = 0.5
ANSWER_SECONDS = 45.0
"""Time limit for a challenge: a request may take 15 seconds, and a worker may just be starting."""
T = TypeVar("T")


class Attempt(TypedDict):
    """An attempt to deliver a webhook; only the members used here."""

    status: int | None
    trouble: str | None


@dataclass(frozen=True)
class Called:
    """A bot with an address; all we know is whether it accepts its webhooks."""

    referee: Referee
    url: str
    webhook: int

    def ended(self) -> str | None:
        """Return that nothing listens any more; None while the bot does."""
        attempt = self.referee.ask("GET", f"webhooks/{self.webhook}")["last_attempt"]
        return f"nobody listens at {self.url} any more" if attempt and attempt["trouble"] == NOBODY else None


@dataclass(frozen=True)
class Patience:
    """Polling with a time limit in seconds. `clock` returns seconds, `pause` waits."""

    seconds: float
    clock: Callable[[], float]
    pause: Callable[[float], None]

    def until(self, ask: Callable[[], T]) -> T:
        """Poll until an answer is true; return the last answer."""
        ends = self.clock() + self.seconds
        while not (answer := ask()) and self.clock() < ends:
            self.pause(PAUSE)
        return answer


def open_webhook(referee: Referee, url: str) -> tuple[int, str]:
    """Create a webhook to the bot; return its id and secret. Raise NoBot if the address is refused."""
    try:
        made = referee.ask("POST", "webhooks", {"url": url})
    except Unexpected as refusal:
        raise NoBot(f"No webhook can go to {url}: {refusal}") from None
    return made["id"], made["secret"]


def close_webhook(referee: Referee, webhook: int) -> None:
    """Delete the webhook, if the Sundial is still there."""
    with suppress(Unexpected):
        referee.ask("DELETE", f"webhooks/{webhook}")


def get_through(referee: Referee, url: str, webhook: int, patience: Patience) -> None:
    """Wait until the bot has answered a challenge; raise NoBot if it does not listen in time or does not answer."""
    if not patience.until(lambda: listens(url)):
        raise NoBot(f"Nobody listens at {url}: is the bot running? (--patience waits longer)")
    with suppress(Unexpected):  # it may have answered already
        referee.ask("POST", f"webhooks/{webhook}/challenge")
    answer = Patience(ANSWER_SECONDS, patience.clock, patience.pause)
    attempt = answer.until(lambda: _newest_attempt(referee, webhook))
    if attempt is None or attempt["trouble"] is not None:
        raise NoBot(f"The bot at {url} has not shown that it wants events: {_told(attempt)}")


def _newest_attempt(referee: Referee, webhook: int) -> Attempt | None:
    """Return the last attempt of the newest challenge; None before the first."""
    [challenge] = referee.ask("GET", f"webhooks/{webhook}/deliveries?limit=1")["deliveries"]
    attempts: list[Attempt] = challenge["attempts"]
    return attempts[-1] if attempts else None


def _told(attempt: Attempt | None) -> str:
    if attempt is None:
        return "there was no answer."
    if attempt["status"] in (401, 403):
        return f"it answered {attempt['status']}. Does it check with the secret above?"
    if attempt["trouble"] == "challenge":
        return "it did not answer webhook.challenge with the text in data.challenge."
    return f"{attempt['trouble']} (status {attempt['status']})."
