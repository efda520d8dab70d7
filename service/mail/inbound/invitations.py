"""Replies to invitations and to requests for a substitute.

An invitation takes yes, perhaps with a word for the dice, no or never; other words go to the host. A substitute
request takes yes or no.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial

from service.accounts.accounts import account_numbered, is_guest, name_offered, person_behind
from service.accounts.addresses import is_from, writer_of
from service.accounts.measures import check_may_speak
from service.jobs.units import undone_if_refused
from service.language import texts
from service.language.errors import Conflict, Forbidden, Invalid, NotFound, Refused, TooMany
from service.mail import unclear
from service.mail.about_you import personal_answer
from service.mail.command_table import Command
from service.mail.commands import Consent, Request
from service.mail.decline_words import reason_in
from service.mail.inbound.answering import answer_general, answer_in_vain, hold_mail, note_owner
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import meaning_of, small_talk, unsigned, wrote
from service.mail.intents import Doubtful, One
from service.mail.reply_grammars import AtInvitation, AtQuestion, YesWithWord
from service.models import LONGEST_MESSAGE, Account, Game, InboundMail, Outcome, SeatState
from service.notifications.boxes import asked, is_asked, local_part_of
from service.notifications.links import invitation_link
from service.notifications.notices import add_words
from service.notifications.questions import OTHER_SENDER
from service.play import chat
from service.play.declining import Declined
from service.play.seat_links import (
    accept_invitation,
    decline_invitation,
    game_of,
    host_of,
    invited_seat,
    never_by_link,
)
from service.play.seating import seat_number
from service.play.substitutes import former_player, take_over
from service.presentation.names import called
from service.security.keys import SeatLink


def answer_invitation(mail: InboundMail, link: SeatLink, letter: Letter, now: datetime) -> Outcome:
    """Accept or decline for the invited player, or block the host from inviting them again.

    An email from another address is held until the invited player confirms it.
    """
    try:
        account = invited_seat(game_of(link), link).account
    except NotFound:
        return _tell_that_it_is_over(mail, letter, now)
    if account is None or account.email is None:
        return Outcome.IGNORED
    return _answer(mail, link, account, letter, now)


def _answer(mail: InboundMail, link: SeatLink, account: Account, letter: Letter, now: datetime) -> Outcome:
    (letter, meaning), box = unsigned(account, mail, letter, AtInvitation()), local_part_of(mail.recipient)
    if not is_from(account, letter.writer) and mail.approved_at is None:
        return hold_mail(mail, account, letter, OTHER_SENDER, wrote(meaning), now)
    note_owner(account, letter, now)
    tell = partial(answer_general, account, letter, now, wrote=wrote(meaning))
    # A reply to the refusal comes to the same address and must not look like a new email there.
    refuse = partial(answer_in_vain, mail, account, letter)
    match meaning:
        case One((Consent() | YesWithWord()) as said, sentences, talk=talk):
            more = [text for text in sentences if isinstance(said, Consent) and AtQuestion().intent(text) is None]
            words = "\n".join(small_talk([*more, *talk]))
            try:
                return _decided(said, link, account, mail, letter, tell, words)
            except Conflict:
                return refuse(partial(tell, topic="invitation-over", box=box))
        case One(Request() as intent):
            topic, told = personal_answer(intent, account, now, game_of(link).ruleset)
            return tell(topic=topic, **told, box=box)
        case Doubtful(intents):
            return refuse(partial(tell, **unclear.about(intents), box=asked(box)))
    is_in = invited_seat(game_of(link), link).state == SeatState.TAKEN
    return refuse(partial(tell, topic="not-understood" if is_in else "yes-or-no", box=box))


def _tell_that_it_is_over(mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    """Answer that the invitation is over, to any sender: only its recipient knows the address."""
    if letter.writer is None:
        return Outcome.IGNORED
    account = writer_of(letter.writer, now)
    tell = partial(answer_general, account, letter, now, topic="invitation-over", box=local_part_of(mail.recipient))
    return answer_in_vain(mail, account, letter, tell)


def _decided(
    said: Consent | YesWithWord,
    link: SeatLink,
    account: Account,
    mail: InboundMail,
    letter: Letter,
    tell: Callable[..., Outcome],
    words: str,
) -> Outcome:
    at, is_in = mail.approved_at or mail.received_at, invited_seat(game_of(link), link).state == SeatState.TAKEN
    match said:
        case Consent.YES | Consent.NO if is_in and is_asked(mail.recipient) and is_guest(account):
            taking = Request(Command.NAME, letter.writer_name)
            topic, told = personal_answer(taking, account, at) if said is Consent.YES else ("unnamed", {})
            return tell(topic=topic, **told, box=local_part_of(mail.recipient))
        case Consent.NO:
            _pass_on(words, decline_invitation(link, at, Declined(reason_in(words))), link.seat, account, at)
            return Outcome.DONE
        case Consent.NEVER:
            host = person_behind(host_of(never_by_link(link, at)))
            return tell(topic="never", values={"host": called(host)})
    word = said.word if isinstance(said, YesWithWord) else None
    game = accept_invitation(link, at, contribution=word)
    _pass_on(words, game, link.seat, account, at)
    if is_guest(account) and (name := name_offered(account, letter.writer_name)):
        told = {"values": {"name": name}, "name_link": invitation_link(game, link.seat)}
        return tell(topic="name-offered", game_id=game.id, **told, box=asked(local_part_of(mail.recipient)))
    if game.to_move is not None and game.to_move == seat_number(game, account):
        return Outcome.DONE  # the email about the turn is the answer
    return tell(topic="joined", game_id=game.id)


def _pass_on(words: str, game: Game, place: int, guest: Account, at: datetime) -> None:
    """Send the guest's words to the host alone: in the email that tells of the answer, else as a message.

    Words of a guest who may not speak are dropped.
    """
    host = host_of(game)
    seat = seat_number(game, host)
    with suppress(Invalid, Forbidden, TooMany):
        check_may_speak(guest, at)
        said = texts.message(words, LONGEST_MESSAGE) if words else ""
        if said and not add_words(game, host, said, place, guest) and game.setup is not None and seat is not None:
            chat.post(game.id, guest, said, at, seat)


def answer_offer(mail: InboundMail, link: SeatLink, letter: Letter, now: datetime) -> Outcome:
    """Take the seat over for the account asked, if they say yes; hold an email from another address."""
    account = _asked(link)
    if account is None or account.email is None:
        return Outcome.IGNORED
    meaning, box = meaning_of(mail, letter, AtQuestion()), local_part_of(mail.recipient)
    if not is_from(account, letter.writer) and mail.approved_at is None:
        return hold_mail(mail, account, letter, OTHER_SENDER, wrote(meaning), now)
    note_owner(account, letter, now)
    tell = partial(answer_general, account, letter, now, wrote=wrote(meaning))
    refuse = partial(answer_in_vain, mail, account, letter)
    match meaning:
        case One(Consent.YES):
            return _take(link, account, now, tell, refuse)
        case One(Consent()):
            return tell(topic="seat-declined")
        case Doubtful(intents):
            return refuse(partial(tell, **unclear.about(intents), box=asked(box)))
    return refuse(partial(tell, topic="take-over", box=box))


def tell_former(link: SeatLink, letter: Letter, written: str, now: datetime) -> Outcome | None:
    """Answer the seat's former player that they lost it; return None for anyone else."""
    former = former_player(link.game_id, link.seat, letter.writer)
    return None if former is None else answer_general(former, letter, now, topic="seat-lost", wrote=written)


def _take(
    link: SeatLink, account: Account, now: datetime, tell: Callable[..., Outcome], refuse: Callable[..., Outcome]
) -> Outcome:
    try:
        game = undone_if_refused(lambda: take_over(link.game_id, link.seat, account, now))
    except Refused as refused:
        code = "seat-not-left" if isinstance(refused, NotFound) else refused.code
        return refuse(partial(tell, topic="no-seat", code=code, details=refused.details))
    if game.to_move == link.seat:
        return Outcome.DONE  # the email about the turn is the answer
    return tell(topic="seat-yours", game_id=game.id)


def _asked(link: SeatLink) -> Account | None:
    """Return the account that was asked; None if it was deleted or its number now belongs to another account."""
    try:
        account = account_numbered(link.version)
    except NotFound:
        return None
    return account if account.nonce == link.nonce else None
