"""Yes or no to the question whether somebody takes over a seat that is left."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from service.core.errors import NotFound, Refused
from service.core.keys import SeatLink
from service.mail import unclear
from service.mail.commands import Consent
from service.mail.doors import AtQuestion
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import meaning_of, wrote
from service.mail.inbound.owners import note_owner
from service.mail.inbound.vain import answer_in_vain
from service.mail.inbound.writing import answer_at_desk, hold_mail
from service.mail.wishes import Doubtful, One
from service.models import Account, InboundMail, Outcome
from service.people.accounts import account_numbered
from service.play.substitutes import former_player, take_over
from service.post.boxes import asked, local_part_of
from service.work.units import undone_if_refused


def answer_offer(mail: InboundMail, link: SeatLink, letter: Letter, now: datetime) -> Outcome:
    """Take the seat over for whoever was asked, if they say yes; a mail from anybody else is held until they do."""
    account = _asked(link)
    if account is None or account.email is None:
        return Outcome.IGNORED
    meaning, box = meaning_of(mail, letter, AtQuestion()), local_part_of(mail.recipient)
    if letter.writer != account.email and mail.approved_at is None:
        return hold_mail(mail, account, letter, "sender", wrote(meaning), now)
    note_owner(account, letter, now)
    tell = partial(answer_at_desk, account, letter, now, wrote=wrote(meaning))
    refuse = partial(answer_in_vain, mail, account, letter)
    match meaning:
        case One(Consent.YES):
            return _take(link, account, now, tell, refuse)
        case One(Consent()):
            return tell(topic="seat-declined")
        case Doubtful(wishes):
            return refuse(partial(tell, **unclear.about([wish.text for wish in wishes]), box=asked(box)))
    return refuse(partial(tell, topic="take-over", box=box))


def tell_former(link: SeatLink, letter: Letter, written: str, now: datetime) -> Outcome | None:
    """Tell whoever writes that the seat was theirs; None for everybody else."""
    former = former_player(link.game_id, link.seat, letter.writer)
    return None if former is None else answer_at_desk(former, letter, now, topic="seat-lost", wrote=written)


def _take(
    link: SeatLink, account: Account, now: datetime, tell: Callable[..., Outcome], refuse: Callable[..., Outcome]
) -> Outcome:
    try:
        game = undone_if_refused(lambda: take_over(link.game_id, link.seat, account, now))
    except Refused as refused:
        code = "seat-not-left" if isinstance(refused, NotFound) else refused.code
        return refuse(partial(tell, topic="no-seat", code=code, details=refused.details))
    if game.to_move == link.seat:
        return Outcome.DONE  # the mail about the turn is the answer
    return tell(topic="seat-yours", game_id=game.id)


def _asked(link: SeatLink) -> Account | None:
    """Who was asked; None if nobody is known by that number any more, or another one."""
    try:
        account = account_numbered(link.version)
    except NotFound:
        return None
    return account if account.nonce == link.nonce else None
