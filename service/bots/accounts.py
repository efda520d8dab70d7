"""Bot accounts: create, change and retire accounts of programs, each of which a person owns."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from sqlalchemy import Select, select

from service.accounts.accounts import locked_account
from service.accounts.names import check_kept, checked_name
from service.accounts.tokens import revoke_token, tokens_of
from service.bots.manifests import BotManifest, apply_manifest, default_manifest
from service.config.limits import limit
from service.db.engines import insert_if_new, session, transaction
from service.language.errors import Conflict, Forbidden, NotFound, or_not_found
from service.models import Account, Bot, PausedBy
from service.play.seats import games_held, resign
from service.security import rates
from service.webhooks.endpoints import delete_webhook, webhooks_of

BOTS = limit("bots")


def create_bot(owner: Account, name: str, manifest: BotManifest, now: datetime) -> Bot:
    """Create a bot, or reactivate a retired bot of the same owner.

    Raise Forbidden `not-a-person`; Conflict `name-taken`, `too-many-bots`; Invalid as `checked_name` and
    `apply_manifest`.
    """
    if owner.owner_id is not None:
        raise Forbidden("not-a-person")
    with transaction() as current:
        locked_account(owner.id)
        if not rates.has_room(BOTS, len(bots_of(owner))):
            raise Conflict("too-many-bots", most=rates.amount(BOTS))
        retired = current.scalar(_named(name).where(Account.owner_id == owner.id, Bot.retired_at.is_not(None)))
        bot = retired or _new(owner, name, now)
        bot.retired_at = None
        _pause(bot, now, paused=False)
        apply_manifest(bot, {**default_manifest(), **manifest})
        current.add(bot)
        current.flush()
        return bot


def bot_of(owner: Account, name: str, now: datetime) -> Account:
    """Return the account of the owner's bot of that name, and create it if needed; refused as `create_bot`."""
    with transaction() as current:
        known = current.scalar(_named(name))
        if known and known.account.owner_id == owner.id and known.retired_at is None:
            return known.account
        return create_bot(owner, name, default_manifest(), now).account


def bots_of(owner: Account) -> Sequence[Bot]:
    """List the active bots of a person, by name."""
    mine = select(Bot).join(Bot.account).where(Account.owner_id == owner.id, Bot.retired_at.is_(None))
    return session().scalars(mine.order_by(Account.name)).all()


def bot_named(name: str) -> Bot:
    """Return the bot of that name, also a retired one; or NotFound."""
    return or_not_found(session().scalar(_named(name)))


def own_bot(asker: Account, name: str) -> Bot:
    """Return the asker's active bot of that name: NotFound, Forbidden `not-your-bot`."""
    bot = bot_named(name)
    if bot.account.owner_id != asker.id:
        raise Forbidden("not-your-bot")
    if bot.retired_at is not None:
        raise NotFound
    return bot


def owner_of(bot: Bot) -> Account:
    """Return the person who owns a bot."""
    return session().get_one(Account, bot.account.owner_id)


def may_change(bot: Bot, asker: Account | None) -> bool:
    """Return whether the asker is the bot's owner or the bot itself."""
    return asker is not None and asker.id in (bot.account_id, bot.account.owner_id)


def change_bot(asker: Account, name: str, manifest: BotManifest, now: datetime, *, paused: bool | None = None) -> Bot:
    """Change a bot's manifest, or pause or resume it, for its owner or the bot itself.

    NotFound, Forbidden `not-your-bot`; Invalid as `apply_manifest`.
    """
    bot = bot_named(name)
    if not may_change(bot, asker):
        raise Forbidden("not-your-bot")
    with transaction():
        locked = lock_bot(bot.account_id)
        if locked.retired_at is not None:
            raise NotFound
        apply_manifest(locked, manifest)
        if paused is not None:
            _pause(locked, now, paused=paused)
        return locked


def retire_bot(owner: Account, name: str, now: datetime) -> None:
    """Retire a bot: NotFound, Forbidden `not-your-bot`.

    It is paused first and marked as retired last, so that an interrupted request can be repeated.
    """
    bot = own_bot(owner, name)
    change_bot(owner, name, {}, now, paused=True)
    with transaction():  # one transaction: without Redis, each would wait for its own timeout
        for token in tokens_of(bot.account_id, now):
            revoke_token(bot.account_id, token.id, now)
    for webhook in webhooks_of(bot.account):
        delete_webhook(bot.account, webhook.id)
    for game_id in session().scalars(games_held(bot.account_id)).all():
        with suppress(Conflict):  # the game has ended in the meantime
            resign(game_id, bot.account, now)
    with transaction():
        lock_bot(bot.account_id).retired_at = now


def lock_bot(account_id: int) -> Bot:
    """Lock a bot for the current transaction and read it again."""
    wanted = select(Bot).where(Bot.account_id == account_id).with_for_update(of=Bot)
    return session().scalars(wanted.execution_options(populate_existing=True)).one()


def _pause(bot: Bot, now: datetime, *, paused: bool) -> None:
    if not paused:
        bot.paused_at = bot.paused_by = None
    elif bot.paused_at is None:
        bot.paused_at, bot.paused_by = now, PausedBy.OWNER


def _named(name: str) -> Select[Bot]:
    return select(Bot).join(Bot.account).where(Account.name == name)


def _new(owner: Account, name: str, now: datetime) -> Bot:
    check_kept(checked_name(name))
    account = Account(name=name, owner_id=owner.id, verified_at=now, created_at=now, time_zone="UTC")
    if not insert_if_new(account):
        raise Conflict("name-taken", name=name)
    return Bot(account=account, account_id=account.id)
