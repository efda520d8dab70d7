"""Erase a person's data: delete what is theirs and their bots', and pseudonymise what others need.

It runs in the caller's transaction. A second run also covers what concurrent requests wrote since.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from secrets import token_hex
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, false, func, or_, select, union, update
from sqlalchemy.orm import InstrumentedAttribute

from rules.json_types import Json
from service.accounts.names import GONE
from service.accounts.revocations import revoke_callers
from service.db.engines import session
from service.models import (
    Account,
    AccountAddress,
    Answer,
    ApiToken,
    AuthorizationCode,
    Block,
    Bot,
    BotGame,
    BrowserSession,
    Challenge,
    ChallengeAsk,
    DailyGame,
    DeviceGrant,
    Envelope,
    Event,
    Favourite,
    Footer,
    Game,
    GameSeat,
    GameStatus,
    HeldMove,
    InboundContent,
    InboundMail,
    KeptBranch,
    Measure,
    Message,
    Notice,
    OrganiserConsent,
    Outcome,
    Pairing,
    PushDevice,
    RatedGame,
    RecoveryCode,
    Report,
    SignIn,
    SignInAsker,
    Substitution,
    Tournament,
    TournamentEntry,
    TournamentLog,
    Volunteer,
    Webhook,
    WebhookAttempt,
    WebhookChallenge,
    WebhookDelivery,
    WorkState,
    bot_guest,
)
from service.notifications.boxes import box_named
from service.notifications.inbound import drop_contents, raw_of
from service.play.contributions import contribute
from service.play.imports import forget_names, remove_imports_of
from service.security.addresses import NULL_SENDER
from service.security.encryption import Undecryptable, decrypt, encrypt
from service.security.keys import Purpose, RowKey, RowPurpose, SeatLink

PSEUDONYM_BYTES = 6
BATCH = 500
FAREWELL = "farewell"
"""The email that confirms a deletion: the last one to an address, and erased as soon as it is sent."""
LEFT_OUT = "…"
"""A title or reason that named them."""
KEPT = ("id", "owner_id", "created_at")
"""Columns of an account that hold no personal data."""
WAYS_IN = (
    DeviceGrant,
    AuthorizationCode,
    ApiToken,
    PushDevice,
    BrowserSession,
    RecoveryCode,
    AccountAddress,
)
"""Tables with rows of an account that let it in, or that name its addresses."""
NAMED = ("account", "accounts", "name", "display_name", "owner", "email")
"""Members of responses that may name a person."""


@dataclass(frozen=True)
class Leaver:
    """The person to erase and their bots, by number, and by former names and address as far as known."""

    ids: Collection[int]
    names: Collection[str] = ()
    address: str | None = None

    @property
    def called(self) -> list[str]:
        """The names and the address to look for in other people's data."""
        return [*self.names, *filter(None, [self.address])]

    @property
    def tables(self) -> Select[Any]:
        """The ids of games in which they have or had a seat, or which they created."""
        seated = select(GameSeat.game_id).where(GameSeat.account_id.in_(self.ids))
        left = select(Substitution.game_id).where(Substitution.account_id.in_(self.ids))
        return select(union(seated, left, select(Game.id).where(Game.creator_id.in_(self.ids))).subquery())

    @property
    def company(self) -> Select[Any]:
        """The ids of accounts that know them from a game, and of the owners of bots among these."""
        seated = select(GameSeat.account_id).where(
            GameSeat.game_id.in_(self.tables), GameSeat.account_id.is_not(None), GameSeat.account_id.not_in(self.ids)
        )
        hosts = select(Game.creator_id).where(Game.id.in_(self.tables), Game.creator_id.not_in(self.ids))
        owners = select(Account.owner_id).where(Account.id.in_(union(seated, hosts)), Account.owner_id.is_not(None))
        return select(union(seated, hosts, owners).subquery())


def forget(leaver: Leaver, now: datetime, until: datetime) -> None:
    """Delete their data, and their names and messages from other people's, as far as written by `until`."""
    _forget_what_was_said(leaver)
    _forget_mails(leaver, until)
    _forget_ways_in(leaver)
    _forget_webhooks(leaver)
    _forget_answers(leaver)
    forget_ties(leaver)
    remove_imports_of(leaver.ids)
    forget_names(leaver.names)
    _forget_reasons(leaver)
    _forget_seats(leaver, now)
    _forget_titles(leaver)
    for bot in session().scalars(select(Bot).where(Bot.account_id.in_(leaver.ids))):
        _empty(bot, now)


def give_pseudonym(account: Account) -> None:
    """Reset an account to its number and creation time, under a random name; idempotent."""
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
    """Delete their messages, sent and held; events stay without the text, and outdated notices are superseded."""
    theirs = select(Message.id).where(Message.account_id.in_(leaver.ids))
    of_them = Event.type == "message.posted", Event.game_id.in_(leaver.tables)
    for event in session().scalars(select(Event).where(*of_them, Event.data["message"].as_integer().in_(theirs))):
        event.data = {**event.data, "text": ""}
    session().flush()
    session().execute(delete(Message).where(Message.account_id.in_(leaver.ids)))
    session().execute(delete(Report).where(or_(Report.reporter_id.in_(leaver.ids), Report.reported_id.in_(leaver.ids))))
    session().execute(delete(Measure).where(Measure.account_id.in_(leaver.ids)))
    held = select(HeldMove.game_id).where(HeldMove.account_id.in_(leaver.ids))
    session().execute(update(Game).where(Game.id.in_(held)).values(held_at=None))
    session().execute(delete(HeldMove).where(HeldMove.account_id.in_(leaver.ids)))
    waiting = Notice.state == WorkState.QUEUED, Notice.game_id.in_(leaver.tables)
    for notice in session().scalars(select(Notice).where(*waiting)):
        if notice.data.get("words_by") in leaver.ids:
            notice.data = {**notice.data, "words": ""}
        if notice.kind == "message" and not _is_left_to_tell(notice):
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
    for kind in WAYS_IN:
        session().execute(delete(kind).where(kind.account_id.in_(leaver.ids)))
    if leaver.address is not None:
        mailed = select(SignIn.id).where(SignIn.email == leaver.address)
        session().execute(delete(SignInAsker).where(SignInAsker.sign_in_id.in_(mailed)))
        session().execute(delete(SignIn).where(SignIn.email == leaver.address))


def _forget_webhooks(leaver: Leaver) -> None:
    webhooks = select(Webhook.id).where(Webhook.account_id.in_(leaver.ids))
    session().execute(webhooks.order_by(Webhook.id).with_for_update())  # before their deliveries, as senders do
    deliveries = select(WebhookDelivery.id).where(WebhookDelivery.webhook_id.in_(webhooks))
    session().execute(delete(WebhookAttempt).where(WebhookAttempt.delivery_id.in_(deliveries)))
    session().execute(delete(WebhookDelivery).where(WebhookDelivery.webhook_id.in_(webhooks)))
    session().execute(delete(Webhook).where(Webhook.account_id.in_(leaver.ids)))
    session().execute(delete(WebhookChallenge).where(WebhookChallenge.account_id.in_(leaver.ids)))


def _forget_answers(leaver: Leaver) -> None:
    """Delete their stored responses, and pseudonymise those of others, which are repeated for a week."""
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
    """Iterate over the stored responses of accounts that know them."""
    scopes = [f"account {number}" for number in session().scalars(leaver.company)]
    for at in range(0, len(scopes), BATCH):
        yield from session().scalars(select(Answer).where(Answer.scope.in_(scopes[at : at + BATCH])))


def _renamed(value: Json, names: dict[str, str], member: str = "") -> Json:
    if isinstance(value, dict):
        return {key: _renamed(inner, names, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names, member) for inner in value]
    return names.get(value, value) if member in NAMED and isinstance(value, str) else value


def forget_ties(leaver: Leaver) -> None:
    """Delete their blocks, favourites, consents, bot guest lists, challenges, volunteering, branches and footers."""
    either = or_(Block.account_id.in_(leaver.ids), Block.blocked_id.in_(leaver.ids))
    session().execute(delete(Block).where(either))
    liked = or_(Favourite.account_id.in_(leaver.ids), Favourite.favourite_id.in_(leaver.ids))
    session().execute(delete(Favourite).where(liked))
    agreed = or_(OrganiserConsent.account_id.in_(leaver.ids), OrganiserConsent.organiser_id.in_(leaver.ids))
    session().execute(delete(OrganiserConsent).where(agreed))
    guests: ColumnElement[bool] = or_(bot_guest.c.account_id.in_(leaver.ids), bot_guest.c.bot_id.in_(leaver.ids))
    session().execute(delete(bot_guest).where(guests))
    session().execute(delete(ChallengeAsk).where(ChallengeAsk.bot_id.in_(leaver.ids)))
    for kind in (Challenge, Volunteer, KeptBranch, Footer):
        session().execute(delete(kind).where(kind.account_id.in_(leaver.ids)))


def _forget_seats(leaver: Leaver, now: datetime) -> None:
    """Clear their seats' settings; contributions to used dice stay, because games must remain verifiable."""
    theirs = GameSeat.account_id.in_(leaver.ids)
    called = or_(theirs, GameSeat.invited_as.in_(leaver.called))
    session().execute(update(GameSeat).where(called).values(invited_as=None))
    session().execute(update(GameSeat).where(GameSeat.game_id.in_(leaver.tables)).values(with_whom=None))
    own = {"guest_name": None, "delivery": None, "looked_at": None, "here_at": None, "read_message": None}
    session().execute(update(GameSeat).where(theirs).values(**own, decline_reason=None, decline_text=None))
    session().execute(update(GameSeat).where(theirs, GameSeat.beside.is_not(None)).values(beside=""))
    session().execute(update(GameSeat).where(GameSeat.withdrawn_id.in_(leaver.ids)).values(withdrawn_id=None))
    session().execute(delete(DailyGame).where(DailyGame.account_id.in_(leaver.ids)))
    unused = Game.status.in_((GameStatus.INVITING, GameStatus.CANCELLED)), GameSeat.contribution.is_not(None)
    for game, seat in session().execute(select(Game, GameSeat).join(Game.seats).where(theirs, *unused)):
        contribute(game, seat, now)


def _forget_reasons(leaver: Leaver) -> None:
    """Leave out reasons of organisers and operators that name them, in their games and in the events about these."""
    for key, column, kind in (
        (Game.id, Game.adjudicated, "game.finished"),
        (RatedGame.game_id, RatedGame.reason, "game.annulled"),
    ):
        named = or_(false(), *(func.lower(column).contains(name.lower(), autoescape=True) for name in leaver.called))
        left_out = update(column.class_).where(key.in_(leaver.tables), named).values({column: LEFT_OUT})
        games = session().scalars(left_out.returning(key)).all()
        for event in session().scalars(select(Event).where(Event.game_id.in_(games), Event.type == kind)):
            event.data = {**event.data, "reason": LEFT_OUT}


def _forget_titles(leaver: Leaver) -> None:
    """Leave out titles and reasons that name them, in tournaments that they entered or organise."""
    entered = select(TournamentEntry.tournament_id).where(TournamentEntry.account_id.in_(leaver.ids))
    theirs = union(entered, select(Tournament.id).where(Tournament.organiser_id.in_(leaver.ids)))
    ids = session().scalars(theirs).all()
    texts: tuple[tuple[InstrumentedAttribute[str], InstrumentedAttribute[Any]], ...] = (
        (Tournament.id, Tournament.title),
        (Pairing.tournament_id, Pairing.decided_by),
        (TournamentLog.tournament_id, TournamentLog.reason),
    )
    for key, column in texts:
        named = or_(false(), *(func.lower(column).contains(name.lower(), autoescape=True) for name in leaver.called))
        session().execute(update(column.class_).where(key.in_(ids), named).values({column.key: LEFT_OUT}))


def _empty(bot: Bot, now: datetime) -> None:
    session().execute(delete(BotGame).where(BotGame.bot_id == bot.account_id))
    bot.description, bot.homepage, bot.author, bot.auto_accept = "", None, None, False
    bot.last_seen_at, bot.retired_at = None, bot.retired_at or now


def _forget_mails(leaver: Leaver, until: datetime) -> None:
    """Delete emails to and from them, and empty those of accounts that know them.

    An email to others that waits to be sent is not stopped; it is emptied next time.
    """
    _forget_outgoing(leaver)
    _forget_incoming(leaver)
    sent = Envelope.account_id.in_(leaver.company), Envelope.state != WorkState.QUEUED, Envelope.created_at <= until
    session().execute(update(Envelope).where(*sent).values(encrypted=b""))
    over = Notice.state.not_in((WorkState.QUEUED, WorkState.GATHERED)), Notice.created_at <= until
    session().execute(update(Notice).where(Notice.account_id.in_(leaver.company), *over).values(encrypted=b""))
    _empty_incoming(leaver, until)


def forget_mails_of(numbers: Collection[int]) -> None:
    """Delete notices to, and emails from, accounts that nobody else knows."""
    theirs = Notice.account_id.in_(numbers)
    session().execute(update(Notice).where(theirs).values(digest_id=None, envelope_id=None))
    session().execute(delete(Envelope).where(Envelope.account_id.in_(numbers)))
    session().execute(delete(Notice).where(theirs))
    contents = session().scalars(select(InboundMail.content_id).where(InboundMail.account_id.in_(numbers))).all()
    session().execute(delete(InboundMail).where(InboundMail.account_id.in_(numbers)))
    drop_contents(InboundContent.id.in_(contents))


def is_mail_under_way(leaver: Leaver, until: datetime) -> bool:
    """Check whether an email written by then, to them or to those who know them, may still be sent."""
    whose = or_(Envelope.account_id.in_(leaver.ids), Envelope.account_id.in_(leaver.company))
    sealed = select(Envelope.id).where(Envelope.state == WorkState.QUEUED, Envelope.created_at <= until, whose)
    farewell = _on_their_way().where(Notice.account_id.in_(leaver.ids))
    return any(session().scalars(found.limit(1)).first() is not None for found in (sealed, farewell))


def _on_their_way() -> Select[Any]:
    is_queued = or_(Notice.state == WorkState.QUEUED, Envelope.state == WorkState.QUEUED)
    farewells = select(Notice.id).outerjoin(Envelope, Envelope.id == Notice.envelope_id)
    return farewells.where(Notice.kind == FAREWELL, is_queued)


def _forget_outgoing(leaver: Leaver) -> None:
    """Delete emails to them, except an unsent farewell, which keeps the only copy of their address."""
    kept = session().scalars(_on_their_way()).all()
    to_them = or_(Notice.account_id.in_(leaver.ids), _is(Notice.email, leaver.address)), Notice.id.not_in(kept)
    _forget_returned(set(session().scalars(select(Notice.id).where(*to_them))))
    holding = select(Notice.envelope_id).where(Notice.id.in_(kept), Notice.envelope_id.is_not(None))
    theirs = or_(Envelope.account_id.in_(leaver.ids), _is(Envelope.recipient, leaver.address))
    session().execute(update(Notice).where(*to_them).values(digest_id=None, envelope_id=None))
    session().execute(delete(Envelope).where(theirs, Envelope.id.not_in(holding)))
    session().execute(delete(Notice).where(*to_them))


def _is(column: InstrumentedAttribute[str], address: str | None) -> ColumnElement[bool]:
    return func.lower(column) == address if address else false()


def _forget_returned(numbers: Collection[int]) -> None:
    """Delete bounces of emails to them, which quote the content."""
    returned = select(InboundMail.id, InboundMail.recipient).where(
        InboundMail.recipient.startswith(f"{RowPurpose.BOUNCE}-")
    )
    boxes = [(number, box_named(name)) for number, name in session().execute(returned)]
    theirs = [number for number, box in boxes if isinstance(box, RowKey) and box.number in numbers]
    for at in range(0, len(theirs), BATCH):
        session().execute(delete(InboundMail).where(InboundMail.id.in_(theirs[at : at + BATCH])))


def _forget_incoming(leaver: Leaver) -> None:
    further = select(AccountAddress.address).where(AccountAddress.account_id.in_(leaver.ids))
    from_there = or_(_is(InboundMail.sender, leaver.address), func.lower(InboundMail.sender).in_(further))
    by_them = or_(InboundMail.account_id.in_(leaver.ids), from_there)
    session().execute(delete(InboundMail).where(by_them))
    seats = select(GameSeat.game_id, GameSeat.number, GameSeat.place).where(GameSeat.account_id.in_(leaver.ids))
    theirs = {key for game, number, place in session().execute(seats) for key in _boxes(game, number, place)}
    to_tables = select(InboundMail.id, InboundMail.recipient).where(InboundMail.game_id.in_(leaver.tables))
    from_them = [number for number, box in session().execute(to_tables) if _sat_at(box) in theirs]
    session().execute(delete(InboundMail).where(InboundMail.id.in_(from_them)))


def _boxes(game_id: str, number: int, place: int) -> list[tuple[Purpose, str, int]]:
    of_seat = (Purpose.TURN, Purpose.TALK, Purpose.ASIDE, Purpose.PROPOSAL, Purpose.CLOCKS)
    return [*((purpose, game_id, number) for purpose in of_seat), (Purpose.INVITATION, game_id, place)]


def _sat_at(box: str) -> tuple[Purpose, str, int] | None:
    link = box_named(box)
    return (link.purpose, link.game_id, link.seat) if isinstance(link, SeatLink) else None


def _empty_incoming(leaver: Leaver, until: datetime) -> None:
    """Empty handled emails and bounces; delete held emails that name them."""
    addresses = select(Account.email).where(Account.id.in_(leaver.company))
    near = or_(
        InboundMail.account_id.in_(leaver.company),
        InboundMail.game_id.in_(leaver.tables),
        func.lower(InboundMail.sender).in_(addresses),
        InboundMail.sender.in_([NULL_SENDER, ""]),
    )
    over = near, InboundMail.state != WorkState.QUEUED, InboundMail.received_at <= until
    is_held = func.coalesce(InboundMail.outcome, "") == Outcome.HELD
    session().execute(update(InboundMail).where(*over, ~is_held).values(content_id=None))
    for mail in session().scalars(select(InboundMail).where(*over, is_held)):
        if _names(leaver, mail):
            session().execute(delete(InboundMail).where(InboundMail.id == mail.id))
    drop_contents()


def _names(leaver: Leaver, mail: InboundMail) -> bool:
    """Check whether an email names them; True if it cannot be decrypted."""
    try:
        raw = raw_of(mail).lower()
    except Undecryptable:
        return True
    return any(name.encode() in raw for name in leaver.called)
