"""Mails to our general address: games are begun here, and asked after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

from service.bots.seeks import seek_bot, seek_with
from service.core.errors import Invalid, Refused
from service.core.language import known
from service.mail import unclear
from service.mail.commands import DeskCommand, DeskWord, greets, near_order, understand_at_desk
from service.mail.doors import AtDesk, Order
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import meaning_of, wrote
from service.mail.inbound.owners import note_owner
from service.mail.inbound.personal import personal_answer
from service.mail.inbound.vain import answer_in_vain
from service.mail.inbound.writing import answer_at_desk
from service.mail.new_games import Unclear, Wish
from service.mail.personal import Lookup, Setting
from service.mail.wishes import Doubtful, Meaning, One, Talk
from service.models import Account, Game, GameStatus, InboundMail, Outcome
from service.people.accounts import account_of
from service.play.challenges import challenge_anybody, challenge_to
from service.play.games import create_game, create_match, ruleset_named
from service.play.layouts import layout_of
from service.play.matches import standing
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
        case One(Order(Setting())):
            return "setting"
    return None


def _do(meaning: Meaning[Order], account: Account, mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    tell = partial(answer_at_desk, account, letter, now, wrote=wrote(meaning))
    match meaning:
        case One(order):
            return _grant(order.command, account, now, tell)
        case Doubtful(orders):
            told = unclear.about([order.text for order in orders]) | {"box": asked(local_part_of(mail.recipient))}
        case Talk(text) if greets(text) or mail.approved_at is not None:
            told = {"topic": "hello"}
        case Talk(text) if understand_at_desk(text) != DeskWord.YES:
            near = near_order(text)
            told = {"topic": "not-understood", "word": text}
            if near:
                told = {"topic": "near", "wishes": unclear.near(near)}
        case _:
            told = {"topic": "help"}
    return answer_in_vain(mail, letter, partial(tell, **told))


def _grant(command: DeskCommand, account: Account, now: datetime, tell: Callable[..., Outcome]) -> Outcome:
    match command:
        case Wish():
            return _begin(command, account, now, tell)
        case Setting() | Lookup():
            topic, told = personal_answer(command, account, now)
            return tell(topic=topic, **told)
        case DeskWord.STOP:
            stop_mail(account.id, ALL_KINDS)
            return tell(topic="stopped")
        case Unclear(code, word):
            return tell(topic=code, word=word)
    return tell(topic=command)


def _begin(wish: Wish, account: Account, now: datetime, tell: Callable[..., Outcome]) -> Outcome:
    try:
        game = undone_if_refused(lambda: _set_up(wish, account, now))
        if game is None:
            return tell(topic="challenged")
    except Refused as refused:
        why = refused.sentence
        reason = {"reason": why.template, "named": dict(why.values)} if why else {}
        return tell(topic="refused", code=refused.code, details=refused.details, **reason)
    if game.to_move is not None and game.to_move == seat_number(game, account):
        return Outcome.DONE  # the mail about the turn is the answer
    waits = "bot-asked" if wish.with_bot else "created"
    return tell(topic="begun" if game.status == GameStatus.ACTIVE else waits, game_id=game.id)


def _set_up(wish: Wish, account: Account, now: datetime) -> Game | None:
    """The game, or the first one of the match; None for a challenge that waits for somebody."""
    new = wish.game
    if wish.with_bot:
        if wish.is_match or wish.with_anybody or wish.layout_of is not None:
            raise Invalid("no-seek")
        return seek_bot(account, seek_with(new), now).game
    if wish.with_anybody:
        return challenge_anybody(account, challenge_to(new), now)[1]
    if wish.layout_of is not None:
        new = replace(new, layout=layout_of(wish.layout_of, ruleset_named(new.ruleset), account))
    if wish.is_match:
        return standing(create_match(account, new, now)).games[0]
    return create_game(account, new, now)
