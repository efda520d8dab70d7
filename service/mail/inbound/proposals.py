"""Moves taken back and draws by mail: the words `takeback` and `draw`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from rules.json_types import Json
from service.core.errors import Refused
from service.core.refusals import EXPLANATIONS
from service.mail.commands import Request, Word
from service.models import Account, Game, GameStatus
from service.play import proposals
from service.play.proposals import open_proposal
from service.work.units import undone_if_refused


def propose_by_mail(request: Request, game: Game, account: Account, now: datetime) -> tuple[str, dict[str, Json]]:
    """Take the last move back or offer a draw, or ask for it; what the answer is about, and what it tells."""
    do = proposals.ask_back if request.word == Word.TAKEBACK else proposals.offer_draw
    topic, told = tried(lambda: do(game.id, account, now))
    if topic:
        return topic, told
    if open_proposal(game) is not None:
        return request.word.value, {}
    return "taken-back" if game.status == GameStatus.ACTIVE else "done", {}


def tried(do: Callable[[], Game]) -> tuple[str, dict[str, Json]]:
    """What an answer says of why it is not done; nothing if it is."""
    try:
        undone_if_refused(do)
    except Refused as refused:
        return "no-proposal", {"reason": EXPLANATIONS[refused.code].title, "values": {}}
    return "", {}
