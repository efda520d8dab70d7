"""Bot seeks: set up a game, and offer its seat to one bot after the other until one accepts.

The row of the seek has its state; a job asks the next bot if one does not answer. Lock the game before the seek.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from secrets import choice

from sqlalchemy import Select, select, update

from rules import Game as Ruleset
from service.accounts.measures import check_open
from service.bots.candidates import in_line, plays
from service.bots.invitations import check_bots, seat_eager_bots
from service.db.engines import session, transaction
from service.jobs import events, queues, wake
from service.jobs.units import undone_if_refused
from service.language.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from service.models import (
    Account,
    Bot,
    BotSeek,
    BotSeekAsk,
    EndedBy,
    Game,
    GameStatus,
    SeatState,
    SeekState,
    Visibility,
)
from service.notifications.notices import wanted_notices
from service.notifications.relevance import end_notices
from service.play.facts import OfferedGame
from service.play.games import MIN_LEVEL, NewGame, SeatWish, check_setup, create_game, ruleset_named, rulesets
from service.play.invitations import lock_inviter, withdraw
from service.play.seating import invite, lock_game, seat_number
from service.play.seats import call_off
from service.play.turns import begin_if_complete
from service.security.keys import new_game_id

ANSWER_WITHIN = timedelta(minutes=1)
"""Time for a bot to take the seat before the next one is asked."""
MOST_ASKED = 5
"""Most bots that are asked for one game, one after the other."""
FEWEST = 2
LISTED = 20


@dataclass(frozen=True)
class NewSeek:
    """The game to play with a bot now.

    Without a `ruleset` any is possible; without `seats`, the fewest. One seat is for a bot, and the computer takes the
    remaining ones, at `level`.
    """

    ruleset: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    seats: int | None = None
    level: int = MIN_LEVEL
    days_per_move: int = 3
    visibility: Visibility = Visibility.PRIVATE


def seek_bot(owner: Account, wish: NewSeek, now: datetime) -> BotSeek:
    """Set up a game and ask the first bot; if the bot accepts automatically, the game begins at once.

    Raise Forbidden `not-a-person` for bots, `suspended`; Conflict `seek-under-way`, `no-bot-available`; NotFound
    `no-such-ruleset`; Invalid `bad-setup`, `no-seek` for a game for one player, or options without a ruleset.
    """
    check_open(owner)
    if owner.owner_id is not None:
        raise Forbidden("not-a-person")
    with transaction() as current:
        lock_inviter(owner)
        standing = current.scalar(_of(owner).where(BotSeek.state == SeekState.ASKING).limit(1))
        if standing is not None:
            raise Conflict("seek-under-way", seek=standing.id)
        game = create_game(owner, _wanted(owner, wish, now), now)
        seek = BotSeek(id=new_game_id(), account=owner, account_id=owner.id, game=game, game_id=game.id)
        seek.state, seek.asked, seek.due_at, seek.created_at = SeekState.ASKING, 0, now, now
        current.add(seek)
        current.flush()
        if not _ask_next(seek, game, now):
            raise Conflict("no-bot-available")
        return seek


def seek_with(game: NewGame) -> NewSeek:
    """Convert a new game, with its owner's and the computer's seats, to a seek.

    Invalid `no-seek` if it has settings that a seek lacks.
    """
    computers = [seat.ai for seat in game.seats[1:] if seat.ai is not None]
    seats = len(computers) + FEWEST if computers else None
    level = computers[0] if computers else MIN_LEVEL
    plain = NewGame(
        game.ruleset,
        [game.seats[0], *[SeatWish(ai=level)] * len(computers)],
        game.options,
        days_per_move=game.days_per_move,
        visibility=game.visibility,
    )
    if game != plain:
        raise Invalid("no-seek")
    return NewSeek(game.ruleset, game.options, seats, level, game.days_per_move, game.visibility)


def seek_of(owner: Account, seek_id: str) -> BotSeek:
    """Return an account's own seek, or NotFound."""
    found = session().scalar(_of(owner).where(BotSeek.id == seek_id).execution_options(populate_existing=True))
    if found is None:
        raise NotFound
    return found


def seek_for(game: Game, owner: Account) -> BotSeek | None:
    """Return the account's seek for which a game was set up, or None."""
    return session().scalar(_of(owner).where(BotSeek.game_id == game.id))


def seeks_of(owner: Account) -> Sequence[BotSeek]:
    """List an account's latest seeks, the newest first."""
    return session().scalars(_of(owner).order_by(BotSeek.created_at.desc(), BotSeek.id).limit(LISTED)).all()


def bot_of_seek(seek: BotSeek) -> Account | None:
    """Return the bot that has the seat, or is invited to it."""
    seat = next((seat for seat in seek.game.seats if seat.account and seat.account.owner_id is not None), None)
    return seat.account if seat else None


def withdraw_seek(seek_id: str, owner: Account, now: datetime) -> None:
    """Withdraw a seek and cancel its game. Idempotent; NotFound; Conflict `game-started`."""
    known = seek_of(owner, seek_id)
    with transaction():
        game = lock_game(known.game_id)
        seek = _locked(game)
        if seek is not None and seek.state == SeekState.PLAYING:
            raise Conflict("game-started")
        if seek is not None and seek.state == SeekState.ASKING:
            call_off(game, EndedBy.WITHDRAWN, now)
            end_notices(game)
            _close(seek, SeekState.WITHDRAWN, now)


def seeks_to_see_to(now: datetime, limit: int = 100) -> Sequence[str]:
    """Return the ids of games whose seek is due to ask the next bot."""
    due = select(BotSeek.game_id).where(BotSeek.state == SeekState.ASKING, BotSeek.due_at <= now)
    return session().scalars(due.order_by(BotSeek.due_at).limit(limit)).all()


def ask_next_bot(game_id: str, now: datetime) -> bool:
    """Offer the seat to the next bot, or cancel the game if there is none; return whether it was due."""
    with transaction() as current:
        game = lock_game(game_id)
        seek = _locked(game)
        if seek is None or seek.state != SeekState.ASKING or seek.due_at > now or game.status != GameStatus.INVITING:
            return False
        _take_back(seek, game, now)
        if seek.asked >= MOST_ASKED or not _ask_next(seek, game, now):
            call_off(game, EndedBy.DECLINED, now)
            _close(seek, SeekState.NOBODY, now)
            own = seat_number(game, seek.account)
            current.write(wanted_notices("game-over", seek.account, now, game, own, {"no_bot": True}))
        return True


def close_seek_of(game: Game, state: SeekState, now: datetime) -> None:
    """Close the open seek of a game, if any, in the transaction that has locked the game."""
    seek = _locked(game)
    if seek is not None and seek.state == SeekState.ASKING:
        _close(seek, state, now)


def hurry_seek_of(game: Game, now: datetime) -> None:
    """Make the seek of a game due at once, because the seat is open again."""
    asking = update(BotSeek).where(BotSeek.game_id == game.id, BotSeek.state == SeekState.ASKING)
    if session().scalars(asking.values(due_at=now).returning(BotSeek.id)).all():
        wake.wake(queues.SEEKS)


def _of(owner: Account) -> Select[BotSeek]:
    return select(BotSeek).where(BotSeek.account_id == owner.id)


def _locked(game: Game) -> BotSeek | None:
    wanted = select(BotSeek).where(BotSeek.game_id == game.id).with_for_update(of=BotSeek)
    return session().scalar(wanted.execution_options(populate_existing=True))


def _wanted(owner: Account, wish: NewSeek, now: datetime) -> NewGame:
    """Choose a game that most available bots play; Conflict `no-bot-available` if there is none."""
    possible = [_game(ruleset, wish) for ruleset in _rulesets(wish)]
    able = Counter[str]()
    for game in possible:
        offer = OfferedGame(game.ruleset, game.options, len(game.seats), game.days_per_move)
        able[game.ruleset] = sum(plays(bot, offer) for bot in in_line(owner, game.ruleset, now))
    most = max(able.values(), default=0)
    if not most:
        raise Conflict("no-bot-available")
    return choice([game for game in possible if able[game.ruleset] == most])


def _rulesets(wish: NewSeek) -> list[Ruleset]:
    """Return the rulesets that the seek allows: the named one, or all for at least two players."""
    if wish.ruleset is not None:
        return [ruleset_named(wish.ruleset)]
    if wish.options:
        raise Invalid("no-seek")
    together = [each for each in rulesets().values() if max(each.players) >= FEWEST]
    return [each for each in together if wish.seats in (None, *each.players)]


def _game(ruleset: Ruleset, wish: NewSeek) -> NewGame:
    seats = wish.seats or max(FEWEST, min(ruleset.players))
    if seats < FEWEST:
        raise Invalid("no-seek")
    others = [SeatWish(open=True), *[SeatWish(ai=wish.level)] * (seats - FEWEST)]
    days, seen_by = wish.days_per_move, wish.visibility
    game = NewGame(ruleset.id, [SeatWish(me=True), *others], days_per_move=days, visibility=seen_by)
    return replace(game, options=check_setup(ruleset, replace(game, options=wish.options)))


def _ask_next(seek: BotSeek, game: Game, now: datetime) -> bool:
    """Offer the seat to the first new candidate that accepts the terms; return whether there is one."""
    offer = OfferedGame(game.ruleset, game.options, len(game.seats), game.days_per_move)
    known = set(session().scalars(select(BotSeekAsk.bot_id).where(BotSeekAsk.seek_id == seek.id)))
    line = [bot for bot in in_line(seek.account, game.ruleset, now) if bot.account_id not in known]
    bot = next((bot for bot in line if plays(bot, offer) and _is_held(bot, seek.account, offer, now)), None)
    if bot is not None:
        _offer_seat(seek, game, bot, now)
    return bot is not None


def _is_held(bot: Bot, owner: Account, offer: OfferedGame, now: datetime) -> bool:
    """Return whether the bot accepts the offer, and lock it until the transaction ends."""
    try:
        undone_if_refused(lambda: check_bots([bot.account.name], owner, offer, now))
    except Refused:
        return False
    return True


def _offer_seat(seek: BotSeek, game: Game, bot: Bot, now: datetime) -> None:
    seat = next(seat for seat in game.seats if seat.state == SeatState.OPEN)
    invite(seat, bot.account, bot.account.name)
    game.version += 1
    seek.asked, seek.due_at = seek.asked + 1, now + ANSWER_WITHIN
    session().add(BotSeekAsk(seek_id=seek.id, bot_id=bot.account_id, asked_at=now))
    events.record("game.invited", game, now)
    seat_eager_bots(game, now)
    begin_if_complete(game, now)
    if game.status == GameStatus.ACTIVE:
        _close(seek, SeekState.PLAYING, now)
    else:
        _tell(seek, game, now)


def _take_back(seek: BotSeek, game: Game, now: datetime) -> None:
    """Withdraw the seat from a bot that was asked and has not answered."""
    seat = next((seat for seat in game.seats if seat.state == SeatState.INVITED), None)
    if seat is None or seat.account_id is None:
        return
    silent = BotSeekAsk.seek_id == seek.id, BotSeekAsk.bot_id == seat.account_id
    session().execute(update(BotSeekAsk).where(*silent).values(was_silent=True))
    withdraw(game.id, seat.place, seek.account, now)


def _close(seek: BotSeek, state: SeekState, now: datetime) -> None:
    seek.state, seek.closed_at = state, now
    _tell(seek, seek.game, now)


def _tell(seek: BotSeek, game: Game, now: datetime) -> None:
    events.record("seek.changed", game, now, seek=seek.id, state=seek.state)
