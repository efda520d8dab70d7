"""Chat: messages from a player to everybody in a game or to one of them; spectators see none."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache

from sqlalchemy import BindParameter, ColumnElement, Integer, Select, and_, bindparam, func, or_, select
from sqlalchemy.orm.attributes import set_committed_value

from rules import Seat
from rules.prose import N_
from service.accounts.blocks import is_blocked
from service.accounts.measures import check_may_speak
from service.accounts.names import GONE
from service.config.limits import limit
from service.db.engines import session, transaction
from service.jobs import events
from service.jobs.facts import tell
from service.language import texts
from service.language.errors import Conflict, Forbidden, Invalid, TooMany
from service.models import LONGEST_MESSAGE, Account, Game, GameSeat, Message
from service.play.facts import MessagePosted
from service.play.seating import game_seen_by, lock_game, own_seat_number, seat_of
from service.security import rates

TALK = limit("messages")
WINDOW = timedelta(seconds=TALK.seconds)
ALL = (1 << 31) - 1
"""More messages than any game has."""
NOBODY: Seat = -1
"""A seat that no game has, for a player who is not there."""
TALK_AFTER_THE_END = timedelta(days=14)
QUICK_WORDS = {
    "hello": N_("Hello!"),
    "good-luck": N_("Good luck!"),
    "well-played": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "little-time": N_("Sorry, I'm short of time."),
    "good-game": N_("Good game!"),
}
"""Ready-made phrases. They are stored by key, and each reader sees them in their own language."""
_SHORT = {"gl": "good-luck", "wp": "well-played", "ty": "thanks", "gg": "good-game"}


def quick_key_of(text: str) -> str | None:
    """Return the key of a common chat abbreviation such as `gg`; None for any other text."""
    return _SHORT.get(text.strip().rstrip("!.").lower())


def post(
    game_id: str,
    speaker: Account,
    text: str,
    now: datetime,
    to: Seat | None = None,
    *,
    quick: str | None = None,
    with_move: bool = False,
) -> Message:
    """Post a chat message, or the `quick` one of the `QUICK_WORDS`, to all players of a game, or to one of them alone.

    `with_move` says that it came with the move just played, so that one email tells of both. Raise Forbidden
    `not-a-player`, `not-heard`, `silenced` or `suspended`, Conflict `not-started`, `game-over` or `nobody-there`,
    Invalid `bad-message` or `no-such-words`, TooMany `too-many-messages`.
    """
    if quick is not None and quick not in QUICK_WORDS:
        raise Invalid("no-such-words")
    with transaction() as current:
        game = lock_game(game_id)
        seat = _seat_to_speak_from(game, speaker, now)
        check_may_speak(speaker, now)
        if to is not None:
            _check_listener(game, speaker, to)
        _check_how_many(game, speaker, now)
        words = QUICK_WORDS[quick] if quick else texts.message(text, LONGEST_MESSAGE)
        message = Message(game_id=game.id, account=speaker, seat=seat, to_seat=to, quick=quick, at=now)
        message.guest_name, message.text = seat_of(game, seat).guest_name, words
        current.add(message)
        current.flush()
        told = words if to is None else ""
        events.record("message.posted", game, now, message=message.id, seat=seat, text=told, to=to, quick=quick)
        tell(MessagePosted(game, message, with_move))
        return message


def say(
    game_id: str, speaker: Account, text: str, now: datetime, to: Seat | None = None, *, with_move: bool = False
) -> Message:
    """Post a chat message, or the ready-made phrase that its abbreviation stands for; refused as `post` is."""
    return post(game_id, speaker, text, now, to, quick=quick_key_of(text), with_move=with_move)


def messages_of(game_id: str, reader: Account, after: int, limit: int) -> tuple[Sequence[Message], bool]:
    """Return a page of the messages a reader sees after a message id, in order, and whether there is more."""
    game = game_seen_by(game_id, reader)
    found = said(game, own_seat_number(game, reader), after, limit + 1)
    return found[:limit], len(found) > limit


def said(game: Game, seat: Seat | None = None, after: int = 0, limit: int | None = None) -> Sequence[Message]:
    """Return the messages after a message id that the present holder of a seat may read.

    Without a seat, return only messages to everybody.
    """
    since = None if seat is None else seat_of(game, seat).taken_over_at
    given = {"game": game.id, "after": after, "seat": seat, "since": since, "most": ALL if limit is None else limit}
    heard = session().execute(_heard(is_at_seat=seat is not None, is_taken_over=since is not None), given).all()
    for message, account in heard:
        set_committed_value(message, "account", account)
    return [message for message, _ in heard]


def heard_at(game: Game, seat: Seat) -> ColumnElement[bool]:
    """Return a condition: a message is for the present holder of a seat, not private to a former one."""
    return _is_heard(seat, seat_of(game, seat).taken_over_at)


def _is_heard(
    seat: Seat | BindParameter[Seat], since: datetime | BindParameter[datetime] | None
) -> ColumnElement[bool]:
    is_between = or_(Message.to_seat == seat, Message.seat == seat)
    return or_(Message.to_seat.is_(None), is_between if since is None else and_(is_between, Message.at > since))


@cache
def _heard(*, is_at_seat: bool, is_taken_over: bool) -> Select[Message, Account]:
    """Build the query for messages in a `game` `after` an id, at most `most`, read at a `seat` held `since` then.

    Cached, because every page of a game runs it.
    """
    since = bindparam("since", type_=Message.at.type) if is_taken_over else None
    is_heard_there = _is_heard(bindparam("seat"), since) if is_at_seat else Message.to_seat.is_(None)
    is_wanted = Message.game_id == bindparam("game"), Message.id > bindparam("after"), is_heard_there

    found = select(Message, Account).join(Account, Message.account_id == Account.id).where(*is_wanted)
    ordered = found.order_by(Message.id).limit(bindparam("most", type_=Integer))
    return ordered.execution_options(populate_existing=True)


def is_heard(game: Game, speaker: Account) -> bool:
    """Return whether any other account has or had a seat in the game, and so reads the speaker's messages."""
    return any(seat.account_id not in (None, speaker.id) for seat in game.seats)


def listeners_of(game: Game, speaker: Account) -> Sequence[GameSeat]:
    """List the seats to which the speaker can address a private message, not counting erased accounts."""
    return [
        seat
        for seat in game.seats
        if seat.account is not None and seat.account_id != speaker.id and not seat.account.name.startswith(GONE)
    ]


def is_open(game: Game, now: datetime) -> bool:
    """Return whether the chat is open: it closes some time after the end of a game."""
    return game.finished_at is None or now <= game.finished_at + TALK_AFTER_THE_END


def _check_listener(game: Game, speaker: Account, to: Seat) -> None:
    listener = next((seat.account for seat in listeners_of(game, speaker) if seat.number == to), None)
    if listener is None:
        raise Conflict("nobody-there")
    if is_blocked(listener.id, speaker):
        raise Forbidden("not-heard")


def _seat_to_speak_from(game: Game, speaker: Account, now: datetime) -> int:
    seat = own_seat_number(game_seen_by(game.id, speaker), speaker)
    if game.setup is None:
        raise Conflict("not-started")
    if not is_open(game, now):
        raise Conflict("game-over")
    return seat


def _check_how_many(game: Game, speaker: Account, now: datetime) -> None:
    recent = Message.game_id == game.id, Message.account_id == speaker.id, Message.at > now - WINDOW
    number, first = session().execute(select(func.count(), func.min(Message.at)).where(*recent)).one()
    most = rates.amount(TALK)
    if most is not None and number >= most:
        seconds = int((first + WINDOW - now).total_seconds()) + 1
        raise TooMany("too-many-messages", bucket=TALK.name, most=most, retry_after=seconds)
