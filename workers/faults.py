"""Faults that a sandbox injects into workers: temporarily refused emails, and repeated webhooks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from service.sandbox.faults import Fault, FaultBox
from service.webhooks.outcomes import AttemptOutcome
from service.webhooks.requests import WebhookRequest
from workers.transports import Letter, Offering, Transport, TransportError, unnoted

Post = Callable[[WebhookRequest], Awaitable[AttemptOutcome]]


@dataclass(frozen=True)
class Unreliable:
    """A transport that temporarily refuses emails, as the sandbox has planned."""

    by: Transport
    faults: FaultBox

    def send(self, letter: Letter, offering: Offering = unnoted) -> str:
        """Send an email, or raise the planned TransportError."""
        if self.faults.draw([Fault.MAIL]):
            raise TransportError("451 4.3.0 a fault of the sandbox", permanent=False)
        return self.by.send(letter, offering)


def repeating(post: Post, faults: FaultBox) -> Post:
    """Return a function that posts each request, or twice if the sandbox has planned it, with the second outcome."""

    async def post_once_or_twice(request: WebhookRequest) -> AttemptOutcome:
        if faults.draw([Fault.REPEATED_EVENTS]):
            await post(request)
        return await post(request)

    return post_once_or_twice
