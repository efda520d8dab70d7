"""Round-ups: many notices for one account, due at the same time, become one mail; so do many invitations.

Gathering is a transaction of its own that holds the account: from then on the notices are the round-up's alone, and it
is claimed, composed and sealed like any notice. So no notice is in two mails, whenever a worker dies.

An account gets so many mails with invitations in a day, whoever invites; what is too much waits for the next.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import cache

from sqlalchemy import and_, bindparam, func, or_, select, update
from sqlalchemy.orm import aliased
from sqlalchemy.sql.dml import ReturningUpdate

from service.core import rates
from service.core.db import session, transaction
from service.core.limits import limit
from service.models import Account, Delivery, Envelope, Game, Lane, Notice, WorkState
from service.people.accounts import locked_account
from service.play.invitations import DAY, is_stranger
from service.post.kinds import gatherings, kind_named
from service.post.notices import add_notice, delivery_chosen, gathered_in, give_up, supersede
from service.post.relevance import is_still_true
from service.post.suppressions import is_kept_back
from service.work import leases, queues, wake
from service.work.leases import claim_first, claim_of_first, claim_one, is_free, of_claimed

COMPOSING_LEASE = timedelta(minutes=2)
MAX_COMPOSINGS = 100
"""With the pauses between them these last for four days, as long as a mail is tried to be sent."""
FEWEST = 3
"""Games from which on there is one mail about them: a mail about one game can be answered with the move."""
FEWEST_IN_A_DIGEST = 2
PATIENCE = timedelta(minutes=10)
"""How long one of the notices has waited, for whatever reason; whoever is told at once gets a mail for each turn."""
MOST = 50
"""Notices in one mail; what is left makes another one."""
TO_STRANGER, TO_PLAYER = limit("invitation-mails"), limit("player-invitation-mails")
INVITATION, INVITATIONS = "invitation", "invitations"
"""The kinds of mail that tell of one, and of several."""


def claim_notices(now: datetime, limit: int = 20) -> Sequence[Notice]:
    """Notices that are due, claimed for composing, longest due first; each is gathered with those it belongs to before.

    What waits behind it is not looked at, so that a mail costs the same however many are due.
    """
    claimed: list[Notice] = []
    tried: list[int] = []
    while len(claimed) < limit and (found := _next_due(now, tried)) is not None:
        notice, together = found
        tried.append(notice.id)
        claimed += [notice] if together is None else _claimed(notice, together, now)
    return claimed


def is_one_mail(chosen: Sequence[Delivery]) -> bool:
    """Whether games of which there is something to tell make one mail, by when their reader wants each of them."""
    all_digests = all(mode == Delivery.DIGEST for mode in chosen)
    return len(chosen) >= (FEWEST_IN_A_DIGEST if all_digests else FEWEST)


def is_to_be_sent(notice: Notice) -> bool:
    """Whether a claimed notice is to be composed; if not, it is superseded, or given up for who gets no mails."""
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
    if is_kept_back(notice):  # asked last: by now the account was read with its game
        give_up(notice)
        return False
    return True


def _is_still_several(round_up: Notice) -> bool:
    """Whether a mail has more to tell than one notice; the last one goes back into the queue, for its own mail."""
    told = gathered_in(round_up)
    still_true = [each for each in told if is_still_true(each)]
    with transaction():
        _let_go([each for each in told if each not in still_true], WorkState.SUPERSEDED, encrypted=b"")
        if len(still_true) > 1:
            return True
        if supersede(round_up):
            _let_go(still_true, WorkState.QUEUED)
    return False


def put_off(notice: Notice, now: datetime) -> None:
    """Try to compose a claimed notice again later, or never again; a round-up gives back what it holds at once.

    Each of that gets a mail of its own then, so one fault stops one.
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
    """The notice of the first lane that is due the longest, claimed; or not, with the kind that may gather it.

    What has failed once goes alone, and so does what is told of the one game of which there is something to tell.
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
        current.rollback()  # until it is gathered, anybody who holds the account may have it
    return notice, together


@cache
def _claiming(gathered: Collection[str]) -> ReturningUpdate[Notice, bool, int]:
    """Made once: to put it together takes longer than to run it."""
    other = aliased(Notice)
    is_told = other.kind.in_(gathered), is_free(other, bindparam("now"))
    is_theirs = other.account_id == of_claimed(Notice, "account_id"), other.game_id != of_claimed(Notice, "game_id")
    elsewhere = select(1 + func.count(other.game_id.distinct())).where(*is_theirs, *is_told)
    untried = Notice.id.not_in(bindparam("tried", expanding=True))
    claiming = claim_of_first(Notice, *(and_(Notice.lane == lane, untried) for lane in Lane))
    return claiming.returning(elsewhere.scalar_subquery())


def _claimed(notice: Notice, together: str, now: datetime) -> Sequence[Notice]:
    """The notice, or what it was gathered in; nothing if it is to wait, or another worker has it."""
    with transaction():
        mail, seen = _gather(together, locked_account(notice.account_id or 0), now)
        if mail is None and notice.id not in seen:
            return []
        return claim_one(Notice, (mail or notice).id, now, COMPOSING_LEASE)


def _gather(kind: str, account: Account, now: datetime) -> tuple[Notice | None, Sequence[int]]:
    """Put what is due for an account, and belongs together, into one mail of that kind, if it does.

    Returns that mail and what was seen to.
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
            notice.state, notice.round_up_id = WorkState.GATHERED, together.id
    return together, [notice.id for notice in fresh]


def _belong_together(kind: str, account: Account, notices: Sequence[Notice], now: datetime) -> bool:
    has_waited = any(notice.created_at <= now - PATIENCE for notice in notices)
    if kind == INVITATIONS:
        was_put_off = any(notice.due_at > notice.created_at for notice in notices)
        return len(notices) > 1 and (has_waited or was_put_off)
    games = [session().get_one(Game, game_id) for game_id in {notice.game_id for notice in notices}]
    return has_waited and is_one_mail([delivery_chosen(account, game) or account.delivery for game in games])


def _fresh_notices(kind: str, account: Account, now: datetime) -> Sequence[Notice]:
    """Those that are due for the first time: what has failed once had better go alone."""
    first = is_free(Notice, now), Notice.kind.in_(gatherings()[kind]), Notice.attempts == 0
    due = select(Notice).where(*first, Notice.account_id == account.id).order_by(Notice.due_at, Notice.id)
    free = due.limit(MOST).with_for_update(skip_locked=True).execution_options(populate_existing=True)
    return session().scalars(free).all()


def _let_wait(account: Account, due: Sequence[Notice], now: datetime, *, as_one: bool) -> Sequence[Notice]:
    """Of the invitations that are due, in their order, those that can be told now, each in a mail or all `as_one`.

    The others are due once a mail can go again. The transaction under way has locked the account.
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
    """When the account was mailed invitations, oldest first; what is about to be sent, now.

    One statement sees each mail once, whether or not it is sealed at this moment.
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
    """Take them out of what they were gathered in. What is to be told alone has a run of its own."""
    if state == WorkState.QUEUED:
        wake.wake(queues.NOTICES)
    ids = [notice.id for notice in notices]
    gathered = update(Notice).where(Notice.id.in_(ids), Notice.state == WorkState.GATHERED)
    session().execute(gathered.values(state=state, round_up_id=None, attempts=attempts, **changes))
