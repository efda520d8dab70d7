"""Email that belongs to no single game: commands to the general address, and replies to what comes from there.

A reply to an email about several games or invitations cannot play a move, but can give a command for all games.
A reply to a sign-in email does nothing, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

from sqlalchemy import select

from service.accounts.accounts import account_numbered, is_guest, name_offered
from service.accounts.addresses import is_from, writer_of
from service.challenges.asking import challenge_bot
from service.challenges.lobby import challenge_anybody, take_back_all
from service.challenges.terms import challenge_to
from service.db.engines import session
from service.jobs.units import undone_if_refused
from service.language.errors import Invalid, Refused
from service.mail import unclear
from service.mail.about_you import personal_answer, setting_in_vain
from service.mail.command_table import Command, Scope
from service.mail.commands import (
    ABOUT_ONESELF,
    LOOKED_UP,
    OF_TOURNAMENTS,
    Consent,
    GeneralIntent,
    Move,
    Request,
    Told,
    TurnIntent,
    command_misused,
    greets,
    near_order,
    understand_general,
)
from service.mail.inbound.answering import A_DAY, answer_general, answer_in_vain, hold_mail, note_owner
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import meaning_of, wrote
from service.mail.intents import Doubtful, Meaning, One, Talk
from service.mail.new_games import NewGameIntent, Unclear
from service.mail.pauses import pause_in_vain, pause_or_resume
from service.mail.reply_grammars import AtDigest, AtGeneralAddress, Order
from service.mail.tournaments import tournament_answer
from service.mail.vacation_dates import Away
from service.mail.vacations import away_in_vain, take_by_mail
from service.models import Account, Game, GameStatus, InboundMail, Notice, Outcome
from service.notifications.boxes import asked, local_part_of
from service.notifications.digests import INVITATIONS
from service.notifications.kinds import ALL_KINDS
from service.notifications.notices import reader_since
from service.notifications.preferences import stop_mail
from service.notifications.questions import OTHER_SENDER, STRANGER
from service.play.games import create_game, create_match, layout_of, ruleset_named
from service.play.matches.standing import standing
from service.play.seating import seat_number
from service.security.keys import RowKey, RowPurpose


def do_errand(mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    """Run the writer's command; changes to an account wait until the writer confirms that they wrote the email."""
    if letter.writer is None:
        return Outcome.IGNORED
    account = writer_of(letter.writer, now)
    meaning = meaning_of(mail, letter, AtGeneralAddress())
    if mail.approved_at is not None:
        note_owner(account, letter, now)
    elif why := _doubt(account, meaning, now):
        return hold_mail(mail, account, letter, why, wrote(meaning), now)
    return _do(meaning, account, mail, letter, now)


def _doubt(account: Account, meaning: Meaning[Order], now: datetime) -> str | None:
    """Return why the writer must confirm the email first, or None; a command that will fail is answered at once."""
    if account.verified_at is None:
        return STRANGER
    why: str | None = None
    match meaning:
        case One(Order(NewGameIntent())):
            why = "new"
        case One(Order(Request(Command.STOP))):
            why = "stop"
        case One(Order(Request(Command.FIND))):
            why = "setting"
        case One(Order(Request(Command.ENTER | Command.WITHDRAW, number))) if number:
            why = "tournament"
        case One(Order(Request(command) as intent)) if command in ABOUT_ONESELF and not setting_in_vain(intent):
            why = "setting"
        case One(Order(Away() as intent)) if not away_in_vain(intent, account, now):
            why = "away"
        case One(Order(Request(Command.PAUSE | Command.RESUME) as intent)) if not pause_in_vain(intent):
            why = "away"
    return why


def _do(meaning: Meaning[Order], account: Account, mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    offered = name_offered(account, letter.writer_name) if is_guest(account) else ""
    tell, line = partial(answer_general, account, letter, now, wrote=wrote(meaning), offered=offered), ""
    match meaning:
        case One(order):
            return _grant(order.command, account, now, tell)
        case Doubtful(orders):
            told = unclear.about(orders)
        case Talk(text) if greets(text) or mail.approved_at is not None:
            told = {"topic": "hello"}
        case Talk(text) if (command := command_misused(text)) is not None:
            is_known = Scope.GENERAL in command.value.scope
            told = {"topic": "misused", "command": command.english} if is_known else {"topic": "which-board"}
            line = text  # few machines write like this, and each word is a separate mistake
        case Talk(text) if understand_general(text) != Consent.YES:
            near = near_order(text)
            told = unclear.near(near) if near else {"topic": "not-understood", "word": text}
        case _:
            told = {"topic": "help"}
    return answer_in_vain(mail, account, letter, partial(tell, **told), line)


def _grant(command: GeneralIntent, account: Account, now: datetime, tell: Callable[..., Outcome]) -> Outcome:
    if (done := _for_all_games(command, account, now)) is not None:
        topic, told = done
        return tell(topic=topic, **told)
    match command:
        case NewGameIntent():
            return _begin(command, account, now, tell)
        case Request(Command.STOP | Command.FIND as ended):
            return tell(topic=_stop(ended, account))
        case Unclear(code, word):
            return tell(topic=code, word=word)
        case Request(asked):
            return tell(topic=asked.english)
    return tell(topic="help")


def _stop(command: Command, account: Account) -> str:
    """Stop all emails, or looking for opponents; return the topic of the answer."""
    if command is Command.STOP:
        stop_mail(account.id, ALL_KINDS)
        return "stopped"
    return "find-stopped" if take_back_all(account) else "find-nothing"


def _for_all_games(intent: TurnIntent | GeneralIntent, account: Account, now: datetime) -> Told | None:
    """Run a command that concerns no single game; return None for any other command."""
    match intent:
        case Request(Command.PAUSE | Command.RESUME):
            return pause_or_resume(intent, account, now)
        case Away():
            return take_by_mail(intent, account, now)
        case Request(command) if command in ABOUT_ONESELF | LOOKED_UP:
            return personal_answer(intent, account, now)
        case Request(command) if command in OF_TOURNAMENTS:
            return tournament_answer(intent, account, now)
    return None


def _begin(intent: NewGameIntent, account: Account, now: datetime, tell: Callable[..., Outcome]) -> Outcome:
    try:
        game = undone_if_refused(lambda: _set_up(intent, account, now))
        if game is None:
            return tell(topic="challenged")
    except Refused as refused:
        why = refused.sentence
        reason = {"reason": why.template, "named": dict(why.values)} if why else {}
        return tell(topic="refused", code=refused.code, details=refused.details, **reason)
    if game.to_move is not None and game.to_move == seat_number(game, account):
        return Outcome.DONE  # the email about the turn is the answer
    waits = "bot-asked" if intent.with_bot else "created"
    return tell(topic="begun" if game.status == GameStatus.ACTIVE else waits, game_id=game.id)


def _set_up(intent: NewGameIntent, account: Account, now: datetime) -> Game | None:
    """Create the game, or a match and its first game; return None for a challenge without an opponent yet."""
    new = intent.game
    if intent.with_bot or intent.with_anybody:
        if intent.is_match or intent.layout_of is not None or (intent.with_bot and intent.with_anybody):
            raise Invalid("no-challenge")
        wish = challenge_to(new)
        return challenge_bot(account, wish, now).game if intent.with_bot else challenge_anybody(account, wish, now)[1]
    if intent.layout_of is not None:
        new = replace(new, layout=layout_of(intent.layout_of, ruleset_named(new.ruleset), account))
    if intent.is_match:
        return standing(create_match(account, new, now)).games[0]
    return create_game(account, new, now)


def answer_ours(mail: InboundMail, key: RowKey, letter: Letter, now: datetime) -> Outcome:
    """Run a command sent in reply to an answer of ours or to a digest; other senders must be confirmed.

    Once that email is forgotten its reader is unknown, so the reply is handled as an email to the general address.
    """
    theirs = Notice.id == key.number, Notice.nonce == key.nonce, Notice.account_id.is_not(None)
    sent = session().scalar(select(Notice).where(*theirs))
    if sent is None:
        return do_errand(mail, letter, now)
    account = account_numbered(sent.account_id or 0)
    if key.purpose == RowPurpose.ORDER:
        orders = meaning_of(mail, letter, AtGeneralAddress())
        text, act = wrote(orders), partial(_do, orders)
    else:
        intents = meaning_of(mail, letter, AtDigest())
        text, act = wrote(intents), partial(_answer_digest, intents, sent)
    if not is_from(account, letter.writer) and mail.approved_at is None:
        return hold_mail(mail, account, letter, OTHER_SENDER, text, now)
    note_owner(account, letter, now)
    return act(account, mail, letter, now)


def _answer_digest(
    meaning: Meaning[TurnIntent], digest: Notice, account: Account, mail: InboundMail, letter: Letter, now: datetime
) -> Outcome:
    tell = partial(answer_general, account, letter, now, wrote=wrote(meaning))
    match meaning:
        case One(Request(Command.HELP)):
            return tell(topic="help")
        case One(intent) if (done := _for_all_games(intent, account, now)) is not None:
            topic, told = done
        case Doubtful(intents) if not all(isinstance(intent, Move) for intent in intents):
            return tell(**unclear.about(intents), box=asked(local_part_of(mail.recipient)))
        case Talk(text) if (command := command_misused(text)) and command.value.scope is Scope.ANYWHERE:
            topic, told = "misused", {"command": command.english}
        case _:
            topic, told = "several-invitations" if digest.kind == INVITATIONS else "several", {}
    return tell(topic=topic, **told)


def answer_sign_in(mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    """Answer that the sign-in email takes no replies, if there was one lately: senders can be forged."""
    account = reader_since("sign-in", letter.writer, now - A_DAY)
    if account is None:
        return Outcome.IGNORED
    return answer_in_vain(mail, account, letter, partial(answer_general, account, letter, now, topic="signs-in-only"))
