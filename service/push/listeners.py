"""Listeners that write deliveries to devices after facts (see `service.jobs.facts`)."""

from __future__ import annotations

from collections.abc import Iterable

from service.jobs.facts import hears
from service.models import PushDelivery
from service.notifications.listeners import PLANS_PLAY_WITHIN, is_passed_on
from service.play.facts import TurnStarted
from service.play.turn_clocks import grace_of
from service.push.deliveries import wanted_at
from service.push.devices import devices_of, new_delivery


@hears(TurnStarted)
def announce_turn(fact: TurnStarted) -> Iterable[PushDelivery]:
    """Announce a turn on its player's devices."""
    seat, account, game = fact.seat, fact.seat.account, fact.game
    if account is None or account.pushed_since is None or not seat.is_played_by_a_person or is_passed_on(fact):
        return ()
    turn: dict[str, str | int | None] = {"game_id": game.id, "turn": game.turn, "seat": seat.number}
    due = wanted_at(account, seat, game, fact.now, fact.now)
    if seat.planned_at is not None:
        due = max(due, fact.now + grace_of(game) + PLANS_PLAY_WITHIN)  # if the plan plays, no notification is needed
    return [new_delivery(device, fact.now, due, **turn) for device in devices_of(account.id, fact.now)]
