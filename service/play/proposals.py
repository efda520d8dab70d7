"""What a player proposes to the others: to take the last move back, or to end the game in a draw.

All people at the table have to agree; bots and computers do. A proposal is about the game as it stands: it is off once
somebody plays, and another one takes its place only then.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import select

import rules
from rules import CHANCE, Seat
from service.core.db import session, transaction
from service.core.errors import Conflict
from service.core.keys import new_nonce
from service.models import Account, EndedBy, Event, Game, GameSeat, GameStatus, LogEntry
from service.play.facts import Proposed
from service.play.positions import log_of
from service.play.seating import seat_in_play
from service.play.turns import finish, take_back
from service.work import events
from service.work.facts import tell

MOST_GRACE = 60
"""Minutes in which a table may let moves be taken back without asking."""
DATING = ("turn.started", "deadline.moved")
"""The events that tell until when somebody is to move."""


class What(StrEnum):
    """What can be proposed."""

    TAKEBACK = "takeback"
    DRAW = "draw"


@dataclass(frozen=True)
class Proposal:
    """What `seat` has proposed, at that version of the game; `agreed` are the seats that want it."""

    id: str
    what: What
    seat: Seat
    version: int
    agreed: Sequence[Seat]


@dataclass(frozen=True)
class Undoable:
    """A move that can be taken back: the number of its first entry, and until when nobody has to be asked, if ever.

    `left` is the time that its turn had left when it was played; None if nobody knows.
    """

    first: int
    alone_until: datetime | None
    left: timedelta | None


def open_proposal(game: Game) -> Proposal | None:
    """What is proposed at the table now."""
    kept = game.proposal
    if kept is None or game.status != GameStatus.ACTIVE or kept["version"] != game.version:
        return None
    return Proposal(**{**kept, "what": What(kept["what"])})


def asked(game: Game) -> list[GameSeat]:
    """The seats of people who are at the table: all of them have to agree."""
    seats = (seat for seat in game.seats if seat.is_played_by_a_person and seat.account is not None)
    return [seat for seat in seats if seat.account is not None and seat.account.owner_id is None]


def undoable(game: Game, seat: Seat) -> Undoable:
    """The last move of a seat; Conflict `nothing-to-take-back`, or `dice-are-cast` if dice were thrown since."""
    log = log_of(game)
    standing = [log[number] for number in rules.standing(entry.action for entry in log)]
    own = [entry for entry in standing if entry.seat == seat]
    if not own:
        raise Conflict("nothing-to-take-back")
    move = [entry for entry in own if entry.version == own[-1].version]
    since = [entry for entry in standing if entry.number >= move[0].number]
    if any(entry.seat == CHANCE for entry in since):
        raise Conflict("dice-are-cast")
    return Undoable(move[0].number, _alone_until(game, log, since), _left(game, move[0]))


def undone_by(game: Game, seat: Seat | None) -> Undoable | None:
    """The same of whoever is looking; None where there is no such move, or the game is not on."""
    if seat is None or game.status != GameStatus.ACTIVE:
        return None
    with suppress(Conflict):
        return undoable(game, seat)
    return None


def can_draw(game: Game) -> bool:
    """Whether its players may agree on a draw: by its rules several can win together, and it is no game of a match."""
    return rules.game(game.ruleset).knows_draws and game.match_id is None and len(game.seats) > 1


def ask_back(game_id: str, account: Account, now: datetime) -> Game:
    """Take the last move back, or ask the others whether it may be; asking twice is asking once.

    NotFound for a stranger to a private game, else Forbidden `not-a-player`; Conflict `not-started`, `game-over`,
    `damaged-game`, `another-proposal`, or as `undoable` has it.
    """
    with transaction():
        game, seat = seat_in_play(game_id, account)
        move = undoable(game, seat.number)
        if move.alone_until is not None and now <= move.alone_until:
            take_back(game, seat.number, move.first, now, move.left)
        else:
            _propose(game, seat, What.TAKEBACK, now)
        return game


def offer_draw(game_id: str, account: Account, now: datetime) -> Game:
    """Offer a draw, or agree to the one that is offered; refused as `ask_back` is, and Conflict `no-draw`."""
    with transaction():
        game, seat = seat_in_play(game_id, account)
        if not can_draw(game):
            raise Conflict("no-draw")
        _propose(game, seat, What.DRAW, now)
        return game


def answer(game_id: str, account: Account, proposal_id: str, now: datetime, *, agrees: bool) -> Game:
    """Agree to what is proposed, or not; who has proposed it withdraws it so.

    Refused as `ask_back` is, and Conflict `proposal-over` for one that is not open any more.
    """
    with transaction():
        game, seat = seat_in_play(game_id, account)
        proposal = open_proposal(game)
        if proposal is None or proposal.id != proposal_id:
            raise Conflict("proposal-over")
        if agrees:
            _agree(game, seat, proposal, now)
        else:
            game.proposal = None
            events.record("proposal.declined", game, now, id=proposal.id, what=proposal.what, seat=seat.number)
        return game


def _propose(game: Game, seat: GameSeat, what: What, now: datetime) -> None:
    proposal = open_proposal(game)
    if proposal is not None and proposal.what == what and (what == What.DRAW or proposal.seat == seat.number):
        _agree(game, seat, proposal, now)
    elif proposal is not None:
        raise Conflict("another-proposal", id=proposal.id, what=proposal.what, seat=proposal.seat)
    else:
        made = Proposal(new_nonce(), what, seat.number, game.version, ())
        if any(each is not seat for each in asked(game)):
            events.record("proposal.made", game, now, id=made.id, what=what, seat=seat.number)
        _agree(game, seat, made, now)
        if open_proposal(game) is not None:
            tell(Proposed(game, seat, {"id": made.id, "what": made.what.value}, now))


def _agree(game: Game, seat: GameSeat, proposal: Proposal, now: datetime) -> None:
    """Do what is proposed once all have agreed; else keep that this one has."""
    agreed = sorted({*proposal.agreed, seat.number})
    if {each.number for each in asked(game)} - set(agreed):
        kept = asdict(proposal) | {"agreed": agreed}
        if game.proposal != kept:
            game.proposal = kept
        return
    game.proposal = None
    if proposal.what == What.DRAW:
        game.version += 1
        staying = [each.number for each in game.seats if each.left_by is None]
        finish(game, EndedBy.AGREEMENT, sorted(staying), now)
    else:
        take_back(game, proposal.seat, undoable(game, proposal.seat).first, now)


def _alone_until(game: Game, log: Sequence[LogEntry], since: Sequence[LogEntry]) -> datetime | None:
    """Until when nobody has to be asked about the move; None if others have played on, or it was taken back before."""
    first = since[0]
    is_again = first.number > 0 and rules.taken_back(log[first.number - 1].action) is not None
    if not game.grace_minutes or is_again or any(entry.seat != first.seat for entry in since):
        return None
    return first.at + timedelta(minutes=game.grace_minutes)


def _left(game: Game, entry: LogEntry) -> timedelta | None:
    """The time that was left in the turn in which the entry was played."""
    dated = select(Event).where(Event.game_id == game.id, Event.type.in_(DATING), Event.version < entry.version)
    last = session().scalar(dated.order_by(Event.version.desc(), Event.id.desc()).limit(1))
    deadline = last.data["deadline"] if last is not None else None
    return None if deadline is None else max(timedelta(), datetime.fromisoformat(deadline) - entry.at)
