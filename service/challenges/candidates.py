"""Candidates for a challenge to bots: the bots that a player can play now, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, exists, func, or_, select

from service.bots.invitations import check_terms, places_of
from service.challenges.terms import is_same_game
from service.db.engines import session
from service.language.errors import Conflict
from service.models import (
    Accepts,
    Account,
    Block,
    Bot,
    BotGame,
    Challenge,
    ChallengeAsk,
    Game,
    GameSeat,
    Webhook,
)
from service.play.facts import OfferedGame
from service.play.seats import OPEN

SEEN_WITHIN = timedelta(minutes=5)
"""A polling bot is seen each minute; one that computes for long can report its presence."""
DECLINED_FOR = timedelta(days=1)
"""Time until a bot that has declined is asked the same by the same player again."""
RESTS_FOR = timedelta(hours=1)
"""Time until a bot that has not answered is asked again, so that few players wait for it."""
LOOKED_AT = 200


def in_line(asker: Account, ruleset: str, now: datetime) -> Sequence[Bot]:
    """List the bots that could play a ruleset with the asker now, in the order in which they are asked.

    Bots that accept at once come before those that have to answer; within each group, the least recently asked first.
    """
    plays = or_(~Bot.games.any(), Bot.games.any(BotGame.ruleset == ruleset))
    found = select(Bot).join(Bot.account).where(plays, *_is_ready(asker, now), *_is_for(asker))
    asked = select(func.max(ChallengeAsk.asked_at)).where(ChallengeAsk.bot_id == Bot.account_id)
    last_asked = asked.correlate(Bot).scalar_subquery()
    line = found.order_by(Bot.auto_accept.desc(), last_asked.asc().nulls_first(), Bot.account_id)
    return session().scalars(line.limit(LOOKED_AT)).all()


def unwilling(challenge: Challenge, now: datetime) -> frozenset[int]:
    """Return the bots that were asked for this challenge, or have lately declined the same one of its owner."""
    is_recent = ChallengeAsk.has_declined & (ChallengeAsk.asked_at > now - DECLINED_FOR)
    asked = (
        select(Challenge, ChallengeAsk.bot_id)
        .join(ChallengeAsk, ChallengeAsk.challenge_id == Challenge.id)
        .where(Challenge.account_id == challenge.account_id, Challenge.ruleset == challenge.ruleset)
        .where(Challenge.most_days == challenge.most_days, or_(Challenge.id == challenge.id, is_recent))
    )
    return frozenset(bot for each, bot in session().execute(asked) if is_same_game(each, challenge))


def is_somebody_there(now: datetime) -> bool:
    """Return whether any public bot is free."""
    return session().scalar(select(Bot.account_id).where(*_is_ready(None, now)).limit(1)) is not None


def plays(bot: Bot, offer: OfferedGame) -> bool:
    """Return whether a bot's manifest allows such a game."""
    try:
        check_terms(bot, offer)
    except Conflict:
        return False
    return True


def _is_ready(asker: Account | None, now: datetime) -> tuple[ColumnElement[bool], ...]:
    """Return conditions: a public bot is at work, has a free place, and has missed no deadline lately.

    It was seen lately, or has a working webhook.
    """
    works = Webhook.switched_off.is_(None), Webhook.failing_since.is_(None), Webhook.verified_at.is_not(None)
    is_called = exists().where(Webhook.account_id == Bot.account_id, *works)
    was_silent = ChallengeAsk.bot_id == Bot.account_id, ChallengeAsk.was_silent, ChallengeAsk.asked_at > now - RESTS_FOR
    return (
        Bot.retired_at.is_(None),
        Bot.paused_at.is_(None),
        Bot.accepts == Accepts.EVERYONE,
        places_of().are_free(asker, now),
        or_(Bot.last_seen_at > now - SEEN_WITHIN, is_called),
        ~exists().where(*was_silent),
    )


def _is_for(asker: Account) -> tuple[ColumnElement[bool], ...]:
    """Return conditions: a bot does not block the asker, and has no unfinished game from their challenges."""
    blocks = exists().where(Block.account_id == Bot.account_id, Block.blocked_id == asker.person_id)
    seat = and_(GameSeat.game_id == Challenge.game_id, GameSeat.account_id == Bot.account_id)
    with_them = (
        select(Challenge.id)
        .join(Game, Game.id == Challenge.game_id)
        .join(GameSeat, seat)
        .where(Challenge.account_id == asker.id, Game.status.in_(OPEN))
        .correlate(Bot)
        .exists()
    )
    return ~blocks, ~with_them
