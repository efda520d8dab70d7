"""Invitations of bots: check that each invited bot plays this game, with these terms, now, and with this player."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, ScalarSelect, or_, select

from service.db.engines import session
from service.jobs import events
from service.language.errors import Conflict, NotFound
from service.models import Accepts, Account, Bot, DeclineReason, Game, SeatState, bot_guest
from service.play.contributions import contribute
from service.play.facts import OfferedGame
from service.play.seats import games_held
from service.play.visitor_places import Holder, Places, counted

DAY = timedelta(days=1)


def check_bots(
    names: Iterable[str], asker: Account, offer: OfferedGame, now: datetime, *, is_agreed: bool = False
) -> None:
    """Lock the invited bots, in a fixed order, and check that each accepts the offer and has a free place.

    NotFound `no-such-account` for a retired bot; else Conflict `bot-not-for-you`, `bot-paused`, as `check_terms` with
    what the bot accepts instead, `bot-full` or `visitors-enough`. With `is_agreed` it may be anybody's bot.
    """
    named = Account.name.in_([name.lower() for name in names])
    wanted = select(Bot).join(Bot.account).where(named).order_by(Bot.account_id).with_for_update(of=Bot)
    for bot in session().scalars(wanted.execution_options(populate_existing=True)).all():
        name = bot.account.name
        if bot.retired_at is not None:
            raise NotFound("no-such-account", name=name)
        if not is_agreed and not is_accepted(bot, asker):
            raise Conflict("bot-not-for-you", bot=name, reason=DeclineReason.OTHER, accepts=bot.accepts)
        if bot.paused_at is not None:
            raise Conflict("bot-paused", bot=name, reason=DeclineReason.NOT_NOW)
        check_terms(bot, offer)
        places_of(bot).take(asker, now, Conflict("bot-full", bot=name, reason=DeclineReason.BUSY, at_once=bot.at_once))


def check_terms(bot: Bot, offer: OfferedGame) -> None:
    """Refuse terms that the bot's manifest excludes, without a database query.

    Conflict `bot-not-this-game`, `bot-not-these-seats`, `bot-not-this-option`, `bot-needs-more-time`.
    """
    name, differs = bot.account.name, {"bot": bot.account.name, "reason": DeclineReason.OTHER_GAME}
    terms = next((game for game in bot.games if game.ruleset == offer.ruleset), None)
    if terms is None and bot.games:
        raise Conflict("bot-not-this-game", **differs, rulesets=[game.ruleset for game in bot.games])
    if terms is not None and terms.seats and offer.seats not in terms.seats:
        raise Conflict("bot-not-these-seats", **differs, seats=terms.seats)
    for option, values in terms.options.items() if terms is not None else ():
        if values and offer.options[option] not in values:
            raise Conflict("bot-not-this-option", **differs, option=option, values=values)
    needed = -(-timedelta(seconds=bot.seconds_per_move) // DAY)
    if needed > offer.days_per_move:
        raise Conflict("bot-needs-more-time", bot=name, reason=DeclineReason.TOO_FAST, days_per_move=needed)


def is_accepted(bot: Bot, asker: Account) -> bool:
    """Return whether the asker may invite the bot: its owner, and the owner's other bots, always may."""
    theirs = select(Bot.account_id).join(Bot.account).where(Bot.account_id == bot.account_id, accepts(asker))
    return session().scalar(theirs) is not None


def accepts(asker: Account | None) -> ColumnElement[bool]:
    """Return a condition on bots and accounts: the asker may invite the bot; without an asker, everyone may."""
    everyone = Bot.accepts == Accepts.EVERYONE
    if asker is None:
        return everyone
    listed = select(bot_guest.c.account_id).where(
        bot_guest.c.bot_id == Bot.account_id, bot_guest.c.account_id == asker.id
    )
    own = Account.owner_id == asker.person_id
    return or_(everyone, own, (Bot.accepts == Accepts.ACCOUNTS) & listed.exists())


def games_under_way(bot: Bot) -> int:
    """Count the games that the bot plays or is invited to."""
    return session().scalar(select(count_of_games()).where(Bot.account_id == bot.account_id)) or 0


def count_of_games() -> ScalarSelect[int]:
    """Return a subquery that counts the games of each selected bot."""
    return counted(games_held(Bot.account_id).correlate(Bot))


def places_of(bot: Bot | type[Bot] = Bot) -> Places:
    """Return the places of a bot, or of each bot that a query selects."""
    return Places(bot.at_once, games_held(bot.account_id).join(Holder, Holder.id == Game.creator_id).correlate(Bot))


def seat_eager_bots(game: Game, now: datetime) -> None:
    """Seat the bots that accept every invitation, in the transaction that creates the game."""
    for seat in [seat for seat in game.seats if seat.state == SeatState.INVITED]:
        is_bot = seat.account is not None and seat.account.owner_id is not None
        if is_bot and session().get_one(Bot, seat.account_id).auto_accept:
            seat.state, seat.invited_as = SeatState.TAKEN, None
            contribute(game, seat, now)
            game.version += 1
            events.record("game.joined", game, now, place=seat.place)
