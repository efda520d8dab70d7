"""Replies to our questions: whether a move was meant, and whether an email was the owner's.

Yes plays the move, or releases the held email. A question about a move also takes every command of a turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

from service.accounts.accounts import account_numbered
from service.jobs.units import undone_if_refused
from service.language.errors import NotFound, Refused
from service.mail import unclear
from service.mail.about_you import aliases_of
from service.mail.command_table import Command
from service.mail.commands import Consent
from service.mail.inbound.answering import answer_general, answer_in_vain, note_owner
from service.mail.inbound.general_mailbox import do_errand
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import meaning_of, unsigned, wrote
from service.mail.inbound.turns import PlayersMail, moves_in
from service.mail.intents import Doubtful, One
from service.mail.reply_grammars import AtApproval, AtMoveQuestion
from service.models import Account, InboundMail, Outcome
from service.notifications.boxes import asked, local_part_of
from service.notifications.inbound import mail_in_question
from service.notifications.links import present_turn
from service.notifications.questions import accept_writer, approve, held_mail
from service.play.seating import lock_game, seat_number
from service.security.keys import RowKey


def answer_question(mail: InboundMail, key: RowKey, letter: Letter, now: datetime) -> Outcome:
    """Play the move in question, or run the player's other command; other senders must be confirmed.

    Without the stored question its game is unknown, so the reply is handled as an email to the general address.
    """
    try:
        question = mail_in_question(key)
    except NotFound:
        return do_errand(mail, letter, now)
    game, account = lock_game(question.game_id or ""), account_numbered(question.account_id or 0)
    seat = seat_number(game, account)
    if seat is None:
        return do_errand(mail, letter, now)
    turn, version = present_turn(game, seat), question.asked_version or 0
    if version < game.turn:
        turn = replace(turn, version=version)  # another move written here must not count for a later turn
    moves = moves_in(game, turn)
    letter, meaning = unsigned(account, mail, letter, AtMoveQuestion(moves))
    return PlayersMail(turn, game, account, mail, letter, now, moves, meaning, question).see_to()


def release_mail(mail: InboundMail, key: RowKey, letter: Letter, now: datetime) -> Outcome:
    """Release the held email if its owner says yes, or always, and nothing else; any other reply leaves it held.

    The answer to any other reply lists the possible ones. The question went to the owner's address alone, so whoever
    answers it is the owner, from any address.
    """
    account = account_numbered(held_mail(key).account_id or 0)
    note_owner(account, letter, now)
    meaning = meaning_of(mail, letter, AtApproval())
    tell, own_box = partial(answer_general, account, letter, now, wrote=wrote(meaning)), local_part_of(mail.recipient)
    match meaning:
        case One(Consent.YES):
            approve(key, now)
            return Outcome.DONE
        case One(Consent.ALWAYS):
            return _always(account, key, now, tell)
        case One(Consent()):
            return tell(topic="not-mine")
        case Doubtful(intents):
            told = unclear.about(intents) | {"box": asked(own_box)}
        case _:
            told = {"topic": "yours-or-not", "box": own_box}
    return answer_in_vain(mail, account, letter, partial(tell, **told))


def _always(account: Account, key: RowKey, now: datetime, tell: Callable[..., Outcome]) -> Outcome:
    """Release the email and accept its address, and answer with the list of addresses; if it is full, do neither."""
    try:
        undone_if_refused(lambda: accept_writer(key, now))
    except Refused as refused:
        return tell(topic="no-alias", code=refused.code)
    return tell(topic=Command.ALIASES.english, **aliases_of(account))
