"""Sentences about a game's public beacon, for pages and emails."""

from __future__ import annotations

from service.beacon.promises import promise_of
from service.language.catalogue import gettext
from service.models import Game


def beacon_lines(game: Game) -> list[str]:
    """Describe the beacon round in a game's dice and its state, in sentences; none without a beacon."""
    promise = promise_of(game)
    if promise is None:
        return []
    told = gettext(
        "The dice also use round %(round)s of the public beacon %(name)s (%(time)s). That round was fixed "
        "together with the fingerprint. Nobody knows its value before that time.",
        round=str(promise.round),
        name=promise.chain.beacon_id or "drand",
        time=f"{promise.at:%Y-%m-%d %H:%M:%S} UTC",
    )
    if promise.given_up_at is not None:
        return [told, gettext("The beacon didn't answer, so the host started the game without it.")]
    if promise.signature is None and game.setup is None:
        return [told, gettext("The game can't start before then. Words for the dice count until shortly before.")]
    return [told]
