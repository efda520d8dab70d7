"""Forgetting a person: what is kept of them and of their bots goes, and what others need of it stays without a name.

All of it runs in the transaction of whoever calls. Done again, it finds what a request that was under way has written
since.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from secrets import token_hex
from typing import Any

from sqlalchemy import ColumnElement, delete, or_, select, update

from rules.json_types import Json
from service.core.db import session
from service.core.encryption import Undecryptable, decrypt, encrypt
from service.leaving.forgetting_mails import forget_mails
from service.leaving.leavers import Leaver
from service.models import (
    Account,
    Answer,
    ApiToken,
    AuthorizationCode,
    Block,
    Bot,
    BotGame,
    BotSeek,
    BotSeekAsk,
    BrowserSession,
    DailyGame,
    DeviceGrant,
    Event,
    Game,
    GameSeat,
    GameStatus,
    KeptBranch,
    Measure,
    Message,
    Notice,
    Report,
    SignIn,
    SignInAsker,
    StandingChallenge,
    Volunteer,
    Webhook,
    WebhookAttempt,
    WebhookChallenge,
    WebhookDelivery,
    WorkState,
    bot_guest,
)
from service.people.names import GONE
from service.people.revocations import revoke_callers
from service.play.chance.contributions import contribute
from service.play.imports import forget_names, remove_imports_of
from service.play.moves import scopes_of

PSEUDONYM_BYTES = 6
BATCH = 500
KEPT = ("id", "owner_id", "created_at")
"""The columns of an account that say nothing of a person."""
NAMED = ("account", "accounts", "name", "owner", "email")
"""The members of answers in which somebody may be named."""


def forget(leaver: Leaver, now: datetime, until: datetime) -> None:
    """Remove all that is theirs alone, and their names and words from what others keep, as it was written `until`."""
    _forget_what_was_said(leaver)
    forget_mails(leaver, until)
    _forget_ways_in(leaver)
    _forget_webhooks(leaver)
    _forget_answers(leaver)
    forget_ties(leaver)
    remove_imports_of(leaver.ids)
    forget_names(leaver.names)
    _forget_seats(leaver, now)
    for bot in session().scalars(select(Bot).where(Bot.account_id.in_(leaver.ids))):
        _empty(bot, now)


def give_pseudonym(account: Account) -> None:
    """Leave nothing of an account but its number and its birth, under a name that was drawn; once is enough."""
    if account.name.startswith(GONE) and account.email is None:
        return
    account.name = f"{GONE}{token_hex(PSEUDONYM_BYTES)}"
    for column in Account.__table__.columns:
        if column.name not in (*KEPT, "name"):
            setattr(account, column.name, _unset(column.default))


def _unset(default: Any) -> Any:  # noqa: ANN401  # a column's
    if default is None:
        return None
    return default.arg if default.is_scalar else default.arg(None)


def _forget_what_was_said(leaver: Leaver) -> None:
    """Their messages go; events of them stay, without the words, and so do mails that would have told of them."""
    theirs = select(Message.id).where(Message.account_id.in_(leaver.ids))
    of_them = Event.type == "message.posted", Event.game_id.in_(leaver.tables)
    for event in session().scalars(select(Event).where(*of_them, Event.data["message"].as_integer().in_(theirs))):
        event.data = {**event.data, "text": ""}
    session().flush()
    session().execute(delete(Message).where(Message.account_id.in_(leaver.ids)))
    session().execute(delete(Report).where(or_(Report.reporter_id.in_(leaver.ids), Report.reported_id.in_(leaver.ids))))
    session().execute(delete(Measure).where(Measure.account_id.in_(leaver.ids)))
    waiting = Notice.kind == "message", Notice.state == WorkState.QUEUED, Notice.game_id.in_(leaver.tables)
    for notice in session().scalars(select(Notice).where(*waiting)):
        if not _is_left_to_tell(notice):
            notice.state, notice.data = WorkState.SUPERSEDED, {}


def _is_left_to_tell(notice: Notice) -> bool:
    said = select(Message.id).where(
        Message.game_id == notice.game_id,
        Message.id >= notice.data["from"],
        Message.account_id != notice.account_id,
        Message.account.has(Account.visitor_since.is_(None)),
        Message.to_seat.is_(None) if notice.data.get("by") is None else Message.to_seat == notice.seat,
    )
    if notice.data.get("by") is not None:
        said = said.where(Message.seat == notice.data["by"])
    return session().scalars(said).first() is not None


def _forget_ways_in(leaver: Leaver) -> None:
    revoke_callers(leaver.ids)
    for kind in (DeviceGrant, AuthorizationCode, ApiToken, BrowserSession):
        session().execute(delete(kind).where(kind.account_id.in_(leaver.ids)))
    if leaver.address is not None:
        mailed = select(SignIn.id).where(SignIn.email == leaver.address)
        session().execute(delete(SignInAsker).where(SignInAsker.sign_in_id.in_(mailed)))
        session().execute(delete(SignIn).where(SignIn.email == leaver.address))


def _forget_webhooks(leaver: Leaver) -> None:
    webhooks = select(Webhook.id).where(Webhook.account_id.in_(leaver.ids))
    deliveries = select(WebhookDelivery.id).where(WebhookDelivery.webhook_id.in_(webhooks))
    session().execute(delete(WebhookAttempt).where(WebhookAttempt.delivery_id.in_(deliveries)))
    session().execute(delete(WebhookDelivery).where(WebhookDelivery.webhook_id.in_(webhooks)))
    session().execute(delete(Webhook).where(Webhook.account_id.in_(leaver.ids)))
    session().execute(delete(WebhookChallenge).where(WebhookChallenge.account_id.in_(leaver.ids)))


def _forget_answers(leaver: Leaver) -> None:
    """Answers to them go; those to others, which are given again for a week, name the pseudonyms."""
    session().execute(delete(Answer).where(Answer.scope.in_([f"account {number}" for number in leaver.ids])))
    called = leaver.called
    if not called:
        return
    pseudonyms = dict.fromkeys(called, f"{GONE}{token_hex(PSEUDONYM_BYTES)}")
    for answer in _answers_to_company(leaver):
        with suppress(Undecryptable):
            body = decrypt(answer.encrypted)
            if any(f'"{name}"'.encode() in body for name in called):
                answer.encrypted = encrypt(json.dumps(_renamed(json.loads(body), pseudonyms)).encode())


def _answers_to_company(leaver: Leaver) -> Iterator[Answer]:
    """What those were answered who may know them: about their own doings, and about moves at the same tables."""
    seats = select(GameSeat.game_id, GameSeat.number).where(GameSeat.game_id.in_(leaver.tables))
    scopes = [f"account {number}" for number in session().scalars(leaver.company)]
    scopes += [scope for game, number in session().execute(seats) for scope in scopes_of(game, number)]
    for at in range(0, len(scopes), BATCH):
        yield from session().scalars(select(Answer).where(Answer.scope.in_(scopes[at : at + BATCH])))


def _renamed(value: Json, names: dict[str, str], member: str = "") -> Json:
    if isinstance(value, dict):
        return {key: _renamed(inner, names, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names, member) for inner in value]
    return names.get(value, value) if member in NAMED and isinstance(value, str) else value


def forget_ties(leaver: Leaver) -> None:
    """Whom they block, play with, challenge and stand in for, which bots they asked for, and the branches they keep."""
    either = or_(Block.account_id.in_(leaver.ids), Block.blocked_id.in_(leaver.ids))
    session().execute(delete(Block).where(either))
    guests: ColumnElement[bool] = or_(bot_guest.c.account_id.in_(leaver.ids), bot_guest.c.bot_id.in_(leaver.ids))
    session().execute(delete(bot_guest).where(guests))
    session().execute(delete(BotSeekAsk).where(BotSeekAsk.bot_id.in_(leaver.ids)))
    for kind in (StandingChallenge, Volunteer, BotSeek, KeptBranch):
        session().execute(delete(kind).where(kind.account_id.in_(leaver.ids)))


def _forget_seats(leaver: Leaver, now: datetime) -> None:
    """How they wanted to be told goes; their part in the dice stays where it was used, for the game must verify."""
    theirs = GameSeat.account_id.in_(leaver.ids)
    called = or_(theirs, GameSeat.invited_as.in_(leaver.called))
    session().execute(update(GameSeat).where(called).values(invited_as=None))
    session().execute(update(GameSeat).where(GameSeat.game_id.in_(leaver.tables)).values(with_whom=None))
    session().execute(
        update(GameSeat).where(theirs).values(guest_name=None, delivery=None, looked_at=None, here_at=None)
    )
    session().execute(update(GameSeat).where(GameSeat.withdrawn_id.in_(leaver.ids)).values(withdrawn_id=None))
    session().execute(delete(DailyGame).where(DailyGame.account_id.in_(leaver.ids)))
    unused = Game.status.in_((GameStatus.INVITING, GameStatus.CANCELLED)), GameSeat.contribution.is_not(None)
    for game, seat in session().execute(select(Game, GameSeat).join(Game.seats).where(theirs, *unused)):
        contribute(game, seat, now)


def _empty(bot: Bot, now: datetime) -> None:
    session().execute(delete(BotGame).where(BotGame.bot_id == bot.account_id))
    bot.description, bot.homepage, bot.author, bot.auto_accept = "", None, None, False
    bot.last_seen_at, bot.retired_at = None, bot.retired_at or now
