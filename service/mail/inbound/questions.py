"""Answers to the question whether a move was meant: yes plays it, and what can be written at the turn is read, too."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from rules import Seat
from service.core.errors import NotFound
from service.core.keys import SeatLink
from service.mail.doors import AtMoveQuestion
from service.mail.inbound.desk import do_errand
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import meaning_of
from service.mail.inbound.turns import PlayersMail, moves_in
from service.models import Game, InboundMail, Outcome
from service.people.accounts import account_numbered
from service.play.seating import lock_game, seat_number
from service.post.boxes import Question
from service.post.inbound import mail_in_question
from service.post.links import present_turn


def answer_question(mail: InboundMail, box: Question, letter: Letter, now: datetime) -> Outcome:
    """Play the move that was asked about, or whatever the player says instead; others have to be confirmed.

    Once the question is forgotten nobody knows what it was, so the answer is taken for a mail to the general address.
    """
    try:
        asked = mail_in_question(box.key)
    except NotFound:
        return do_errand(mail, letter, now)
    game, account = lock_game(asked.game_id or ""), account_numbered(asked.account_id or 0)
    seat = seat_number(game, account)
    if seat is None:
        return do_errand(mail, letter, now)
    turn = _turn_of(asked, game, seat)
    moves = moves_in(game, turn)
    meaning = meaning_of(mail, letter, AtMoveQuestion(moves))
    return PlayersMail(turn, game, account, mail, letter, now, moves, meaning, asked).see_to()


def _turn_of(asked: InboundMail, game: Game, seat: Seat) -> SeatLink:
    """The turn in which the question was asked: another move that is written there is not for any later one."""
    turn, version = present_turn(game, seat), asked.asked_version or 0
    return turn if version >= game.turn else replace(turn, version=version)
