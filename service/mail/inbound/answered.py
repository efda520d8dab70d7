"""The mail of ours that a letter answers, written once more: it is kept no longer than it takes to send it."""

from __future__ import annotations

from sqlalchemy import select

from service.core.db import session
from service.mail.compose import texts_of
from service.mail.inbound.letter import Letter
from service.mail.quoted import SentMail
from service.mail.reading import Reply
from service.models import Account, Game, Notice
from service.post.kinds import kinds_telling_turns


def mail_answered(letter: Letter, game: Game, account: Account) -> SentMail | None:
    """What the account was sent about the turn under way, and answers; None if nothing has to be held against it.

    That is the mail that the letter names, else the last one. None as well if that was an answer of ours: what it said
    is gone once it is sent.
    """
    if not (isinstance(letter.reading, Reply) and letter.reading.below):
        return None
    theirs = select(Notice).where(Notice.account_id == account.id, Notice.game_id == game.id)
    sent = (
        session().scalars(theirs.where(Notice.kind.in_([*kinds_telling_turns(), "answer"])).order_by(Notice.id)).all()
    )
    named = [notice for name in letter.answers for notice in sent if notice.message_id == name]
    answered = next(iter(named), sent[-1] if sent else None)
    if answered is None or (answered.kind == "answer" and not answered.encrypted):
        return None
    return SentMail(*texts_of(answered))
