"""Faults of a sandbox that happen here: mails that are refused for now, webhooks that come twice."""

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
    """A transport that refuses a mail for now, where the plan says so."""

    by: Transport
    faults: FaultBox

    def send(self, letter: Letter, offering: Offering = unnoted) -> str:
        """Hand it on, or TransportError."""
        if self.faults.draw([Fault.MAIL]):
            raise TransportError("451 4.3.0 a fault of the sandbox", permanent=False)
        return self.by.send(letter, offering)


def repeating(post: Post, faults: FaultBox) -> Post:
    """The same, but that a request goes out twice where the plan says so; what counts is the second answer."""

    async def post_once_or_twice(request: WebhookRequest) -> AttemptOutcome:
        if faults.draw([Fault.REPEATED_EVENTS]):
            await post(request)
        return await post(request)

    return post_once_or_twice
