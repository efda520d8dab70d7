"""Events of tournaments reach webhooks and streams of players and organisers, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import select

from service.db.engines import session
from service.jobs.events import concerned, newest_number
from service.models import Event, Webhook, WebhookDelivery
from service.webhooks.deliveries import fan_out
from service.webhooks.endpoints import create_webhook
from tests.service.competitions.conftest import Event as Held
from tests.service.tables import person
from tests.workers.receiving import proven


def test_players_and_the_organiser_are_told_and_nobody_else(tournament: Callable[..., Held]) -> None:
    held = tournament(2)
    owners = [held.organiser, *held.players, person("eve")]
    for number, owner in enumerate(owners):
        proven(create_webhook(owner, f"https://bot.example.net/{number}", (), held.clock()))
    before = newest_number()
    held.run()
    fan_out()
    joined = select(Webhook.account_id, Event.type).join(WebhookDelivery, WebhookDelivery.webhook_id == Webhook.id)
    rows = session().execute(joined.join(Event, Event.id == WebhookDelivery.event_id)).all()
    told = {(account, kind) for account, kind in rows if kind.startswith("tournament.")}
    kinds = ("tournament.started", "tournament.round")
    assert told == {(owner.id, kind) for owner in owners[:3] for kind in kinds}
    accounts, _ = concerned(before, newest_number())
    assert accounts == {owner.id for owner in owners[:3]}
