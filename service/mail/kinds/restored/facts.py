"""Values for the email about a turn after a restore: those of the email about the turn, and the reason."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select

from service.db.engines import session
from service.mail.facts import Facts, recipient, time_for
from service.mail.kinds.your_turn import facts as your_turn
from service.models import Notice, Restoration


def facts(notice: Notice) -> Facts:
    """Collect the turn's values, and the time of the backup."""
    turn = your_turn.facts(notice)
    restores = select(Restoration.backed_up_at).where(Restoration.restored_at <= notice.created_at)
    backed_up_at = session().scalars(restores.order_by(Restoration.id.desc()).limit(1)).one()
    return replace(turn, values=turn.values | {"backed_up_at": time_for(recipient(notice), backed_up_at)})
