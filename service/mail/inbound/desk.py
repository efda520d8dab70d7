"""Mails to our general address: games are begun here, and asked after."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from service.core.errors import Refused
from service.core.language import known
from service.mail import unclear
from service.mail.commands import DeskCommand, DeskWord, Unclear, Wish, understand_at_desk
from service.mail.doors import AtDesk, Order
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import meaning_of, wrote
from service.mail.inbound.owners import note_owner
from service.mail.inbound.vain import answer_in_vain
from service.mail.inbound.writing import answer_at_desk
from service.mail.wishes import Doubtful, Meaning, One, Talk
from service.models import Account, InboundMail, Outcome
from service.people.accounts import account_of
from service.play.games import NewGame, create_game
from service.play.seating import seat_number
from service.post.boxes import asked, local_part_of
from service.post.inbound import hold
from service.post.kinds import ALL_KINDS
from service.post.preferences import stop_mail
from service.work.units import undone_if_refused


def do_errand(mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    """Do what the writer asks for; what changes something only once they have confirmed that they wrote it."""
    if letter.writer is None:
        return Outcome.IGNORED
    account = account_of(letter.writer, now)
    meaning = meaning_of(mail, letter, AtDesk())
    if mail.approved_at is not None:
        note_owner(account, letter, now)
    elif why := _doubt(account, meaning):
        return hold(mail, account, why, "" if why == "stranger" else wrote(meaning), now, known(letter.language))
    return _do(meaning, account, mail, letter, now)


def _doubt(account: Account, meaning: Meaning[Order]) -> str | None:
    """Why the writer has to confirm the mail first, if they have to."""
    if account.verified_at is None:
        return "stranger"
    match meaning:
        case One(Order(Wish())):
            return "new"
        case One(Order(DeskWord.STOP)):
            return "stop"
    return None


def _do(meaning: Meaning[Order], account: Account, mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    tell = partial(answer_at_desk, account, letter, now, wrote=wrote(meaning))
    match meaning:
        case One(order):
            return _grant(order.command, account, now, tell)
        case Doubtful(orders):
            told = unclear.about([order.text for order in orders]) | {"box": asked(local_part_of(mail.recipient))}
        case Talk(text) if understand_at_desk(text) != DeskWord.YES:
            told = {"topic": "not-understood", "word": text}
        case _:
            told = {"topic": "help"}
    return answer_in_vain(mail, letter, now, partial(tell, **told))


def _grant(command: DeskCommand, account: Account, now: datetime, tell: Callable[..., Outcome]) -> Outcome:
    match command:
        case Wish(wish):
            return _begin(wish, account, now, tell)
        case DeskWord.STOP:
            stop_mail(account.id, ALL_KINDS)
            return tell(topic="stopped")
        case Unclear(code, word):
            return tell(topic=code, word=word)
    return tell(topic=command)


def _begin(wish: NewGame, account: Account, now: datetime, tell: Callable[..., Outcome]) -> Outcome:
    try:
        game = undone_if_refused(lambda: create_game(account, wish, now))
    except Refused as refused:
        why = refused.sentence
        reason = {"reason": why.template, "named": dict(why.values)} if why else {}
        return tell(topic="refused", code=refused.code, details=refused.details, **reason)
    if game.to_move is not None and game.to_move == seat_number(game, account):
        return Outcome.DONE  # the mail about the turn is the answer
    return tell(topic="created", game_id=game.id)
