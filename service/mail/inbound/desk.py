"""Mails to our general address: games are begun here, and asked after."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from service.actions.accounts import STOPPABLE, account_of, confirm, stop_mail
from service.actions.games import NewGame, create_game, seat_number
from service.actions.inbound import hold
from service.db import session
from service.errors import Refused
from service.mail.commands import DeskCommand, DeskWord, Unclear, Wish, understand_at_desk
from service.mail.inbound.letter import Letter
from service.mail.inbound.vain import answer_in_vain
from service.mail.inbound.writing import answer_at_desk, wrote
from service.mail.reading import Answer
from service.models import Account, InboundMail, Outcome


def take_up(mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    """Do what the writer asks for; what changes something only once they have confirmed that they wrote it."""
    if letter.writer is None:
        return Outcome.IGNORED
    account = account_of(letter.writer, now)
    command = understand_at_desk(letter.reading.text) if isinstance(letter.reading, Answer) else None
    if mail.approved_at is not None:
        confirm(account, now)
    elif why := _doubt(account, command):
        return hold(mail, account, why, "" if why == "stranger" else wrote(letter), now)
    return _do(command, account, mail, letter, now)


def _doubt(account: Account, command: DeskCommand | None) -> str | None:
    """Why the writer has to confirm the mail first, if they have to."""
    if account.verified_at is None:
        return "stranger"
    if isinstance(command, Wish):
        return "new"
    return "stop" if command == DeskWord.STOP else None


def _do(command: DeskCommand | None, account: Account, mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    tell = partial(answer_at_desk, account, letter, now)
    match command:
        case Wish(wish):
            return _begin(wish, account, letter, now)
        case DeskWord.GAMES | DeskWord.HELP:
            return tell(topic=command)
        case DeskWord.STOP:
            for kind in STOPPABLE:
                stop_mail(account.id, kind)
            return tell(topic="stopped")
        case Unclear(code, word) if code != "not-understood":
            return tell(topic=code, word=word)
        case Unclear(code, word):
            return answer_in_vain(mail, letter, now, partial(tell, topic=code, word=word))
    return answer_in_vain(mail, letter, now, partial(tell, topic="help"))


def _begin(wish: NewGame, account: Account, letter: Letter, now: datetime) -> Outcome:
    try:
        with session().begin_nested():
            game = create_game(account, wish, now)
    except Refused as refused:
        sentence = " ".join(getattr(refused, "__notes__", []))
        told = {"code": refused.code, "sentence": sentence, "details": refused.details}
        return answer_at_desk(account, letter, now, topic="refused", **told)
    if game.to_move is not None and game.to_move == seat_number(game, account):
        return Outcome.DONE  # the mail about the turn is the answer
    return answer_at_desk(account, letter, now, topic="created", game_id=game.id)
