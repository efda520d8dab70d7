"""What-if analysis: play a game on hypothetically, from any entry of its log, by the rules alone.

It sends no notifications and evaluates nothing. It uses the possible outcomes of dice, never the game's seed. Players
can save lines under names, as branches, visible only to themselves: branches are in no event, in no record and in no
export but their owner's, and are erased with the account. `retention` says how long they are kept.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from sqlalchemy import Select, func, select

import rules
from rules import CHANCE, AnyPosition, Seat
from service.accounts.accounts import locked_account
from service.config.limits import limit
from service.db.engines import session, transaction
from service.language import texts
from service.language.errors import Conflict, Invalid, NotFound, or_not_found
from service.models import LONGEST_BRANCH_NAME, Account, Game, GameStatus, KeptBranch
from service.play.moves import RuleRefused, whole_turn
from service.play.planning.branches import ANYTHING, Branch, Plan, TheirTurn
from service.play.planning.grammar import MOST_TURNS, written
from service.play.planning.turns_taken import TurnTaken, turns_taken
from service.play.positions import before_last_move, position_of
from service.play.seating import game_seen_by, own_seat_number, seat_of
from service.security import rates
from service.security.keys import new_game_id

LONGEST_LINE = 2000
"""Characters; an address with the line in it stays below the 4094 bytes that servers accept."""
MOST_MOVES = 50
BETWEEN = "/"
"""Separator of the moves of a line, as of turns in conditional moves."""
OF_GAME, IN_ALL = limit("branches-of-game"), limit("branches")


@dataclass(frozen=True)
class SupposedLine:
    """Consecutive moves from the position after `at` entries of a log."""

    at: int
    start: AnyPosition
    before: AnyPosition | None
    """The position before the move that has led to `start`."""
    moves: Sequence[TurnTaken]

    @property
    def position(self) -> AnyPosition:
        """The position after the last move."""
        return self.moves[-1].after if self.moves else self.start

    @property
    def position_before(self) -> AnyPosition | None:
        """The position before the last move, for a picture that marks the changes."""
        return self.moves[-1].before if self.moves else self.before

    @cached_property
    def text(self) -> str:
        """The line as it is stored."""
        return f" {BETWEEN} ".join(each.move for each in self.moves)


def suppose(game: Game, at: int | None, line: str) -> SupposedLine:
    """Parse a line of moves from the position after `at` entries of the log, by default all.

    NotFound as `position_of`; Invalid `line-too-long`; RuleRefused, whose detail `number` is the number of the move.
    """
    moves = [move for move in (each.strip() for each in line.split(BETWEEN)) if move]
    if len(line) > LONGEST_LINE or len(moves) > MOST_MOVES:
        raise _too_long()
    start, ruleset = position_of(game, at), rules.game(game.ruleset)
    reached, found = start, list[TurnTaken]()
    for number, move in enumerate(moves, 1):
        try:
            actions, after = whole_turn(ruleset, reached, move)
        except RuleRefused as refused:
            refused.details["number"] = number
            raise
        found.append(TurnTaken(reached.current_player() or 0, reached, tuple(actions), after))
        reached = after
    supposed = SupposedLine(game.log_length if at is None else at, start, before_last_move(game, at), found)
    if len(supposed.text) > LONGEST_LINE:
        raise _too_long()
    return supposed


def _too_long() -> Invalid:
    return Invalid("line-too-long", longest=LONGEST_LINE, most=MOST_MOVES)


def game_to_suppose(game_id: str, account: Account) -> Game:
    """Return a game in which the account has or had a seat; NotFound, also `not-started`, Forbidden `not-a-player`."""
    game = game_seen_by(game_id, account)
    own_seat_number(game, account)
    if game.setup is None:
        raise NotFound("not-started")
    return game


def outcomes(position: AnyPosition) -> list[tuple[str, float]]:
    """Return the possible outcomes of a roll with their probabilities; empty if it is not chance's turn."""
    if position.current_player() != CHANCE:
        return []
    return [(str(outcome), float(probability)) for outcome, probability in position.chance_outcomes()]


def thrown(position: AnyPosition) -> str:
    """Return a random roll, independent of the game's dice."""
    shown, weights = zip(*outcomes(position), strict=True)
    drawn: str = secrets.SystemRandom().choices(shown, weights)[0]
    return drawn


def may_plan(game: Game, seat: Seat) -> bool:
    """Return whether a seat can set conditional moves: a person's, in a game with others, on their turn."""
    if game.status != GameStatus.ACTIVE or len(game.seats) == 1 or game.to_move == seat:
        return False
    return seat_of(game, seat).is_played_by_a_person


def plan_of(game: Game, seat: Seat, line: SupposedLine) -> str:
    """Convert a line to conditional moves for the seat's next turns; empty if that is impossible.

    It is impossible on one's own turn, from another place than the end of the log, and if the seat answers nothing.
    """
    if line.at != game.log_length or not may_plan(game, seat):
        return ""
    actions = [str(action) for each in line.moves for action in each.actions]
    return written(drafted(turns_taken(line.start, actions), seat))


def drafted(turns: Sequence[TurnTaken], seat: Seat) -> Plan:
    """Build conditional moves by which the seat answers the others' turns as in the line, up to the limit of turns.

    Between two turns of the seat in a row, anything may happen. Turns of the others after its last turn are left out.
    """
    steps, when = list[tuple[tuple[TheirTurn, ...], str]](), list[TheirTurn]()
    for turn in turns:
        if turn.seat == seat:
            steps.append((tuple(when) or (ANYTHING,), turn.move))
            when = []
        else:
            when.append(TheirTurn((turn.move,)))
    plan: Plan = ()
    for theirs, move in reversed(steps[:MOST_TURNS]):
        plan = (Branch(theirs, (move,), plan),)
    return plan


@dataclass(frozen=True)
class BranchWish:
    """A new or changed branch; None keeps a value, or for a new branch means the current position and no moves."""

    name: str | None = None
    at: int | None = None
    line: str | None = None


def keep_branch(game_id: str, account: Account, wish: BranchWish, now: datetime) -> KeptBranch:
    """Save a line under a name.

    NotFound for a stranger to a private game, else Forbidden `not-a-player`; NotFound and Invalid as `suppose`; Invalid
    `bad-text` for an unreadable name; Conflict `branch-name-taken`, `branches-enough`.
    """
    with transaction() as current:
        game = game_to_suppose(game_id, account)
        supposed = suppose(game, wish.at, wish.line or "")
        new = KeptBranch(id=new_game_id(), account_id=account.id, game_id=game.id, at=supposed.at, line=supposed.text)
        locked_account(account.id)  # for limits and unique names
        _check_room(game, account)
        new.name, new.kept_at = _free_name(new, wish.name or ""), now
        current.add(new)
        return new


def change_branch(game_id: str, account: Account, branch_id: str, wish: BranchWish, now: datetime) -> KeptBranch:
    """Change the name or the line of a branch; refused as `keep_branch` and `branch_of` are."""
    with transaction():
        game = game_to_suppose(game_id, account)
        locked_account(account.id)  # for limits and unique names
        branch = branch_of(game, account, branch_id)
        at = branch.at if wish.at is None else wish.at
        supposed = suppose(game, at, branch.line if wish.line is None else wish.line)
        if wish.name is not None:
            branch.name = _free_name(branch, wish.name)
        branch.at, branch.line, branch.kept_at = supposed.at, supposed.text, now
        return branch


def drop_branch(game_id: str, account: Account, branch_id: str) -> None:
    """Delete a branch; refused as `branch_of` is."""
    with transaction() as current:
        current.delete(branch_of(game_to_suppose(game_id, account), account, branch_id))


def branches_of(game: Game, account: Account) -> Sequence[KeptBranch]:
    """List the account's branches of a game, by name."""
    found = _of(account).where(KeptBranch.game_id == game.id).order_by(KeptBranch.name, KeptBranch.id)
    return session().scalars(found).all()


def branch_of(game: Game, account: Account, branch_id: str) -> KeptBranch:
    """Reload a branch of the account by id, or NotFound."""
    found = _of(account).where(KeptBranch.game_id == game.id, KeptBranch.id == branch_id)
    return or_not_found(session().scalar(found.execution_options(populate_existing=True)))


def _of(account: Account) -> Select[KeptBranch]:
    return select(KeptBranch).where(KeptBranch.account_id == account.id)


def _check_room(game: Game, account: Account) -> None:
    in_game = func.count().filter(KeptBranch.game_id == game.id)
    of_game, in_all = session().execute(select(in_game, func.count()).where(KeptBranch.account_id == account.id)).one()
    if not (rates.has_room(OF_GAME, of_game) and rates.has_room(IN_ALL, in_all)):
        raise Conflict("branches-enough", most=rates.amount(OF_GAME), most_in_all=rates.amount(IN_ALL))


def _free_name(branch: KeptBranch, wished: str) -> str:
    name = " ".join(texts.line("name", wished, LONGEST_BRANCH_NAME).split())
    of_game = KeptBranch.account_id == branch.account_id, KeptBranch.game_id == branch.game_id
    taken = select(KeptBranch.id).where(*of_game, KeptBranch.name == name, KeptBranch.id != branch.id)
    if session().scalar(taken) is not None:
        raise Conflict("branch-name-taken", name=name)
    return name
