"""Bots: accounts of programs, each of which a person owns: made, changed, and retired."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from sqlalchemy import Select, select
from sqlalchemy.exc import IntegrityError

from service.bots.manifests import BotManifest, apply_manifest, default_manifest
from service.core import rates
from service.core.db import session, transaction
from service.core.errors import Conflict, Forbidden, NotFound
from service.core.limits import limit
from service.models import Account, Bot, PausedBy
from service.people.names import check_kept, checked_name
from service.people.tokens import revoke_token, tokens_of
from service.play.seats import games_held, resign
from service.webhooks.endpoints import delete_webhook, webhooks_of

BOTS = limit("bots")


def create_bot(owner: Account, name: str, manifest: BotManifest, now: datetime) -> Bot:
    """A new bot; or a retired one of that owner, which is back.

    Forbidden `not-a-person`; Conflict `name-taken`, `too-many-bots`; Invalid as `checked_name` and
    `apply_manifest` have it.
    """
    if owner.owner_id is not None:
        raise Forbidden("not-a-person")
    with transaction() as current:
        current.execute(select(Account.id).where(Account.id == owner.id).with_for_update(key_share=True))
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
    """The account of the bot of that name which `owner` has, made if there is none; refused as `create_bot` does."""
    with transaction() as current:
        known = current.scalar(_named(name))
        if known and known.account.owner_id == owner.id and known.retired_at is None:
            return known.account
        return create_bot(owner, name, default_manifest(), now).account


def bots_of(owner: Account) -> Sequence[Bot]:
    """The bots of a person by name, without those that were retired."""
    mine = select(Bot).join(Bot.account).where(Account.owner_id == owner.id, Bot.retired_at.is_(None))
    return session().scalars(mine.order_by(Account.name)).all()


def bot_named(name: str) -> Bot:
    """The bot of that name, also a retired one; or NotFound."""
    found = session().scalar(_named(name))
    if found is None:
        raise NotFound
    return found


def own_bot(asker: Account, name: str) -> Bot:
    """The bot of that name, for its owner: NotFound, Forbidden `not-your-bot`."""
    bot = bot_named(name)
    if bot.account.owner_id != asker.id:
        raise Forbidden("not-your-bot")
    if bot.retired_at is not None:
        raise NotFound
    return bot


def owner_of(bot: Bot) -> Account:
    """The person whose bot it is."""
    return session().get_one(Account, bot.account.owner_id)


def may_change(bot: Bot, asker: Account | None) -> bool:
    """Whether the asker is its owner, or the bot itself."""
    return asker is not None and asker.id in (bot.account_id, bot.account.owner_id)


def change_bot(asker: Account, name: str, manifest: BotManifest, now: datetime, *, paused: bool | None = None) -> Bot:
    """The bot with what has changed of its manifest, paused or at work again; the bot itself may ask for it, too.

    NotFound, Forbidden `not-your-bot`; Invalid as `apply_manifest` has it.
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
        with suppress(Conflict):  # it is over since
            resign(game_id, bot.account, now)
    with transaction():
        lock_bot(bot.account_id).retired_at = now


def lock_bot(account_id: int) -> Bot:
    """The bot, locked for the transaction under way and read anew."""
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
    try:
        with session().begin_nested():
            session().add(account)
    except IntegrityError:
        raise Conflict("name-taken", name=name) from None
    return Bot(account=account, account_id=account.id)
