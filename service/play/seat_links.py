"""What the holder of a link to a seat may do, without an account: play that turn, answer that invitation.

A turn's link holds from the version at which the turn was given until the turn passes on, and from then on shows what
came of that turn, nothing later. Turns never come back, not even when a backup is restored and their numbers do: so a
link that is over stays over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import exists, func, or_, select

from rules import Seat
from service.core.db import session, transaction
from service.core.errors import Conflict, NotFound
from service.core.keys import Purpose, SeatLink
from service.models import Account, Event, Game, GameSeat, GameStatus, LogEntry, SeatState
from service.people.accounts import change, is_guest, note_arrival, person_behind
from service.people.blocks import is_blocked, lift
from service.play.moves import Result, Turn, play_move
from service.play.positions import log_of
from service.play.seating import by_place, lock_game, seat_of
from service.play.seats import decline, join, never, resign

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
"""What changes nothing on a board."""


def game_of(link: SeatLink) -> Game:
    """The game that the link leads to, or NotFound."""
    game = session().get(Game, link.game_id, populate_existing=True)
    if game is None:
        raise NotFound
    return game


def turn_is_on(game: Game, link: SeatLink) -> bool:
    """Whether the link's turn is under way."""
    is_on = game.status == GameStatus.ACTIVE and game.turn == link.version and game.to_move == link.seat
    return is_on and game.turn_nonce == link.nonce


def move_by_link(link: SeatLink, *, version: int, move: str, now: datetime) -> Result:
    """Lock the game and play in the link's turn, as `move_in_turn` does."""
    with transaction():
        return move_in_turn(lock_game(link.game_id), link, version=version, move=move, now=now)


def move_in_turn(game: Game, link: SeatLink, *, version: int, move: str, now: datetime) -> Result:
    """Play in the link's turn, as `play_move` does; Conflict `turn-over` for a version of any other turn.

    A move that was played in the link's turn is answered as at first when it is sent again, whatever happened since.
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
    """Give up the seat in the link's turn, as `resign` does; Conflict `turn-over` in any other."""

    def is_of_the_turn(game: Game) -> None:
        if not turn_is_on(game, link):
            raise Conflict("turn-over")

    return resign(link.game_id, _account_on(seat_of(game_of(link), link.seat)), now, is_of_the_turn)


def version_answered(game: Game, link: SeatLink) -> int:
    """Which version a move in the link's turn answers that names none: the present one, or that which was answered."""
    if turn_is_on(game, link):
        return game.version
    led_to = select(func.min(LogEntry.version)).where(LogEntry.game_id == game.id, LogEntry.seat == link.seat)
    first = session().scalar(led_to.where(LogEntry.version > link.version))
    return link.version if first is None else first - 1


@dataclass(frozen=True)
class PastTurn:
    """How far the log went when the turn ended, and what its seat played in it, if it came to that."""

    log_length: int
    played: Sequence[LogEntry]
    is_latest: bool
    """Whether nothing has happened since, in this game and the others of its match."""


def past_turn(game: Game, link: SeatLink) -> PastTurn | None:
    """What came of the link's turn; None if the game has never had it: a backup was restored since the link was given.

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
    """What the link to the newest turn of a seat stands for; None if it had none yet, or that is forgotten."""
    begun = select(Event).where(Event.game_id == game.id, Event.type == "turn.started")
    newest = session().scalars(begun.order_by(Event.version.desc()))
    last = next((each for each in newest if each.data["seat"] == seat), None)
    if last is None or last.version is None:
        return None
    return SeatLink(Purpose.TURN, game.id, seat, last.version, last.turn_nonce or "")


def _goes_on_elsewhere(game: Game, at: datetime | None) -> bool:
    """Whether something has happened in another game of the match after that; its end is known for good."""
    others = Game.match_id == game.match_id, Game.id != game.id
    theirs = Event.game_id.in_(select(Game.id).where(*others))
    later = exists().where(theirs, Event.type.not_in(TABLE_TALK), Event.at > at)
    ended = exists().where(*others, Game.finished_at > at)
    return game.match_id is not None and bool(session().scalar(select(or_(later, ended))))


def invited_seat(game: Game, link: SeatLink) -> GameSeat:
    """The seat that the invitation is for; NotFound `invitation-over` if it is offered to somebody else by now."""
    for seat in by_place(game):
        if seat.place == link.seat and seat.invitation_nonce == link.nonce:
            return seat
    raise NotFound("invitation-over")


def accept_invitation(link: SeatLink, now: datetime, name: str | None = None, contribution: str | None = None) -> Game:
    """Take the seat, a guest under the name given; refused as `join` and `accounts.change` are."""
    with transaction():
        seat = invited_seat(game_of(link), link)
        account = _account_on(seat)
        if name and seat.state == SeatState.INVITED and is_guest(account):
            change(account.id, name=name)
        return join(link.game_id, account, now, contribution)


def decline_invitation(link: SeatLink, now: datetime) -> Game:
    """Say no; refused as `decline` is."""
    return decline(link.game_id, _account_on(invited_seat(game_of(link), link)), now)


def never_by_link(link: SeatLink, now: datetime) -> Game:
    """Take no invitations any more from whoever invites, and decline this one if it still waits."""
    return never(link.game_id, _account_on(invited_seat(game_of(link), link)), now)


def is_blocked_by_link(link: SeatLink) -> bool:
    """Whether whoever is invited takes no invitations from the one who invites."""
    game = game_of(link)
    return is_blocked(_account_on(invited_seat(game, link)).id, host_of(game))


def lift_by_link(link: SeatLink) -> None:
    """Let whoever invites do so again; nothing happens if they may."""
    game = game_of(link)
    if is_blocked_by_link(link):
        lift(_account_on(invited_seat(game, link)), person_behind(host_of(game)).name)


def host_of(game: Game) -> Account:
    """Who has set the game up, and so invites to it: a person, or a bot."""
    return session().get_one(Account, game.creator_id)


def _account_on(seat: GameSeat) -> Account:
    if seat.account is None:
        raise NotFound
    return seat.account
