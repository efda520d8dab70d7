"""Export a person's data: the account first, then the games in parts."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from flask import Flask, current_app
from sqlalchemy import ColumnElement, Select, exists, or_, select

from rules.json_types import Json
from service.accounts.accounts import ids_of_person
from service.accounts.blocks import blocks_of
from service.accounts.favourites import favourites_of
from service.competitions.consents import consents_of
from service.db.clock import time_json
from service.db.engines import session
from service.http.streaming import Part
from service.models import (
    Account,
    AccountAddress,
    ApiToken,
    Bot,
    BrowserSession,
    Challenge,
    Game,
    GameBatch,
    GameSeat,
    ImportedRecord,
    InboundMail,
    KeptBranch,
    Message,
    Model,
    PushDevice,
    Rating,
    RatingChange,
    RecoveryCode,
    SignIn,
    Substitution,
    Tournament,
    TournamentEntry,
    Volunteer,
    Webhook,
)
from service.play.records import signed_records

FORMAT = "sundial-export-1"
GAMES = 50
"""Games in one part."""
SECRETS = (
    "hash", "mark", "encrypted", "key_name", "session_id", "salt", "previous_salt", "link_hash", "feed_salt", "id",
    "account_id", "owner_id", "organiser_id", "cursor",
)  # fmt: skip
"""Columns left out of exports: secrets and internal ids."""
AsListed = Callable[[Game, int | None], dict[str, Json]]
"""Serializes a game as the REST API lists it, for a seat or for a visitor without one."""


def init_app(app: Flask, as_listed: AsListed) -> None:
    """Inject the REST API's game serializer, which belongs to a higher layer."""
    app.extensions[__name__] = as_listed


def export_part(owner: Account, at: int, now: datetime) -> Part:
    """Return a part of the export as JSON; the first part has everything but the games, which follow in later parts."""
    accounts = _accounts(owner)
    games = session().scalars(_games(accounts).offset(at).limit(GAMES)).all()
    told = [json.dumps(each, ensure_ascii=False) for each in _told(games, accounts)]
    head = _head(owner, accounts, now) if at == 0 else ",\n" if told else ""
    is_last = len(games) < GAMES
    text = head + ",\n".join(told) + ("\n]}\n" if is_last else "")
    return Part(text.encode(), None if is_last else at + GAMES)


def export_lines(owner: Account, at: int, now: datetime) -> Part:
    """Return a part of the export as JSON Lines: first everything but the games, in the last line their number."""
    accounts = _accounts(owner)
    games = session().scalars(_games(accounts).offset(at).limit(GAMES)).all()
    about = [_about(owner, accounts, now)] if at == 0 else []
    is_last = len(games) < GAMES
    end: list[dict[str, Json]] = [{"games": at + len(games)}] if is_last else []
    lines = [f"{json.dumps(each, ensure_ascii=False)}\n" for each in (*about, *_told(games, accounts), *end)]
    return Part("".join(lines).encode(), None if is_last else at + GAMES)


def _about(owner: Account, accounts: Sequence[Account], now: datetime) -> dict[str, Json]:
    return {
        "format": FORMAT,
        "exported_at": time_json(now),
        "account": _row(owner),
        "tokens": _rows(ApiToken, ApiToken.account_id == owner.id),
        "sessions": _rows(BrowserSession, BrowserSession.account_id == owner.id),
        "devices": _rows(PushDevice, PushDevice.account_id == owner.id),
        "sign_ins": _rows(SignIn, SignIn.email == owner.email),
        "addresses": _rows(AccountAddress, AccountAddress.account_id == owner.id),
        "recovery_codes": _rows(RecoveryCode, RecoveryCode.account_id == owner.id),
        "webhooks": _rows(Webhook, Webhook.account_id == owner.id),
        "blocks": [{"name": each.blocked.name, "created_at": time_json(each.created_at)} for each in blocks_of(owner)],
        "favourites": [
            {"name": each.favourite.name, "created_at": time_json(each.created_at)} for each in favourites_of(owner)
        ],
        "organisers": [
            {"name": each.organiser.name, "created_at": time_json(each.created_at)} for each in consents_of(owner)
        ],
        "batches": _rows(GameBatch, GameBatch.organiser_id == owner.id),
        "ratings": _rows(Rating, Rating.account_id == owner.id),
        "rating_changes": _rows(RatingChange, RatingChange.account_id == owner.id),
        "challenges": _rows(Challenge, Challenge.account_id == owner.id),
        "substitute_in": _rows(Volunteer, Volunteer.account_id == owner.id),
        "seats_lost": _rows(Substitution, Substitution.account_id == owner.id),
        "branches": _rows(KeptBranch, KeptBranch.account_id == owner.id),
        "tournaments": _rows(Tournament, Tournament.organiser_id.in_([each.id for each in accounts])),
        "tournament_entries": _rows(TournamentEntry, TournamentEntry.account_id.in_([each.id for each in accounts])),
        "bots": [_bot(account) for account in accounts if account.owner_id is not None],
        "mails_received": [*_received(owner)],
    }


def _head(owner: Account, accounts: Sequence[Account], now: datetime) -> str:
    about = _about(owner, accounts, now)
    members = [f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in about.items()]
    return "{" + ",\n".join([*members, '"games": [\n'])


def _accounts(owner: Account) -> Sequence[Account]:
    theirs = select(Account).where(Account.id.in_(ids_of_person(owner.id)))
    return session().scalars(theirs.order_by(Account.id)).all()


def _bot(account: Account) -> dict[str, Json]:
    """Return a bot with its manifest, tokens and webhooks, without secrets."""
    bot = session().get_one(Bot, account.id)
    return {
        "name": account.name,
        **_row(bot),
        "games": {game.ruleset: {"seats": game.seats, "options": game.options} for game in bot.games},
        "accounts": [guest.name for guest in bot.guests],
        "tokens": _rows(ApiToken, ApiToken.account_id == account.id),
        "webhooks": _rows(Webhook, Webhook.account_id == account.id),
        "branches": _rows(KeptBranch, KeptBranch.account_id == account.id),
        "ratings": _rows(Rating, Rating.account_id == account.id),
        "rating_changes": _rows(RatingChange, RatingChange.account_id == account.id),
    }


def _received(owner: Account) -> list[dict[str, Json]]:
    """Return the emails recently received from the owner's address, with their outcomes."""
    theirs = or_(InboundMail.account_id == owner.id, InboundMail.sender == owner.email)
    columns = InboundMail.received_at, InboundMail.game_id, InboundMail.outcome
    found = session().execute(select(*columns).where(theirs).order_by(InboundMail.id))
    return [{"received_at": time_json(at), "game": game, "outcome": outcome} for at, game, outcome in found]


def _rows(kind: type[Model], *which: ColumnElement[bool]) -> list[dict[str, Json]]:
    return [_row(row) for row in session().scalars(select(kind).where(*which).order_by(*kind.__mapper__.primary_key))]


def _row(row: Model) -> dict[str, Json]:
    """Return all columns of a row except `SECRETS`."""
    names = [column.name for column in row.__table__.columns if column.name not in SECRETS]
    values = {name: getattr(row, name) for name in names}
    return {name: time_json(value) if isinstance(value, datetime) else value for name, value in values.items()}


def _games(accounts: Sequence[Account]) -> Select[Game]:
    """Select the games in which these accounts have a seat, and the games that they imported."""
    ids = [account.id for account in accounts]
    seated = select(GameSeat.game_id).where(GameSeat.account_id.in_(ids))
    brought_in = select(ImportedRecord.game_id).where(ImportedRecord.account_id.in_(ids))
    return select(Game).where(or_(Game.id.in_(seated), Game.id.in_(brought_in))).order_by(Game.created_at, Game.id)


def _told(games: Sequence[Game], accounts: Sequence[Account]) -> Iterable[dict[str, Json]]:
    """Yield each game as its player sees it, with the record for `sundial verify` and the chat messages."""
    said = defaultdict[str, list[dict[str, Json]]](list)
    for message in _heard([game.id for game in games], accounts):
        said[message.game_id].append(_message(message))
    as_listed: AsListed = current_app.extensions[__name__]
    for game, record in zip(games, signed_records(games), strict=True):
        own = next((seat for account in accounts for seat in game.seats if seat.account_id == account.id), None)
        name = own.holder if own else None
        mine = {"as": name, "delivery": own.delivery if own else None}
        yield {**as_listed(game, own.number if own else None), **mine, "record": record, "messages": said[game.id]}


def _heard(ids: Sequence[str], accounts: Sequence[Account]) -> Iterable[Message]:
    """Return the messages of these games to everybody, and those to or from these accounts."""
    theirs = GameSeat.game_id == Message.game_id, GameSeat.account_id.in_([account.id for account in accounts])
    was_there = or_(GameSeat.taken_over_at.is_(None), Message.at > GameSeat.taken_over_at)
    is_at_seat = or_(GameSeat.number == Message.to_seat, GameSeat.number == Message.seat)
    is_between = exists().where(*theirs, is_at_seat, was_there)
    chosen = select(Message).where(Message.game_id.in_(ids), or_(Message.to_seat.is_(None), is_between))
    return session().scalars(chosen.order_by(Message.id))


def _message(message: Message) -> dict[str, Json]:
    told: dict[str, Json] = {"seat": message.seat, "account": message.speaker, "text": message.text}
    alone: dict[str, Json] = {} if message.to_seat is None else {"to": message.to_seat}
    return told | alone | {"at": time_json(message.at)}
