"""Retiring a bot: it leaves its tables, and nothing is sent to it or accepted from it any more."""

from __future__ import annotations

from datetime import datetime

from service.bots.accounts import change_bot, lock_bot, own_bot
from service.core.db import session, transaction
from service.core.errors import Conflict
from service.models import Account
from service.people.tokens import revoke_token, tokens_of
from service.play.seats import games_held, resign
from service.webhooks.endpoints import delete_webhook, webhooks_of


def retire_bot(owner: Account, name: str, now: datetime) -> None:
    """Take the bot away: NotFound, Forbidden `not-your-bot`.

    First of all it is given no more games, last of all it is retired: what is cut short can be asked for again.
    """
    bot = own_bot(owner, name)
    change_bot(owner, name, {}, now, paused=True)
    with transaction():  # one for all: where Redis is away, each would wait for itself
        for token in tokens_of(bot.account_id, now):
            revoke_token(bot.account_id, token.id, now)
    for webhook in webhooks_of(bot.account):
        delete_webhook(bot.account, webhook.id)
    for game_id in session().scalars(games_held(bot.account_id)).all():
        _leave(game_id, bot.account, now)
    with transaction():
        lock_bot(bot.account_id).retired_at = now


def _leave(game_id: str, account: Account, now: datetime) -> None:
    try:
        resign(game_id, account, now)
    except Conflict:
        return  # it is over since
