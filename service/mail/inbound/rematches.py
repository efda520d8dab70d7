"""The word `rematch`: the same table once more, with the seats exchanged."""

from __future__ import annotations

from datetime import datetime

from rules.json_types import Json
from service.core.errors import Refused
from service.core.refusals import EXPLANATIONS
from service.models import Account, Game, GameStatus
from service.play.rematches import rematch
from service.work.units import undone_if_refused


def ask_for_rematch(over: Game, account: Account, now: datetime) -> tuple[str, dict[str, Json]]:
    """Set the table up again, or take one's seat at it; what the answer is about, and what it tells."""
    try:
        new = undone_if_refused(lambda: rematch(over.id, account, now))
    except Refused as refused:
        if refused.code == "not-over":
            return refused.code, {}
        why = refused.sentence
        reason = why.template if why else EXPLANATIONS[refused.code].title
        return "no-rematch", {"reason": reason, "values": dict(why.values) if why else {}}
    return "rematch-begun" if new.status == GameStatus.ACTIVE else "rematch", {"rematch": new.id}
