"""Mails by which a mail program stops mails like the one that named the box: the twin of the one click by the web."""

from __future__ import annotations

from service.core.db import session
from service.mail.inbound.letter import Letter
from service.mail.reading import Bounce, Complaint, Own
from service.models import Notice, Outcome
from service.post.boxes import Stopping
from service.post.preferences import stop_mail


def stop_mails(box: Stopping, letter: Letter) -> Outcome:
    """Stop the kind of mail, whoever writes and whatever they write; the box is in that mail alone.

    Programs send this by themselves, so what is marked as automatic counts as well. What comes back from elsewhere
    does not: it was not sent by whoever has the mail. Nobody is answered, who wants no mails.
    """
    if isinstance(letter.reading, Bounce | Complaint | Own):
        return Outcome.IGNORED
    notice = session().get(Notice, box.key.number)
    if notice is None or notice.nonce != box.key.nonce or notice.account_id is None:
        return Outcome.IGNORED
    stop_mail(notice.account_id, notice.kind)
    return Outcome.DONE
