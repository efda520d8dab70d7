"""Webhooks: endpoints that receive events. They need a token with the scope `webhooks`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Unpack

from sundial_client.calls import Calls
from sundial_client.connection import Request, pause_after
from sundial_client.failures import SundialError
from sundial_client.patience import Patience
from sundial_client.webhook_shapes import Webhook, WebhookChange, WebhookDelivery, WebhookWithSecret


class WebhookCalls(Calls):
    """Calls for the webhooks of an account."""

    def webhooks(self) -> list[Webhook]:
        """List your endpoints, oldest first."""
        found: list[Webhook] = self._get("webhooks")["webhooks"]
        return found

    def webhook(self, webhook: int) -> Webhook:
        """Fetch an endpoint of yours."""
        found: Webhook = self._get(f"webhooks/{webhook}")
        return found

    def create_webhook(self, url: str, types: Sequence[str] = ()) -> WebhookWithSecret:
        """Create an endpoint for events of these types (default: all) from now on.

        It gets a challenge first, and nothing else until it has returned it: see `answer_to`.
        """
        made: WebhookWithSecret = self._post_once("webhooks", {"url": url, "types": list(types)})
        return made

    def open_webhook(self, url: str, types: Sequence[str] = ()) -> WebhookWithSecret:
        """Enable the endpoint at that address with a new secret; create it if there is none.

        For programs that call this at each start, and so need to store no secret. If an answer is lost, the client
        looks up the address again.
        """
        trial = self._connection.trial()
        while True:
            try:
                return self._opened(url, types)
            except SundialError as failure:
                pause_after(failure, trial, self._connection.sleep, repeatable=True)

    def _opened(self, url: str, types: Sequence[str]) -> WebhookWithSecret:
        known = next((webhook for webhook in self.webhooks() if webhook["url"] == url), None)
        if known is None:
            return self.create_webhook(url, types)
        self.change_webhook(known["id"], types=list(types), enabled=True)
        opened = self.rotate_webhook_secret(known["id"])
        if known.get("state") == "unverified":
            self._ask_again(known["id"])
        return opened

    def _ask_again(self, webhook: int) -> None:
        """Request a new challenge now that the program can answer; a pending one comes late, and suffices."""
        with suppress(SundialError):
            self._connection.send(Request("POST", f"webhooks/{webhook}/challenge", repeatable=False), Patience(0))

    def change_webhook(self, webhook: int, **change: Unpack[WebhookChange]) -> Webhook:
        """Change an endpoint, or disable or enable it."""
        changed: Webhook = self._patch(f"webhooks/{webhook}", change)
        return changed

    def rotate_webhook_secret(self, webhook: int) -> WebhookWithSecret:
        """Rotate an endpoint's secret; for 24 hours requests are signed with the old one, too."""
        changed: WebhookWithSecret = self._post_once(f"webhooks/{webhook}/rotate-secret")
        return changed

    def delete_webhook(self, webhook: int) -> None:
        """Delete an endpoint."""
        self._delete(f"webhooks/{webhook}")

    def challenge_webhook(self, webhook: int) -> WebhookDelivery:
        """Request another challenge for an `unverified` endpoint."""
        sent: WebhookDelivery = self._post_once(f"webhooks/{webhook}/challenge")
        return sent

    def test_webhook(self, webhook: int) -> WebhookDelivery:
        """Send a `webhook.test`; its result is in the deliveries."""
        sent: WebhookDelivery = self._post_once(f"webhooks/{webhook}/test")
        return sent

    def webhook_deliveries(self, webhook: int) -> Iterator[WebhookDelivery]:
        """Yield an endpoint's deliveries of the last month, newest first."""
        return self._list(f"webhooks/{webhook}/deliveries", "deliveries")

    def redeliver(self, webhook: int, delivery: int) -> WebhookDelivery:
        """Send a delivery again, with the same `webhook-id`."""
        sent: WebhookDelivery = self._post_once(f"webhooks/{webhook}/deliveries/{delivery}/redeliver")
        return sent
