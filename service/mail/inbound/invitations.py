"""Answers to invitations: yes, perhaps with a word for the dice, no or never."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from service.core.errors import Conflict, NotFound
from service.core.keys import SeatLink
from service.mail import unclear
from service.mail.commands import Consent
from service.mail.doors import AtInvitation, YesWithWord
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import meaning_of, wrote
from service.mail.inbound.owners import note_owner
from service.mail.inbound.personal import personal_answer
from service.mail.inbound.vain import answer_in_vain
from service.mail.inbound.writing import answer_at_desk, hold_mail
from service.mail.personal import Lookup, Setting
from service.mail.wishes import Doubtful, One
from service.models import Account, InboundMail, Outcome
from service.people.accounts import account_of, person_behind
from service.play.seat_links import (
    accept_invitation,
    decline_invitation,
    game_of,
    host_of,
    invited_seat,
    never_by_link,
)
from service.play.seating import seat_number
from service.post.boxes import asked, local_part_of


def answer_invitation(mail: InboundMail, link: SeatLink, letter: Letter, now: datetime) -> Outcome:
    """Accept or decline for whoever was invited, or take no more invitations from the one who invites.

    A mail from anybody else is held until they say yes.
    """
    try:
        account = invited_seat(game_of(link), link).account
    except NotFound:
        return _tell_that_it_is_over(mail, letter, now)
    if account is None or account.email is None:
        return Outcome.IGNORED
    return _answer(mail, link, account, letter, now)


def _answer(mail: InboundMail, link: SeatLink, account: Account, letter: Letter, now: datetime) -> Outcome:
    meaning, box = meaning_of(mail, letter, AtInvitation()), local_part_of(mail.recipient)
    if letter.writer != account.email and mail.approved_at is None:
        return hold_mail(mail, account, letter, "sender", wrote(meaning), now)
    note_owner(account, letter, now)
    tell = partial(answer_at_desk, account, letter, now, wrote=wrote(meaning))
    # What is answered to a refusal comes to the same box: it is not taken for something new.
    refuse = partial(answer_in_vain, mail, account, letter)
    match meaning:
        case One((Consent() | YesWithWord()) as said):
            try:
                return _decided(said, link, account, mail.approved_at or mail.received_at, tell)
            except Conflict:
                return refuse(partial(tell, topic="invitation-over", box=box))
        case One(Setting() | Lookup() as wish):
            topic, told = personal_answer(wish, account, now, game_of(link).ruleset)
            return tell(topic=topic, **told, box=box)
        case Doubtful(wishes):
            return refuse(partial(tell, **unclear.about([wish.text for wish in wishes]), box=asked(box)))
    return refuse(partial(tell, topic="yes-or-no", box=box))


def _tell_that_it_is_over(mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    """Say so to whoever writes: only who was sent the invitation knows where to."""
    if letter.writer is None:
        return Outcome.IGNORED
    account = account_of(letter.writer, now)
    tell = partial(answer_at_desk, account, letter, now, topic="invitation-over", box=local_part_of(mail.recipient))
    return answer_in_vain(mail, account, letter, tell)


def _decided(
    said: Consent | YesWithWord, link: SeatLink, account: Account, at: datetime, tell: Callable[..., Outcome]
) -> Outcome:
    match said:
        case Consent.NO:
            decline_invitation(link, at)
            return Outcome.DONE
        case Consent.NEVER:
            host = person_behind(host_of(never_by_link(link, at)))
            return tell(topic="never", values={"host": host.name})
    word = said.word if isinstance(said, YesWithWord) else None
    game = accept_invitation(link, at, contribution=word)
    if game.to_move is not None and game.to_move == seat_number(game, account):
        return Outcome.DONE  # the mail about the turn is the answer
    return tell(topic="joined", game_id=game.id)
