"""Answers to invitations: yes, no or never."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from service.actions.accounts import confirm, person_behind
from service.actions.games import seat_number
from service.actions.inbound import hold
from service.actions.seat_links import (
    accept_invitation,
    decline_invitation,
    game_of,
    host_of,
    invited_seat,
    never_by_link,
)
from service.errors import Conflict
from service.keys import SeatLink
from service.mail.inbound.consent import Consent, consent
from service.mail.inbound.letter import Letter
from service.mail.inbound.vain import answer_in_vain
from service.mail.inbound.writing import answer_at_desk, wrote
from service.models import Account, Game, InboundMail, Outcome


def take_up(mail: InboundMail, link: SeatLink, letter: Letter, now: datetime) -> Outcome:
    """Accept or decline for whoever was invited, or take no more invitations from the one who invites.

    A mail from anybody else is held until they say yes.
    """
    account = invited_seat(game_of(link), link).account
    if account is None or account.email is None:
        return Outcome.IGNORED
    if letter.writer != account.email and mail.approved_at is None:
        return hold(mail, account, "sender", wrote(letter), now)
    confirm(account, now)
    at = mail.approved_at or mail.received_at
    said = consent(letter.reading)
    if said is None:
        return _refuse("yes-or-no", mail, account, letter, now)
    try:
        return _do(said, link, account, letter, at, now)
    except Conflict:
        return _refuse("invitation-over", mail, account, letter, now)


def _do(said: Consent, link: SeatLink, account: Account, letter: Letter, at: datetime, now: datetime) -> Outcome:
    match said:
        case Consent.YES:
            return _welcomed(accept_invitation(link, at), account, letter, now)
        case Consent.NO:
            decline_invitation(link, at)
            return Outcome.DONE
    host = person_behind(host_of(never_by_link(link, at))).name
    return answer_at_desk(account, letter, now, topic="never", values={"host": host})


def _refuse(topic: str, mail: InboundMail, account: Account, letter: Letter, now: datetime) -> Outcome:
    """Say why nothing was done. What is answered to that comes to the same box: it is not taken for something new."""
    told = partial(answer_at_desk, account, letter, now, topic=topic, box=mail.recipient)
    return answer_in_vain(mail, letter, now, told)


def _welcomed(game: Game, account: Account, letter: Letter, now: datetime) -> Outcome:
    if game.to_move is not None and game.to_move == seat_number(game, account):
        return Outcome.DONE  # the mail about the turn is the answer
    return answer_at_desk(account, letter, now, topic="joined", game_id=game.id)
