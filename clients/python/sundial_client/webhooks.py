"""Webhooks: endpoints that are told of events. They take a token with the scope `webhooks`."""

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
    """What can be done with the webhooks of an account."""

    def webhooks(self) -> list[Webhook]:
        """Your endpoints, oldest first."""
        found: list[Webhook] = self._get("webhooks")["webhooks"]
        return found

    def webhook(self, webhook: int) -> Webhook:
        """An endpoint of yours."""
        found: Webhook = self._get(f"webhooks/{webhook}")
        return found

    def create_webhook(self, url: str, types: Sequence[str] = ()) -> WebhookWithSecret:
        """Have an endpoint told of events of these types (of all, if none is named) from now on.

        It is sent a challenge first, and nothing else before it has given that back: see `answer_to`.
        """
        made: WebhookWithSecret = self._post_once("webhooks", {"url": url, "types": list(types)})
        return made

    def open_webhook(self, url: str, types: Sequence[str] = ()) -> WebhookWithSecret:
        """The endpoint at that address, switched on and with a new secret; it is made if there is none.

        This is for programs that begin with it, as often as they are started, and so need to keep no secret. If an
        answer is lost, the address is looked for again.
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
        """Have another challenge sent now, when the program is there to answer; one that waits is late, and enough."""
        with suppress(SundialError):
            self._connection.send(Request("POST", f"webhooks/{webhook}/challenge", repeatable=False), Patience(0))

    def change_webhook(self, webhook: int, **change: Unpack[WebhookChange]) -> Webhook:
        """Change an endpoint, or switch it off or on."""
        changed: Webhook = self._patch(f"webhooks/{webhook}", change)
        return changed

    def rotate_webhook_secret(self, webhook: int) -> WebhookWithSecret:
        """Give an endpoint a new secret; for 24 hours requests are signed with the old one, too."""
        changed: WebhookWithSecret = self._post_once(f"webhooks/{webhook}/rotate-secret")
        return changed

    def delete_webhook(self, webhook: int) -> None:
        """Forget an endpoint."""
        self._delete(f"webhooks/{webhook}")

    def challenge_webhook(self, webhook: int) -> WebhookDelivery:
        """Have another challenge sent to an endpoint that is `unverified`."""
        sent: WebhookDelivery = self._post_once(f"webhooks/{webhook}/challenge")
        return sent

    def test_webhook(self, webhook: int) -> WebhookDelivery:
        """Have a `webhook.test` sent; what came of it stands among the deliveries."""
        sent: WebhookDelivery = self._post_once(f"webhooks/{webhook}/test")
        return sent

    def webhook_deliveries(self, webhook: int) -> Iterator[WebhookDelivery]:
        """What went to an endpoint within a month, newest first."""
        return self._list(f"webhooks/{webhook}/deliveries", "deliveries")

    def redeliver(self, webhook: int, delivery: int) -> WebhookDelivery:
        """Have something sent again, with the same `webhook-id`."""
        sent: WebhookDelivery = self._post_once(f"webhooks/{webhook}/deliveries/{delivery}/redeliver")
        return sent
