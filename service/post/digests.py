"""Round-ups: many notices for one account, due at the same time, become one mail; so do many invitations.

Gathering is a transaction of its own that holds the account: from then on the notices are the round-up's alone, and it
is claimed, composed and sealed like any notice. So no notice is in two mails, whenever a worker dies.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, update

from service.core.db import session, transaction
from service.models import Account, Delivery, Game, Notice, WorkState
from service.post.invitation_mails import INVITATION, INVITATIONS, let_wait
from service.post.kinds import gatherings
from service.post.notices import add_notice, delivery_chosen, gathered_in, give_up, supersede
from service.post.relevance import is_still_true
from service.work import leases
from service.work.holds import is_held
from service.work.leases import claim, is_free

ROUND_UP = "round-up"
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
INVITED_AT_ONCE = 20
"""Accounts whose invitations are seen to for each notice that is claimed."""


def claim_notices(now: datetime, limit: int = 20) -> Sequence[Notice]:
    """Notices that are due, claimed for composing; those that belong together are gathered first."""
    with transaction():
        if is_held():
            return []
        seen: list[int] = []
        for account_id in sorted({*_with_several_due(now), *_invited(now)}):
            account = _locked(account_id)
            for kind in gatherings():
                seen += _gather(kind, account, now)
        return claim(Notice, now, COMPOSING_LEASE, limit, where=_may_go(seen))


def is_one_mail(chosen: Sequence[Delivery]) -> bool:
    """Whether games of which there is something to tell make one mail, by when their reader wants each of them."""
    all_digests = all(mode == Delivery.DIGEST for mode in chosen)
    return len(chosen) >= (FEWEST_IN_A_DIGEST if all_digests else FEWEST)


def is_to_be_sent(notice: Notice) -> bool:
    """Whether a claimed notice is to be composed; if not, it is superseded."""
    if notice.kind in gatherings():
        return _is_still_several(notice)
    if is_still_true(notice):
        return True
    supersede(notice)
    return False


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
    """Try to compose a claimed notice again later, or never again; a round-up gives back what it holds at once."""
    if notice.kind in gatherings():
        dissolve(notice)
    elif notice.attempts >= MAX_COMPOSINGS:
        give_up(notice)
    else:
        leases.put_off(notice, now)


def dissolve(round_up: Notice) -> None:
    """Give back what a round-up that cannot be composed holds: each gets a mail of its own, so one fault stops one."""
    told = gathered_in(round_up)
    with transaction():
        if give_up(round_up):
            _let_go(told, WorkState.QUEUED, attempts=1)


def _with_several_due(now: datetime) -> Sequence[int]:
    due = _per_account(gatherings()[ROUND_UP], now).having(func.count(Notice.game_id.distinct()) >= FEWEST_IN_A_DIGEST)
    return session().scalars(due).all()


def _invited(now: datetime) -> Sequence[int]:
    """Those to be told of an invitation first; the others' invitations are not claimed before it is their turn."""
    due = _per_account((INVITATION,), now).order_by(func.min(Notice.due_at)).limit(INVITED_AT_ONCE)
    return session().scalars(due).all()


def _per_account(kinds: Collection[str], now: datetime) -> Select[int]:
    told = Notice.account_id.is_not(None), _is_fresh(kinds, now)
    return select(func.coalesce(Notice.account_id, 0)).where(*told).group_by(Notice.account_id)


def _may_go(seen: Collection[int]) -> ColumnElement[bool]:
    """Whether a notice may be claimed: an invitation only if it was among those seen, or was let go before."""
    return or_(Notice.kind != INVITATION, Notice.attempts > 0, Notice.id.in_(seen))


def _locked(account_id: int) -> Account:
    """The account, for one worker after the other."""
    locked = select(Account).where(Account.id == account_id).with_for_update(key_share=True)
    return session().scalars(locked.execution_options(populate_existing=True)).one()


def _gather(kind: str, account: Account, now: datetime) -> Sequence[int]:
    """Put what is due for an account, and belongs together, into one mail of that kind; says what was seen to."""
    fresh = _fresh_notices(kind, account, now)
    wanted: Sequence[Notice] = [notice for notice in fresh if is_still_true(notice)]
    as_one = _belong_together(kind, account, wanted, now)
    if kind == INVITATIONS:
        wanted = let_wait(account, wanted, now, as_one=as_one)
    if as_one and wanted:
        together = add_notice(kind, account, now, now)
        session().flush()
        for notice in wanted:
            notice.state, notice.round_up_id = WorkState.GATHERED, together.id
    return [notice.id for notice in fresh]


def _belong_together(kind: str, account: Account, notices: Sequence[Notice], now: datetime) -> bool:
    has_waited = any(notice.created_at <= now - PATIENCE for notice in notices)
    if kind == INVITATIONS:
        was_put_off = any(notice.due_at > notice.created_at for notice in notices)
        return len(notices) > 1 and (has_waited or was_put_off)
    modes = [_mode(account, game_id) for game_id in {notice.game_id for notice in notices}]
    return has_waited and is_one_mail(modes)


def _fresh_notices(kind: str, account: Account, now: datetime) -> Sequence[Notice]:
    fresh = _is_fresh(gatherings()[kind], now), Notice.account_id == account.id
    due = select(Notice).where(*fresh).order_by(Notice.due_at, Notice.id)
    free = due.limit(MOST).with_for_update(skip_locked=True).execution_options(populate_existing=True)
    return session().scalars(free).all()


def _mode(account: Account, game_id: str | None) -> Delivery:
    game = session().get_one(Game, game_id)
    return delivery_chosen(account, game) or account.delivery


def _is_fresh(kinds: Collection[str], now: datetime) -> ColumnElement[bool]:
    """Whether a notice of those kinds is due, and for the first time: what has failed once had better go alone."""
    return and_(is_free(Notice, now), Notice.kind.in_(kinds), Notice.attempts == 0)


def _let_go(notices: Sequence[Notice], state: WorkState, attempts: int = 0, **changes: bytes) -> None:
    ids = [notice.id for notice in notices]
    gathered = update(Notice).where(Notice.id.in_(ids), Notice.state == WorkState.GATHERED)
    session().execute(gathered.values(state=state, round_up_id=None, attempts=attempts, **changes))
