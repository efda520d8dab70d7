"""Challenges to any bot: set up a game, and offer its seat to one bot after the other until one accepts.

A job asks the next bot if one does not answer. Lock the game before the challenge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from secrets import choice

from sqlalchemy import ColumnElement, Select, select, update

from rules import Game as Ruleset
from service.bots.invitations import check_bots, seat_eager_bots
from service.challenges.candidates import in_line, plays, unwilling
from service.challenges.terms import FOR_TWO, NewChallenge, check_challenger, suitable
from service.db.engines import session, transaction
from service.jobs import events, queues, wake
from service.jobs.units import undone_if_refused
from service.language.errors import Conflict, Invalid, Refused, or_not_found
from service.models import (
    Account,
    Bot,
    Challenge,
    ChallengeAsk,
    ChallengeState,
    EndedBy,
    Game,
    GameStatus,
    SeatState,
)
from service.notifications.notices import wanted_notices
from service.notifications.relevance import end_notices
from service.play.facts import OfferedGame
from service.play.games import NewGame, SeatWish, check_setup, create_game, ruleset_named, rulesets
from service.play.invitations import lock_inviter, withdraw
from service.play.seating import invite, lock_game, seat_number
from service.play.seats import call_off
from service.play.turns import begin_if_complete
from service.security.keys import new_game_id

ANSWER_WITHIN = timedelta(minutes=1)
"""Time for a bot to take the seat before the next one is asked."""
MOST_ASKED = 5
"""Most bots that are asked for one game, one after the other."""
LISTED = 20


def challenge_bot(owner: Account, wish: NewChallenge, now: datetime) -> Challenge:
    """Set up a game and ask the first bot; if the bot accepts automatically, the game begins at once.

    Refused as `check_challenger` is. Raise Conflict `asking-already`, `no-bot-available`; NotFound `no-such-ruleset`;
    Invalid `bad-setup`, `no-challenge` for a game for one player, or options without a ruleset.
    """
    check_challenger(owner, wish)
    is_possible = (wish.ruleset is not None or not wish.options) and (wish.seats is None or wish.seats >= FOR_TWO)
    if not (wish.is_for_one_game and is_possible):
        raise Invalid("no-challenge")
    with transaction() as current:
        lock_inviter(owner)
        asking = current.scalar(_of(owner).where(Challenge.state == ChallengeState.ASKING).limit(1))
        if asking is not None:
            raise Conflict("asking-already", challenge=asking.id)
        game = create_game(owner, _wanted(owner, wish, now), now)
        challenge = Challenge(
            id=new_game_id(),
            account=owner,
            account_id=owner.id,
            game=game,
            game_id=game.id,
            state=ChallengeState.ASKING,
            ruleset=game.ruleset,
            options=game.options,
            least_days=game.days_per_move,
            most_days=game.days_per_move,
            fast_clock=game.fast_clock,
            rated=game.rated,
            rating_from=wish.rating_from,
            rating_to=wish.rating_to,
            at_once=1,
            asked=0,
            due_at=now,
            created_at=now,
        )
        current.add(challenge)
        current.flush()
        if not _ask_next(challenge, game, now):
            raise Conflict("no-bot-available")
        return challenge


def asked_challenge(owner: Account, challenge_id: str) -> Challenge:
    """Return an account's own challenge to bots, or NotFound."""
    theirs = _of(owner).where(Challenge.id == challenge_id).execution_options(populate_existing=True)
    return or_not_found(session().scalar(theirs))


def challenge_for(game: Game, owner: Account) -> Challenge | None:
    """Return the account's challenge for which a game was set up, or None."""
    return session().scalar(_of(owner).where(Challenge.game_id == game.id))


def asked_challenges(owner: Account) -> Sequence[Challenge]:
    """List an account's latest challenges to bots, the newest first."""
    return session().scalars(_of(owner).order_by(Challenge.created_at.desc(), Challenge.id).limit(LISTED)).all()


def bot_of(game: Game) -> Account | None:
    """Return the bot that has a seat, or is invited to it."""
    return next((seat.account for seat in game.seats if seat.account and seat.account.owner_id is not None), None)


def stop_asking(game_id: str, now: datetime) -> None:
    """Cancel a game that waits for a bot, and close its challenge. Idempotent; Conflict `game-started`."""
    with transaction():
        game = lock_game(game_id)
        if game.started_at is not None:
            raise Conflict("game-started")
        if game.status == GameStatus.INVITING:
            call_off(game, EndedBy.WITHDRAWN, now)
            end_notices(game)
            close_challenge_of(game, ChallengeState.WITHDRAWN, now)


def games_to_ask_for(now: datetime, limit: int = 100) -> Sequence[str]:
    """Return the ids of games for which the next bot is to be asked."""
    games = select(Game.id).join(Challenge, Challenge.game_id == Game.id)
    due = games.where(Challenge.state == ChallengeState.ASKING, Challenge.due_at <= now)
    return session().scalars(due.order_by(Challenge.due_at).limit(limit)).all()


def ask_next_bot(game_id: str, now: datetime) -> bool:
    """Offer the seat to the next bot, or cancel the game if there is none; return whether it was due."""
    with transaction() as current:
        game = lock_game(game_id)
        challenge = _asking(game, Challenge.due_at <= now)
        if challenge is None or game.status != GameStatus.INVITING:
            return False
        _take_back(challenge, game, now)
        if challenge.asked >= MOST_ASKED or not _ask_next(challenge, game, now):
            call_off(game, EndedBy.DECLINED, now)
            _close(challenge, game, ChallengeState.NOBODY, now)
            own = seat_number(game, challenge.account)
            current.write(wanted_notices("game-over", challenge.account, now, game, own, {"no_bot": True}))
        return True


def close_challenge_of(game: Game, state: ChallengeState, now: datetime) -> None:
    """Close the open challenge of a game to bots, if any, in the transaction that has locked the game."""
    challenge = _asking(game)
    if challenge is not None:
        _close(challenge, game, state, now)


def ask_another(game: Game, now: datetime) -> None:
    """Let the next bot be asked for a game at once, because the seat is open again."""
    asking = update(Challenge).where(Challenge.game_id == game.id, Challenge.state == ChallengeState.ASKING)
    if session().scalars(asking.values(due_at=now).returning(Challenge.id)).all():
        wake.wake(queues.BOT_CHALLENGES)


def note_declined(game: Game) -> None:
    """Remember that the bot that was asked last has declined, so that it is not soon asked for the same again."""
    asked = select(ChallengeAsk).join(Challenge, Challenge.id == ChallengeAsk.challenge_id)
    last = asked.where(Challenge.game_id == game.id).order_by(ChallengeAsk.asked_at.desc()).limit(1)
    if ask := session().scalar(last):
        ask.has_declined = True


def _of(owner: Account) -> Select[Challenge]:
    return select(Challenge).where(Challenge.account_id == owner.id, Challenge.game_id.is_not(None))


def _asking(game: Game, *more: ColumnElement[bool]) -> Challenge | None:
    """Lock the open challenge of a locked game until the transaction ends; None if there is none."""
    asking = select(Challenge).where(Challenge.game_id == game.id, Challenge.state == ChallengeState.ASKING, *more)
    return session().scalar(asking.with_for_update(of=Challenge).execution_options(populate_existing=True))


def _wanted(owner: Account, wish: NewChallenge, now: datetime) -> NewGame:
    """Choose a game that most available bots play; Conflict `no-bot-available` if there is none."""
    possible = [_game(ruleset, wish) for ruleset in _rulesets(wish)]
    able = [sum(plays(bot, game.offer(game.options)) for bot in in_line(owner, game.ruleset, now)) for game in possible]
    if not any(able):
        raise Conflict("no-bot-available")
    return choice([game for game, bots in zip(possible, able, strict=True) if bots == max(able)])


def _rulesets(wish: NewChallenge) -> list[Ruleset]:
    """Return the rulesets that the challenge allows: the named one, or all for at least two players."""
    if wish.ruleset is not None:
        return [ruleset_named(wish.ruleset)]
    together = [each for each in rulesets().values() if max(each.players) >= FOR_TWO]
    return [each for each in together if wish.seats in (None, *each.players)]


def _game(ruleset: Ruleset, wish: NewChallenge) -> NewGame:
    seats = wish.seats or max(FOR_TWO, min(ruleset.players))
    game = wish.game(ruleset.id, SeatWish(open=True), seats)
    return replace(game, options=check_setup(ruleset, game))


def _ask_next(challenge: Challenge, game: Game, now: datetime) -> bool:
    """Offer the seat to the first new candidate that accepts the terms; return whether there is one."""
    days = game.days_per_move if game.fast_clock is None else 0
    offer, owner = OfferedGame(game.ruleset, game.options, len(game.seats), days), challenge.account
    known = unwilling(challenge, now)
    line = [bot for bot in in_line(owner, game.ruleset, now) if bot.account_id not in known and plays(bot, offer)]
    welcome = suitable(challenge, [bot.account_id for bot in line], now)
    bot = next((bot for bot in line if bot.account_id in welcome and _is_held(bot, owner, offer, now)), None)
    if bot is not None:
        _offer_seat(challenge, game, bot, now)
    return bot is not None


def _is_held(bot: Bot, owner: Account, offer: OfferedGame, now: datetime) -> bool:
    """Return whether the bot accepts the offer, and lock it until the transaction ends."""
    try:
        undone_if_refused(lambda: check_bots([bot.account.name], owner, offer, now))
    except Refused:
        return False
    return True


def _offer_seat(challenge: Challenge, game: Game, bot: Bot, now: datetime) -> None:
    seat = next(seat for seat in game.seats if seat.state == SeatState.OPEN)
    invite(seat, bot.account, bot.account.name)
    game.version += 1
    challenge.asked, challenge.due_at = challenge.asked + 1, now + ANSWER_WITHIN
    session().add(ChallengeAsk(challenge_id=challenge.id, bot_id=bot.account_id, asked_at=now))
    events.record("game.invited", game, now)
    seat_eager_bots(game, now)
    begin_if_complete(game, now)
    if game.status == GameStatus.ACTIVE:
        _close(challenge, game, ChallengeState.PLAYING, now)
    else:
        _tell(challenge, game, now)


def _take_back(challenge: Challenge, game: Game, now: datetime) -> None:
    """Withdraw the seat from a bot that was asked and has not answered."""
    seat = next((seat for seat in game.seats if seat.state == SeatState.INVITED), None)
    if seat is None or seat.account_id is None:
        return
    asked = update(ChallengeAsk).where(ChallengeAsk.challenge_id == challenge.id)
    session().execute(asked.where(ChallengeAsk.bot_id == seat.account_id).values(was_silent=True))
    withdraw(game.id, seat.place, challenge.account, now)


def _close(challenge: Challenge, game: Game, state: ChallengeState, now: datetime) -> None:
    challenge.state, challenge.closed_at = state, now
    _tell(challenge, game, now)


def _tell(challenge: Challenge, game: Game, now: datetime) -> None:
    events.record("challenge.changed", game, now, challenge=challenge.id, state=challenge.state)
