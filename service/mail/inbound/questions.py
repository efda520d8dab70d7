"""Answers to our questions: whether a move was meant, and whose mail it was.

Yes plays the move, or lets the mail be read; what can be written at the turn is read, too.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial

from service.core.errors import NotFound
from service.mail import unclear
from service.mail.commands import Consent
from service.mail.doors import AtMoveQuestion, AtQuestion
from service.mail.inbound.answering import answer_at_desk, answer_in_vain, note_owner
from service.mail.inbound.desk import do_errand
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import meaning_of, wrote
from service.mail.inbound.turns import PlayersMail, moves_in
from service.mail.wishes import Doubtful, One
from service.models import InboundMail, Outcome
from service.people.accounts import account_numbered
from service.play.seating import lock_game, seat_number
from service.post.boxes import Approval, Question, asked, local_part_of
from service.post.inbound import mail_in_question
from service.post.links import present_turn
from service.post.questions import approve, held_mail


def answer_question(mail: InboundMail, box: Question, letter: Letter, now: datetime) -> Outcome:
    """Play the move that was asked about, or whatever the player says instead; others have to be confirmed.

    Once the question is forgotten nobody knows what it was, so the answer is taken for a mail to the general address.
    """
    try:
        question = mail_in_question(box.key)
    except NotFound:
        return do_errand(mail, letter, now)
    game, account = lock_game(question.game_id or ""), account_numbered(question.account_id or 0)
    seat = seat_number(game, account)
    if seat is None:
        return do_errand(mail, letter, now)
    turn, version = present_turn(game, seat), question.asked_version or 0
    if version < game.turn:
        turn = replace(turn, version=version)  # another move that is written there is not for any later one
    moves = moves_in(game, turn)
    meaning = meaning_of(mail, letter, AtMoveQuestion(moves))
    return PlayersMail(turn, game, account, mail, letter, now, moves, meaning, question).see_to()


def release_mail(mail: InboundMail, box: Approval, letter: Letter, now: datetime) -> Outcome:
    """Let the held mail be read, if its owner says yes and no more; whatever else they say leaves it where it is.

    Whoever says something else is told what can be said.
    """
    account = account_numbered(held_mail(box.key).account_id or 0)
    if letter.writer != account.email:
        return Outcome.IGNORED
    note_owner(account, letter, now)
    meaning = meaning_of(mail, letter, AtQuestion())
    tell, own_box = partial(answer_at_desk, account, letter, now, wrote=wrote(meaning)), local_part_of(mail.recipient)
    match meaning:
        case One(Consent.YES):
            approve(box.key, now)
            return Outcome.DONE
        case One(Consent()):
            return tell(topic="not-mine")
        case Doubtful(intents):
            told = unclear.about([intent.text for intent in intents]) | {"box": asked(own_box)}
        case _:
            told = {"topic": "yours-or-not", "box": own_box}
    return answer_in_vain(mail, account, letter, partial(tell, **told))
