"""Proposals to the other players: undo the last move, or end the game in a draw.

`asked` returns the seats that have to agree (the table in docs/api.md). A proposal is about the current position. It
ends with the next move; only then can another one be made.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache

import rules
from rules import CHANCE, AnyPosition, Seat
from service.db.engines import transaction
from service.jobs import events
from service.jobs.facts import tell
from service.language.errors import Conflict
from service.models import Account, EndedBy, Game, GameSeat, GameStatus, LogEntry
from service.play.facts import Proposed
from service.play.positions import log_of, position_of
from service.play.seating import held_seats, is_at_one_device, seat_in_play, seat_of, seats_asked, seats_beside
from service.play.turns import finish, take_back
from service.security.keys import new_nonce

MOST_GRACE = 60
"""Most minutes in which a game may let its players undo without asking."""
MOST_TRIES = 3
"""Most proposals in one game about the same position."""
REMEMBERED = 64
"""Size of the cache of positions that a computer has evaluated, for repeated offers."""


class What(StrEnum):
    """The kinds of proposals."""

    TAKEBACK = "takeback"
    DRAW = "draw"


@dataclass(frozen=True)
class Proposal:
    """A proposal by `seat`, at that version of the game; `agreed` are the seats that agree to it.

    `tries` counts the proposals made about that position so far.
    """

    id: str
    what: What
    seat: Seat
    version: int
    agreed: Sequence[Seat]
    tries: int = 1
    is_declined: bool = False


@dataclass(frozen=True)
class Undoable:
    """A move that can be undone: its seat, its `first` entry, and until when that needs no consent, if ever.

    `left` is the time that its turn had left when it was played; None if unknown.
    """

    seat: Seat
    first: int
    alone_until: datetime | None
    left: timedelta | None


def open_proposal(game: Game) -> Proposal | None:
    """Return the open proposal of a game, or None."""
    last = _last_proposal(game)
    return None if last is None or last.is_declined or game.status != GameStatus.ACTIVE else last


def undoable(game: Game, seat: Seat) -> Undoable:
    """Return the last move of a seat, or of those that share its device.

    Conflict `nothing-to-take-back`, or `dice-are-cast` if dice were rolled since.
    """
    log = log_of(game)
    standing = [log[number] for number in rules.standing(entry.action for entry in log)]
    beside = {each.number for each in seats_beside(game, seat_of(game, seat))}
    own = [entry for entry in standing if entry.seat in beside]
    if not own:
        raise Conflict("nothing-to-take-back")
    move = [entry for entry in own if entry.version == own[-1].version]
    since = [entry for entry in standing if entry.number >= move[0].number]
    if any(entry.seat == CHANCE for entry in since):
        raise Conflict("dice-are-cast")
    mover = move[0].seat
    left = seat_of(game, mover).seconds_saved
    return Undoable(
        mover, move[0].number, _alone_until(game, log, since), None if left is None else timedelta(seconds=left)
    )


def undone_by(game: Game, seat: Seat | None) -> Undoable | None:
    """Return the move that a seat can undo, or None."""
    if seat is None or game.status != GameStatus.ACTIVE:
        return None
    with suppress(Conflict):
        _check_fair(game)
        return undoable(game, seat)
    return None


def asked(game: Game, what: What) -> list[GameSeat]:
    """Return the seats that have to agree. Computers are asked before a draw is offered."""
    return held_seats(game) if what == What.DRAW else seats_asked(game)


def can_draw(game: Game) -> bool:
    """Return whether the players may agree on a draw: not in a match, and not alone or at one device."""
    is_for_several = len(game.seats) > 1 and not is_at_one_device(game)
    return is_for_several and game.match_id is None and rules.game(game.ruleset).knows_draws


def ask_back(game_id: str, account: Account, now: datetime) -> Game:
    """Undo the last move, or propose it to the others if they have to agree. Idempotent.

    NotFound for a stranger to a private game, else Forbidden `not-a-player`; Conflict `not-started`, `game-over`,
    `damaged-game`, `rated-game` in a rated game with a program, `another-proposal`, `proposed-enough`, or as
    `undoable`.
    """
    with transaction():
        game, seat = seat_in_play(game_id, account)
        _check_fair(game)
        move = undoable(game, seat.number)
        if move.alone_until is not None and now <= move.alone_until:
            take_back(game, move.seat, move.first, now, move.left)
        else:
            _propose(game, seat, What.TAKEBACK, now)
        return game


def offer_draw(game_id: str, account: Account, now: datetime) -> Game:
    """Offer a draw, or agree to an offered one; refused as `ask_back` is, and Conflict `no-draw`.

    Conflict `draw-declined` by the `seats` of computers that expect more than their share of a draw.
    """
    with transaction():
        game, seat = seat_in_play(game_id, account)
        if not can_draw(game):
            raise Conflict("no-draw")
        _propose(game, seat, What.DRAW, now)
        return game


def answer(game_id: str, account: Account, proposal_id: str, now: datetime, *, agrees: bool) -> Game:
    """Accept or decline a proposal; its proposer withdraws it by declining.

    Refused as `ask_back` is, and Conflict `proposal-over` for one that is no longer open.
    """
    with transaction():
        game, seat = seat_in_play(game_id, account)
        proposal = open_proposal(game)
        if proposal is None or proposal.id != proposal_id:
            raise Conflict("proposal-over")
        if agrees:
            _agree(game, seat, proposal, now)
        else:
            _keep(game, replace(proposal, is_declined=True))
            events.record("proposal.declined", game, now, id=proposal.id, what=proposal.what, seat=seat.number)
        return game


def _check_fair(game: Game) -> None:
    """Raise Conflict `rated-game` if the game is rated and a program plays: it would agree to everything."""
    programs = [seat for seat in game.seats if seat.account is None or seat.account.owner_id is not None]
    if game.may_count and programs:
        raise Conflict("rated-game")


def _propose(game: Game, seat: GameSeat, what: What, now: datetime) -> None:
    proposal = open_proposal(game)
    if proposal is not None and proposal.what == what and (what == What.DRAW or proposal.seat == seat.number):
        _agree(game, seat, proposal, now)
    elif proposal is not None:
        raise Conflict("another-proposal", id=proposal.id, what=proposal.what, seat=proposal.seat)
    else:
        last = _last_proposal(game)
        made = Proposal(new_nonce(), what, seat.number, game.version, (), last.tries + 1 if last else 1)
        if made.tries > MOST_TRIES:
            raise Conflict("proposed-enough")
        if what == What.DRAW and (declining := _computers_against(game)):
            raise Conflict("draw-declined", seats=declining)
        if any(each not in seats_beside(game, seat) for each in asked(game, what)):
            events.record("proposal.made", game, now, id=made.id, what=what, seat=seat.number)
        _agree(game, seat, made, now)
        if open_proposal(game) is not None:
            tell(Proposed(game, seat, {"id": made.id, "what": made.what.value}, now))


def _agree(game: Game, seat: GameSeat, proposal: Proposal, now: datetime) -> None:
    """Carry out a proposal once all have agreed; else store that this seat has."""
    own = {each.number for each in seats_beside(game, seat)}
    agreed = sorted({*proposal.agreed, *own})
    if {each.number for each in asked(game, proposal.what)} - set(agreed):
        _keep(game, replace(proposal, agreed=agreed))
        return
    game.proposal = None
    if proposal.what == What.DRAW:
        game.version += 1
        finish(game, EndedBy.AGREEMENT, sorted(each.number for each in _staying(game)), now)
    else:
        move, have_others_agreed = undoable(game, proposal.seat), not own.issuperset(agreed)
        take_back(game, move.seat, move.first, now, None if have_others_agreed else move.left)


def _staying(game: Game) -> list[GameSeat]:
    """Return the seats that share the win if a draw is agreed."""
    return [seat for seat in game.seats if seat.left_by is None]


def _computers_against(game: Game) -> list[Seat]:
    """Return the computers that expect more than their share of a draw."""
    staying = _staying(game)
    computers = [seat.number for seat in staying if seat.account_id is None]
    chances = _chances(game.ruleset, position_of(game)) if computers else ()
    return [seat for seat in computers if chances[seat] > 1 / len(staying)]


@lru_cache(maxsize=REMEMBERED)
def _chances(ruleset: str, position: AnyPosition) -> list[float]:
    """Estimate each seat's winning chance: the higher of the estimates now and after the best greedy turn.

    Of 1,196 seats in Siesta and Tribes, a search of 150 playouts saw 38 ahead by a tenth that would agree to a draw by
    the first estimate, and 5 that would by both. It takes milliseconds (64 at most), so it runs within the request.
    """
    tactics = rules.game(ruleset).tactics
    after = position.apply(tactics.candidates(position)[0][0])
    while after.mid_turn:
        after = after.apply(tactics.candidates(after)[0][0])
    return [max(chances) for chances in zip(tactics.estimate(position), tactics.estimate(after), strict=True)]


def _last_proposal(game: Game) -> Proposal | None:
    """Return the last proposal about the current position, whatever its outcome."""
    kept = game.proposal
    if kept is None or kept["version"] != game.version:
        return None
    return Proposal(**{**kept, "what": What(kept["what"])})


def _keep(game: Game, proposal: Proposal) -> None:
    game.proposal = asdict(proposal)


def _alone_until(game: Game, log: Sequence[LogEntry], since: Sequence[LogEntry]) -> datetime | None:
    """Return until when a move can be undone without consent; None if others have moved, or it was undone before."""
    first = since[0]
    is_again = first.number > 0 and rules.taken_back(log[first.number - 1].action) is not None
    if not game.grace_minutes or is_again or any(entry.seat != first.seat for entry in since):
        return None
    return first.at + timedelta(minutes=game.grace_minutes)
