"""When the secret key is changed, secrets that last come to hang on the new one, and stay what they are."""

from __future__ import annotations

from sqlalchemy import or_, select

from service.core.db import session, transaction
from service.core.key_ring import KeyGone, carried_over, key_ring
from service.core.keys import JOIN, WEBHOOK
from service.models import Game, GameStatus, Webhook
from service.play.turns import lock_game
from service.webhooks.endpoints import lock_webhook


def carry_secrets_over() -> None:
    """Let the secrets of endpoints and the keys of open seats hang on the key in use, unless theirs is not set."""
    ours = f".{key_ring().name}"
    behind = or_(~Webhook.secret_salt.contains(ours), ~Webhook.previous_secret_salt.contains(ours))
    for webhook_id in session().scalars(select(Webhook.id).where(behind)).all():
        _carry_over(webhook_id)
    waiting = Game.status == GameStatus.INVITING, ~Game.join_salt.contains(ours)
    for game_id in session().scalars(select(Game.id).where(*waiting)).all():
        with transaction():
            game = lock_game(game_id)
            game.join_salt = game.join_salt and _by_the_newest(JOIN, game.join_salt)


def _carry_over(webhook_id: int) -> None:
    with transaction():
        webhook = lock_webhook(webhook_id)
        if webhook is not None:
            webhook.secret_salt = _by_the_newest(WEBHOOK, webhook.secret_salt)
            if webhook.previous_secret_salt is not None:
                webhook.previous_secret_salt = _by_the_newest(WEBHOOK, webhook.previous_secret_salt)


def _by_the_newest(purpose: str, salt: str) -> str:
    try:
        return carried_over(key_ring(), purpose, salt)
    except KeyGone:
        return salt  # `sundial doctor` says so
