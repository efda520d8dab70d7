"""Actions of a seat link's holder, without signing in: play that turn, answer that invitation.

A turn's link is valid from the version at which the turn began until the turn ends. After that it shows the result of
that turn and nothing later. Turns never recur, even if a restored backup repeats their numbers, so an expired link
stays expired.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import exists, func, or_, select

from rules import Seat
from service.accounts.accounts import change, is_guest, note_arrival, person_behind
from service.accounts.blocks import is_blocked, lift
from service.db.engines import session, transaction
from service.language.errors import Conflict, NotFound, or_not_found
from service.models import Account, Event, Game, GameSeat, GameStatus, LogEntry
from service.play.declining import UNEXPLAINED, Declined
from service.play.moves import Result, Turn, play_move
from service.play.positions import log_of
from service.play.seating import by_place, seat_of
from service.play.seats import decline, join, never, resign
from service.security.keys import Purpose, SeatLink

TABLE_TALK = (
    "message.posted",
    "delivery.failed",
    "turn.reminded",
    "deadline.near",
    "deadline.last_call",
    "deadline.moved",
    "pause.wished",
    "clock.stopped",
    "clock.started",
    "vacation.changed",
    "proposal.made",
    "proposal.declined",
)
"""Events that do not change the board."""


def game_of(link: SeatLink) -> Game:
    """Return the game of a link, or NotFound."""
    return or_not_found(session().get(Game, link.game_id, populate_existing=True))


def turn_is_on(game: Game, link: SeatLink) -> bool:
    """Return whether the link's turn is under way."""
    is_on = game.status == GameStatus.ACTIVE and game.turn == link.version and game.to_move == link.seat
    return is_on and game.turn_nonce == link.nonce


def move_in_turn(game: Game, link: SeatLink, *, version: int, move: str, now: datetime) -> Result:
    """Play in the link's turn, as `play_move` does; Conflict `turn-over` for a version of any other turn.

    A repeated move of the link's turn gets its first result, whatever happened since.
    """

    def is_of_the_turn(game: Game) -> None:
        if version > game.version or (version >= game.turn and not turn_is_on(game, link)):
            raise Conflict("turn-over")

    result = play_move(game, seat=link.seat, version=version, move=move, now=now, precondition=is_of_the_turn)
    account = seat_of(game, link.seat).account
    if account is not None and isinstance(result, Turn) and not result.repeated:
        note_arrival(account)
    return result


def resign_by_link(link: SeatLink, now: datetime) -> Game:
    """Resign the seat in the link's turn, as `resign` does; Conflict `turn-over` in any other."""

    def is_of_the_turn(game: Game) -> None:
        if not turn_is_on(game, link):
            raise Conflict("turn-over")

    return resign(link.game_id, _account_on(seat_of(game_of(link), link.seat)), now, is_of_the_turn)


def version_answered(game: Game, link: SeatLink) -> int:
    """Return the version for a move that names none: the present one, or the one that the turn's move answered."""
    if turn_is_on(game, link):
        return game.version
    led_to = select(func.min(LogEntry.version)).where(LogEntry.game_id == game.id, LogEntry.seat == link.seat)
    first = session().scalar(led_to.where(LogEntry.version > link.version))
    return link.version if first is None else first - 1


@dataclass(frozen=True)
class PastTurn:
    """The end of a turn: the length of the log then, and the entries that its seat played, if any."""

    log_length: int
    played: Sequence[LogEntry]
    is_latest: bool
    """Whether nothing has happened since, in this game and the others of its match."""


def past_turn(game: Game, link: SeatLink) -> PastTurn | None:
    """Return the result of the link's turn; None if a restored backup has erased that turn.

    A turn ends when the next one begins, at the version to which its move has led, or with the game.
    """
    turns = select(Event).where(Event.game_id == game.id, Event.type == "turn.started", Event.version >= link.version)
    begun, asked = [*session().scalars(turns.order_by(Event.version).limit(2))], (link.version, link.seat, link.nonce)
    if not begun or (begun[0].version, begun[0].data["seat"], begun[0].turn_nonce) != asked:
        return None
    following = begun[1] if len(begun) > 1 else None
    version, at = (following.version, following.at) if following else (game.version, game.finished_at)
    log = [entry for entry in log_of(game) if entry.version <= (version or 0)]
    played = [entry for entry in log if entry.version == version and entry.seat == link.seat]
    return PastTurn(len(log), played, game.version == version and not _goes_on_elsewhere(game, at))


def last_turn_of(game: Game, seat: Seat) -> SeatLink | None:
    """Return the link to the newest turn of a seat; None if it had none yet, or the event was deleted."""
    begun = select(Event).where(Event.game_id == game.id, Event.type == "turn.started")
    newest = session().scalars(begun.order_by(Event.version.desc()))
    last = next((each for each in newest if each.data["seat"] == seat), None)
    if last is None or last.version is None:
        return None
    return SeatLink(Purpose.TURN, game.id, seat, last.version, last.turn_nonce or "")


def _goes_on_elsewhere(game: Game, at: datetime | None) -> bool:
    """Return whether another game of the match has had an event since; the end of a game is never forgotten."""
    others = Game.match_id == game.match_id, Game.id != game.id
    theirs = Event.game_id.in_(select(Game.id).where(*others))
    later = exists().where(theirs, Event.type.not_in(TABLE_TALK), Event.at > at)
    ended = exists().where(*others, Game.finished_at > at)
    return game.match_id is not None and bool(session().scalar(select(or_(later, ended))))


def invited_seat(game: Game, link: SeatLink) -> GameSeat:
    """Return the seat that an invitation is for; NotFound `invitation-over` if it was reassigned."""
    for seat in by_place(game):
        if seat.place == link.seat and seat.invitation_nonce == link.nonce:
            return seat
    raise NotFound("invitation-over")


def accept_invitation(link: SeatLink, now: datetime, name: str | None = None, contribution: str | None = None) -> Game:
    """Accept an invitation, a guest under the name given, also later; refused as `join` and `accounts.change` are."""
    with transaction():
        seat = invited_seat(game_of(link), link)
        account = _account_on(seat)
        if name and is_guest(account):
            change(account.id, display_name=name)
        return join(link.game_id, account, now, contribution)


def decline_invitation(link: SeatLink, now: datetime, why: Declined = UNEXPLAINED) -> Game:
    """Decline an invitation; refused as `decline` is."""
    return decline(link.game_id, _account_on(invited_seat(game_of(link), link)), now, why=why)


def never_by_link(link: SeatLink, now: datetime) -> Game:
    """Block the inviter, and decline this invitation if it is pending."""
    return never(link.game_id, _account_on(invited_seat(game_of(link), link)), now)


def is_blocked_by_link(link: SeatLink) -> bool:
    """Return whether the invited player blocks the inviter."""
    game = game_of(link)
    return is_blocked(_account_on(invited_seat(game, link)).id, host_of(game))


def lift_by_link(link: SeatLink) -> None:
    """Unblock the inviter, if the invited player blocks them."""
    game = game_of(link)
    if is_blocked_by_link(link):
        lift(_account_on(invited_seat(game, link)), person_behind(host_of(game)).name)


def host_of(game: Game) -> Account:
    """Return the game's host, a person or a bot."""
    return session().get_one(Account, game.creator_id)


def _account_on(seat: GameSeat) -> Account:
    if seat.account is None:
        raise NotFound
    return seat.account
