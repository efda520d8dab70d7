"""Digests: gather the due notices of an account into one email, and likewise several invitations.

Gathering is a transaction of its own that locks the account. From then on the notices belong to the digest, which is
claimed, composed and sealed like any notice. So no notice is in two emails, whenever a worker dies.

Invitation emails to an account are limited by the day, whoever invites; the rest waits for the next day.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import cache

from sqlalchemy import and_, bindparam, func, or_, select, update
from sqlalchemy.orm import aliased
from sqlalchemy.sql.dml import ReturningUpdate

from service.accounts.accounts import locked_account
from service.config.limits import limit
from service.db.engines import session, transaction
from service.jobs import leases, queues, wake
from service.jobs.leases import claim_first, claim_of_first, claim_one, is_free, of_claimed
from service.models import Account, Delivery, Envelope, Game, Lane, Notice, WorkState
from service.notifications.kinds import gatherings, kind_named
from service.notifications.notices import add_notice, delivery_chosen, gathered_in, give_up, supersede
from service.notifications.relevance import is_still_true
from service.notifications.suppressions import is_kept_back
from service.play.invitations import DAY, is_stranger
from service.security import rates

COMPOSING_LEASE = timedelta(minutes=2)
MAX_COMPOSINGS = 100
"""With the pauses between them these last four days, as long as sending is retried."""
FEWEST = 3
"""The fewest games for one common email: an email about a single game can be answered with the move."""
FEWEST_IN_A_DIGEST = 2
PATIENCE = timedelta(minutes=10)
"""The least wait of one of the notices: an account that is notified at once gets an email for each turn."""
MOST = 50
"""Notices in one email; the rest makes another one."""
TO_STRANGER, TO_PLAYER = limit("invitation-mails"), limit("player-invitation-mails")
INVITATION, INVITATIONS = "invitation", "invitations"
"""The kinds of email with one invitation, and with several."""


def claim_notices(now: datetime, limit: int = 20) -> Sequence[Notice]:
    """Claim due notices for composing, the longest due first; each is gathered with related ones before.

    Later notices are not examined, so the cost of an email does not grow with the queue.
    """
    claimed: list[Notice] = []
    tried: list[int] = []
    while len(claimed) < limit and (found := _next_due(now, tried)) is not None:
        notice, together = found
        tried.append(notice.id)
        claimed += [notice] if together is None else _claimed(notice, together, now)
    return claimed


def is_one_mail(chosen: Sequence[Delivery]) -> bool:
    """Check whether games with news make one email, given the delivery their reader wants for each."""
    all_digests = all(mode == Delivery.DIGEST for mode in chosen)
    return len(chosen) >= (FEWEST_IN_A_DIGEST if all_digests else FEWEST)


def is_to_be_sent(notice: Notice) -> bool:
    """Decide whether a claimed notice is composed; otherwise supersede it, or give it up for a suppressed account."""
    if notice.kind in gatherings():
        if not is_kept_back(notice):
            return _is_still_several(notice)
        with transaction():
            _let_go(gathered_in(notice), WorkState.FAILED, encrypted=b"")
            give_up(notice)
        return False
    if not is_still_true(notice):
        supersede(notice)
        return False
    if is_kept_back(notice):  # last, because by now the account is loaded with its game
        give_up(notice)
        return False
    return True


def _is_still_several(digest: Notice) -> bool:
    """Check whether a digest has more than one notice left; a single one returns to the queue for its own email."""
    told = gathered_in(digest)
    still_true = [each for each in told if is_still_true(each)]
    with transaction():
        _let_go([each for each in told if each not in still_true], WorkState.SUPERSEDED, encrypted=b"")
        if len(still_true) > 1:
            return True
        if supersede(digest):
            _let_go(still_true, WorkState.QUEUED)
    return False


def put_off(notice: Notice, now: datetime) -> None:
    """Retry composing a claimed notice later, or give up; a digest releases its notices at once.

    Each of them then gets an email of its own, so one fault stops only one.
    """
    if notice.kind in gatherings():
        told = gathered_in(notice)
        with transaction():
            if give_up(notice):
                _let_go(told, WorkState.QUEUED, attempts=1)
    elif notice.attempts >= MAX_COMPOSINGS:
        give_up(notice)
    else:
        leases.put_off(notice, now)


def _next_due(now: datetime, tried: Collection[int]) -> tuple[Notice, str | None] | None:
    """Find the longest due notice of the first lane: claimed, or unclaimed with the kind that may gather it.

    A notice that failed before is sent alone, and so is the news of a single game.
    """
    claiming = _claiming(tuple(kind for kinds in gatherings().values() for kind in kinds))
    with transaction() as current:
        found = claim_first(claiming, now, COMPOSING_LEASE, tried=tried)
        if not found:
            return None
        [(notice, _, games)] = found
        together = kind_named(notice.kind).gathered_in
        may_wait = together == INVITATIONS or games >= FEWEST_IN_A_DIGEST  # for others, or for another day
        if together is None or notice.account_id is None or notice.attempts > 1 or not may_wait:
            return notice, None
        current.rollback()  # unlocked until it is gathered, as another process may hold the account
    return notice, together


@cache
def _claiming(gathered: Collection[str]) -> ReturningUpdate[Notice, bool, int]:
    """Build the claim of the next notice; cached, because building it takes longer than running it."""
    other = aliased(Notice)
    is_told = other.kind.in_(gathered), is_free(other, bindparam("now"))
    is_theirs = other.account_id == of_claimed(Notice, "account_id"), other.game_id != of_claimed(Notice, "game_id")
    elsewhere = select(1 + func.count(other.game_id.distinct())).where(*is_theirs, *is_told)
    untried = Notice.id.not_in(bindparam("tried", expanding=True))
    claiming = claim_of_first(Notice, *(and_(Notice.lane == lane, untried) for lane in Lane))
    return claiming.returning(elsewhere.scalar_subquery())


def _claimed(notice: Notice, together: str, now: datetime) -> Sequence[Notice]:
    """Claim the notice or its digest; nothing if it must wait or another worker holds it."""
    with transaction():
        mail, seen = _gather(together, locked_account(notice.account_id or 0), now)
        if mail is None and notice.id not in seen:
            return []
        return claim_one(Notice, (mail or notice).id, now, COMPOSING_LEASE)


def _gather(kind: str, account: Account, now: datetime) -> tuple[Notice | None, Sequence[int]]:
    """Gather an account's due and related notices into one email of that kind, if they belong together.

    Returns that email, and the ids of the notices examined.
    """
    fresh = _fresh_notices(kind, account, now)
    wanted: Sequence[Notice] = [notice for notice in fresh if is_still_true(notice)]
    as_one = _belong_together(kind, account, wanted, now)
    if kind == INVITATIONS:
        wanted = _let_wait(account, wanted, now, as_one=as_one)
    together = add_notice(kind, account, now, now) if as_one and wanted else None
    if together is not None:
        session().flush()
        for notice in wanted:
            notice.state, notice.digest_id = WorkState.GATHERED, together.id
    return together, [notice.id for notice in fresh]


def _belong_together(kind: str, account: Account, notices: Sequence[Notice], now: datetime) -> bool:
    has_waited = any(notice.created_at <= now - PATIENCE for notice in notices)
    if kind == INVITATIONS:
        was_put_off = any(notice.due_at > notice.created_at for notice in notices)
        return len(notices) > 1 and (has_waited or was_put_off)
    games = [session().get_one(Game, game_id) for game_id in {notice.game_id for notice in notices}]
    return has_waited and is_one_mail([delivery_chosen(account, game) or account.delivery for game in games])


def _fresh_notices(kind: str, account: Account, now: datetime) -> Sequence[Notice]:
    """Lock the account's notices that are due for the first time: one that failed before is better sent alone."""
    first = is_free(Notice, now), Notice.kind.in_(gatherings()[kind]), Notice.attempts == 0
    due = select(Notice).where(*first, Notice.account_id == account.id).order_by(Notice.due_at, Notice.id)
    free = due.limit(MOST).with_for_update(skip_locked=True).execution_options(populate_existing=True)
    return session().scalars(free).all()


def _let_wait(account: Account, due: Sequence[Notice], now: datetime, *, as_one: bool) -> Sequence[Notice]:
    """Return the due invitations that can be sent now, each in an email or all `as_one`, and postpone the others.

    The transaction holds the account's lock.
    """
    most = rates.amount(TO_STRANGER if is_stranger(account) else TO_PLAYER)
    if most is None or not due:
        return due
    sent = _mails_of_the_day(account, now)
    free = max(most - len(sent), 0)
    told = due if as_one and free else due[:free]
    for notice in due[len(told) :]:
        notice.due_at = [*sent, *(now for _ in told)][-most] + DAY
    return told


def _mails_of_the_day(account: Account, now: datetime) -> list[datetime]:
    """List the times of the account's invitation emails of the last day, oldest first; `now` for unsent ones.

    One statement counts each email once, even while it is being sealed.
    """
    let_go = and_(Notice.state == WorkState.QUEUED, or_(Notice.attempts > 0, Notice.kind == INVITATIONS))
    mails = (
        select(func.coalesce(Notice.envelope_id, -Notice.id), func.coalesce(Envelope.created_at, now))
        .outerjoin(Envelope, Envelope.id == Notice.envelope_id)
        .where(Notice.account_id == account.id, Notice.kind.in_((INVITATION, INVITATIONS)))
        .where(or_(let_go, Envelope.created_at > now - DAY))
        .distinct()
    )
    return sorted(at for _, at in session().execute(mails))


def _let_go(notices: Sequence[Notice], state: WorkState, attempts: int = 0, **changes: bytes) -> None:
    """Remove notices from their digest. Those that return to the queue wake the workers."""
    if state == WorkState.QUEUED:
        wake.wake(queues.NOTICES)
    ids = [notice.id for notice in notices]
    gathered = update(Notice).where(Notice.id.in_(ids), Notice.state == WorkState.GATHERED)
    session().execute(gathered.values(state=state, digest_id=None, attempts=attempts, **changes))
