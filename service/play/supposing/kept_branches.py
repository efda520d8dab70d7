"""Branches: lines of thought in a game that somebody keeps under names, for nobody but themselves.

They are in no event, record or export but their owner's, and go with the account. `retention` says how long they stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, func, select

from service.core import rates, texts
from service.core.db import session, transaction
from service.core.errors import Conflict, NotFound
from service.core.keys import new_game_id
from service.core.limits import limit
from service.models import LONGEST_BRANCH_NAME, Account, Game, KeptBranch
from service.play.seating import game_seen_by
from service.play.supposing.what_if import check_may_suppose, suppose

OF_GAME, IN_ALL = limit("branches-of-game"), limit("branches")


@dataclass(frozen=True)
class BranchWish:
    """A branch as somebody wants it; what is None stays as it is, and is the place now, and no moves, of a new one."""

    name: str | None = None
    at: int | None = None
    line: str | None = None


def keep_branch(game_id: str, account: Account, wish: BranchWish, now: datetime) -> KeptBranch:
    """Keep a line under a name.

    NotFound for a stranger to a private game, else Forbidden `not-a-player`; NotFound and Invalid as `suppose`;
    Invalid `bad-text` for a name that nobody could read; Conflict `branch-name-taken`, `branches-enough`.
    """
    with transaction() as current:
        game = _game(game_id, account)
        supposed = suppose(game, wish.at, wish.line or "")
        new = KeptBranch(id=new_game_id(), account_id=account.id, game_id=game.id, at=supposed.at, line=supposed.text)
        _lock_branches(account)
        _check_room(game, account)
        new.name, new.kept_at = _free_name(new, wish.name or ""), now
        current.add(new)
        return new


def change_branch(game_id: str, account: Account, branch_id: str, wish: BranchWish, now: datetime) -> KeptBranch:
    """Give a branch another name, or another line; refused as `keep_branch` and `branch_of` are."""
    with transaction():
        game = _game(game_id, account)
        _lock_branches(account)
        branch = branch_of(game, account, branch_id)
        at = branch.at if wish.at is None else wish.at
        supposed = suppose(game, at, branch.line if wish.line is None else wish.line)
        if wish.name is not None:
            branch.name = _free_name(branch, wish.name)
        branch.at, branch.line, branch.kept_at = supposed.at, supposed.text, now
        return branch


def drop_branch(game_id: str, account: Account, branch_id: str) -> None:
    """Keep a branch no longer; refused as `branch_of` is."""
    with transaction() as current:
        current.delete(branch_of(_game(game_id, account), account, branch_id))


def branches_of(game: Game, account: Account) -> Sequence[KeptBranch]:
    """What the account keeps of a game, by name."""
    found = _of(account).where(KeptBranch.game_id == game.id).order_by(KeptBranch.name, KeptBranch.id)
    return session().scalars(found).all()


def branch_of(game: Game, account: Account, branch_id: str) -> KeptBranch:
    """One of them as it is now; NotFound for others."""
    found = _of(account).where(KeptBranch.game_id == game.id, KeptBranch.id == branch_id)
    branch = session().scalar(found.execution_options(populate_existing=True))
    if branch is None:
        raise NotFound
    return branch


def _game(game_id: str, account: Account) -> Game:
    game = game_seen_by(game_id, account)
    check_may_suppose(game, account)
    return game


def _of(account: Account) -> Select[KeptBranch]:
    return select(KeptBranch).where(KeptBranch.account_id == account.id)


def _lock_branches(account: Account) -> None:
    """One after the other, so that two at once are not one too many, nor of one name."""
    session().execute(select(Account.id).where(Account.id == account.id).with_for_update(key_share=True))


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
