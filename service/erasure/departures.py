"""Deleting an account: it becomes a pseudonym at once, then resigns its games, until the erasure is complete.

Personal data are deleted in one transaction. The rest can be interrupted at any point: a row records that work is left,
and workers continue it.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, func, select
from sqlalchemy.orm import Session

from service.accounts.accounts import ids_of_person
from service.accounts.names import keep_from_others
from service.competitions.organising import leave_all
from service.config.settings import settings
from service.db.engines import session, transaction
from service.erasure.forgetting import FAREWELL, Leaver, forget, give_pseudonym, is_mail_under_way
from service.jobs import queues, wake
from service.language.errors import Conflict, Forbidden, Invalid, NotFound
from service.models import Account, Departure, GameSeat
from service.notifications.notices import LANGUAGE, add_notice
from service.play.seats import games_held, resign
from service.security.keys import account_mark

AT_ONCE = 20
"""Games resigned in one run."""
SETTLING = timedelta(minutes=10)
"""How long a request that knew the account may still run; what it writes is erased, too."""
PAUSE = timedelta(seconds=15)

log = logging.getLogger(__name__)


def leave(account: Account, now: datetime, *, typed: str | None = None) -> None:
    """Delete the account and its bots for good, and confirm that by email.

    Forbidden `not-a-person`; Invalid `not-your-name` if the `typed` name is another.
    """
    if account.owner_id is not None:
        raise Forbidden("not-a-person")
    if typed is not None and typed.strip().lower() not in (account.name, account.called.lower()):
        raise Invalid("not-your-name", name=account.called)
    _become_nobody(account.id, now, is_told=True)
    see_to(account.id, now)


def leave_unseen(account_id: int, now: datetime) -> None:
    """Delete an abandoned account without an email; workers do the rest."""
    _become_nobody(account_id, now, is_told=False)


def games_of(account: Account) -> int:
    """Count the current and future games that the account and its bots would leave."""
    held = [games_held(number).subquery() for number in session().scalars(ids_of_person(account.id))]
    return sum(session().scalar(select(func.count()).select_from(games)) or 0 for games in held)


def see_to(account_id: int, now: datetime) -> None:
    """Continue a deletion; it stays due until nothing is left to do."""
    departure = session().get_one(Departure, account_id, populate_existing=True)
    note(departure, now)
    ids = session().scalars(ids_of_person(account_id)).all()
    _give_up_games(ids, now)
    with transaction() as current:
        departure = current.get_one(Departure, account_id, with_for_update=True, populate_existing=True)
        leaver = Leaver(ids)
        forget(leaver, now, departure.at + SETTLING)
        for account in session().scalars(select(Account).where(Account.id.in_(ids))):
            give_pseudonym(account)
        departure.due_at = _due_again(departure, leaver, now)


def due(now: datetime, limit: int) -> Sequence[int]:
    """List the accounts whose deletion is due to continue."""
    waiting = select(Departure.account_id).where(Departure.due_at <= now).order_by(Departure.due_at)
    return session().scalars(waiting.limit(limit)).all()


def note(departure: Departure, now: datetime) -> None:
    """Write a deletion to the file of deletions; a failure is logged and retried."""
    if departure.noted_at is not None:
        return
    try:
        write_deletion(settings().deletions, departure.mark, f"{departure.at:%Y-%m-%d}")
    except OSError as failure:
        log.error("the file of deletions cannot be written: %s", failure.strerror)  # noqa: TRY400  # retried later
        return
    with transaction():
        departure.noted_at = now


def leave_again(marks: Collection[str], now: datetime) -> int:
    """Delete again the accounts with those marks that a restored backup has; return how many."""
    known = set(session().scalars(select(Departure.mark)))
    wanted = set(marks) - known
    if not wanted:
        return 0
    people = session().execute(select(Account.id, Account.created_at).where(Account.owner_id.is_(None))).all()
    back = [number for number, born in people if account_mark(number, born) in wanted]
    for number in back:
        _become_nobody(number, now, is_told=False)
    return len(back)


def agree_with_file(now: datetime) -> int:
    """Synchronise with the file of deletions; return how many accounts were deleted again.

    Accounts in the file are deleted again; deletions missing from it are added.
    """
    again = leave_again(deletions_in(settings().deletions), now)
    add_deletions(deletions_known_to(session()))
    return again


def deletions_known_to(database: Connection | Session) -> dict[str, str]:
    """Read the day of each deletion that a database knows, by mark."""
    return {mark: f"{at:%Y-%m-%d}" for mark, at in database.execute(select(Departure.mark, Departure.at))}


def add_deletions(days: Mapping[str, str]) -> None:
    """Write deletions that the file of deletions does not have, or raise OSError."""
    for mark in sorted(days.keys() - deletions_in(settings().deletions).keys()):
        write_deletion(settings().deletions, mark, days[mark])


def _become_nobody(account_id: int, now: datetime, *, is_told: bool) -> None:
    """Erase a person's data in one transaction; idempotent, and final once committed."""
    with transaction() as current:
        _lock_seats(account_id)  # in the order of moves: seats first, then accounts
        locked = select(Account).where(Account.id == account_id).with_for_update()
        person = current.scalars(locked.execution_options(populate_existing=True)).one()
        if current.get(Departure, person.id) is not None:
            return
        accounts = _accounts(person.id)
        names = [name for account in accounts for name in {account.name, account.called}]
        forget(Leaver([account.id for account in accounts], names, person.email), now, now)
        keep_from_others(account.name for account in accounts)
        mark = account_mark(person.id, person.created_at)
        current.add(Departure(account_id=person.id, mark=mark, at=now, due_at=now))
        if is_told and person.email is not None:
            add_notice(FAREWELL, person, now, now, data={LANGUAGE: person.language})
        current.flush()
        for account in accounts:
            give_pseudonym(account)
        wake.wake(queues.DEPARTURES)


def _lock_seats(account_id: int) -> None:
    theirs = select(GameSeat.place).where(GameSeat.account_id.in_(ids_of_person(account_id)))
    session().execute(theirs.order_by(GameSeat.game_id, GameSeat.number).with_for_update())


def _due_again(departure: Departure, leaver: Leaver, now: datetime) -> datetime | None:
    """Compute when to continue: soon at first, then less often."""
    is_settled = now >= departure.at + SETTLING and departure.noted_at is not None
    if is_settled and not _games(leaver.ids) and not is_mail_under_way(leaver, departure.at + SETTLING):
        return None
    return now + max(PAUSE, (now - departure.at) / 10)


def _accounts(person_id: int) -> Sequence[Account]:
    """Load the person and their bots, including retired ones."""
    theirs = select(Account).where(Account.id.in_(ids_of_person(person_id)))
    return session().scalars(theirs.execution_options(populate_existing=True)).all()


def _games(ids: Collection[int]) -> list[tuple[int, str]]:
    held = [(number, game) for number in ids for game in session().scalars(games_held(number).limit(AT_ONCE))]
    return held[:AT_ONCE]


def _give_up_games(ids: Collection[int], now: datetime) -> None:
    """Withdraw from their tournaments, and resign some of their games, each in its own transaction."""
    leave_all(ids, now)
    for number, game_id in _games(ids):
        account = session().get_one(Account, number)
        try:
            resign(game_id, account, now)
        except (Conflict, NotFound):
            continue  # the game ended meanwhile, or is frozen by a fault


_LINE = re.compile(r"(\d{4}-\d\d-\d\d) ([0-9a-f]{64})")


def write_deletion(path: Path, mark: str, day: str) -> None:
    """Append a deletion to the file and sync it to disk, or raise OSError."""
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "r+b", buffering=0) as file:
        file.write(f"{_end_of_what_was_cut(path)}{day} {mark}\n".encode())
        os.fsync(file.fileno())


def deletions_in(path: Path) -> dict[str, str]:
    """Read the day of each deletion, by mark; none if the file does not exist."""
    try:
        return parse_deletions(path.read_bytes())
    except FileNotFoundError:
        return {}


def parse_deletions(raw: bytes) -> dict[str, str]:
    """Parse a file of deletions, without its truncated lines."""
    lines = raw.decode("ascii", errors="replace").splitlines()
    return {found[2]: found[1] for line in lines if (found := _LINE.fullmatch(line))}


def _end_of_what_was_cut(path: Path) -> str:
    """Return the line end that a truncated last line is missing."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 1))
        written = file.read()
    return "\n" if written not in (b"", b"\n") else ""
