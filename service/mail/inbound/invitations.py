"""Answers to invitations: yes or no."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from service.actions.accounts import confirm
from service.actions.games import seat_number
from service.actions.inbound import hold
from service.actions.seat_links import accept_invitation, decline_invitation, game_of, invited_seat
from service.errors import Conflict
from service.keys import SeatLink
from service.mail.inbound.consent import consent
from service.mail.inbound.letter import Letter
from service.mail.inbound.vain import answer_in_vain
from service.mail.inbound.writing import answer_at_desk, wrote
from service.models import Account, Game, InboundMail, Outcome


def take_up(mail: InboundMail, link: SeatLink, letter: Letter, now: datetime) -> Outcome:
    """Accept or decline for whoever was invited; a mail from anybody else is held until they say yes."""
    account = invited_seat(game_of(link), link).account
    if account is None or account.email is None:
        return Outcome.IGNORED
    if letter.writer != account.email and mail.approved_at is None:
        return hold(mail, account, "sender", wrote(letter), now)
    confirm(account, now)
    at = mail.approved_at or mail.received_at
    agrees = consent(letter.reading)
    if agrees is None:
        return _refuse("yes-or-no", mail, account, letter, now)
    try:
        if agrees:
            return _welcomed(accept_invitation(link, at), account, letter, now)
        decline_invitation(link, at)
    except Conflict:
        return _refuse("invitation-over", mail, account, letter, now)
    return Outcome.DONE


def _refuse(topic: str, mail: InboundMail, account: Account, letter: Letter, now: datetime) -> Outcome:
    """Say why nothing was done. What is answered to that comes to the same box: it is not taken for something new."""
    told = partial(answer_at_desk, account, letter, now, topic=topic, box=mail.recipient)
    return answer_in_vain(mail, letter, now, told)


def _welcomed(game: Game, account: Account, letter: Letter, now: datetime) -> Outcome:
    if game.to_move is not None and game.to_move == seat_number(game, account):
        return Outcome.DONE  # the mail about the turn is the answer
    return answer_at_desk(account, letter, now, topic="joined", game_id=game.id)
