"""Stopping the clocks of a table by mail: the words `stop clocks` and `start clocks`."""

from __future__ import annotations

from datetime import datetime

from rules.json_types import Json
from service.mail.commands import Word
from service.mail.inbound.proposals import tried
from service.models import Account, Game
from service.play.pauses import end_pause, wish_pause


def stop_or_start(word: Word, game: Game, account: Account, now: datetime) -> tuple[str, dict[str, Json]]:
    """Want the clocks of the game stopped, or let them go on; what the answer is about, and what it tells."""
    if word == Word.START_CLOCKS:
        done = "clocks-unwished" if game.paused_at is None else "clocks-started"
        topic, told = tried(lambda: end_pause(game.id, account, now))
        return topic or done, told
    topic, told = tried(lambda: wish_pause(game.id, account, now))
    return topic or ("clocks-wished" if game.paused_at is None else "clocks-stopped"), told
