"""Headers of our emails: subject, sender and threading, safe against header injection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from email.utils import format_datetime, formataddr

import rules
from service.accounts.accounts import is_guest
from service.accounts.names import GUEST
from service.config.settings import settings
from service.db.engines import session
from service.language.catalogue import gettext, listed, ngettext
from service.mail.lines import clean
from service.mail.marker import OWN_HEADER
from service.models import Account, Game, GameSeat, LogEntry, Notice
from service.notifications.kinds import kinds_meant, stoppable
from service.notifications.links import row_box, unsubscribe_link, with_proof
from service.notifications.subjects import COMPUTERS, PEOPLE, company
from service.play.positions import log_of
from service.play.seating import first_seat
from service.security.addresses import Named
from service.security.keys import RowPurpose

ANSWERED = "answered"
"""Key in an answer's data: the Message-ID of the email that it answers."""

SENDER_ID = "sundial"
"""Gmail asks for five to fifteen characters that are constant for a sender."""


def address(box: str, name: str = "") -> str:
    """Format an address of our domain."""
    return formataddr((clean(name), f"{box}@{settings().mail_domain}"))


def stopped_at(notice: Notice) -> str | None:
    """Return the unsubscribe link for emails like this one; None if they cannot be stopped."""
    if notice.account_id is None or not set(kinds_meant(notice.kind)) <= set(stoppable()):
        return None
    return unsubscribe_link(session().get_one(Account, notice.account_id), notice.kind, notice.game_id)


def headers(
    notice: Notice, subject: str, reply_to: str | None = None, thread: str | None = None, sender: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield the headers of an email; they depend on the notice alone, so the same notice always makes the same email.

    Subject and References are constant for a game, so that email programs show one thread (Gmail asks for both);
    `thread` is the name of another thread. The Date is when the notice was due, which may be long after the event.
    Auto-Submitted (RFC 3834) keeps vacation responders quiet. List-Unsubscribe with its Post (RFC 8058) stops this kind
    of email with one click, or by an email to the address in it (RFC 2369). List-Id (RFC 2919) is one for each kind
    that can be stopped. Gmail counts complaints by Feedback-ID. `reply_to` is the local part of the reply address,
    `sender` the name of the person that the news is about.
    """
    yield "From", address(Named.GENERAL, gettext("%(name)s via Sundial", name=sender) if sender else "Sundial")
    yield "To", clean(notice.email)
    yield "Subject", clean(subject)
    yield "Date", format_datetime(notice.due_at)
    yield "Message-ID", with_proof(notice.message_id)
    if reply_to is not None:
        yield "Reply-To", address(reply_to, "Sundial")
    begun_by = thread or (f"game.{notice.game_id}" if notice.game_id else None)
    beginning = [f"<{begun_by}@{settings().mail_domain}>"] if begun_by else []
    answered = [clean(notice.data[ANSWERED])] if notice.data.get(ANSWERED) else []
    if beginning or answered:
        yield "In-Reply-To", (answered or beginning)[0]
        yield "References", " ".join(beginning + answered)
    if link := stopped_at(notice):
        yield "List-Id", f"<{notice.kind}.{settings().mail_domain}>"
        yield "List-Unsubscribe", f"<{link}>, <mailto:{address(row_box(RowPurpose.UNSUBSCRIBE, notice))}>"
        yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"
    yield "Feedback-ID", f"{notice.kind}:{SENDER_ID}"
    yield "Auto-Submitted", "auto-generated"
    yield "X-Auto-Response-Suppress", "All"
    yield OWN_HEADER, notice.kind


def subject_for(game: Game, account: Account | None) -> str:
    """Return the subject of all emails to the account about the game: the game, the other players, its number."""
    name = gettext(rules.game(game.ruleset).name)
    seat = None if account is None else first_seat(game, account.id)
    others = others_of(game, seat) if seat else ""
    if not others:
        return gettext("%(game_name)s (%(number)s)", game_name=name, number=str(game.number))
    return gettext("%(game_name)s with %(others)s (%(number)s)", game_name=name, others=others, number=str(game.number))


def others_of(game: Game, seat: GameSeat) -> str:
    """Name the other players for the subject; empty for a player without any."""
    noted = seat.with_whom or company(game, seat)
    computers = len(noted[COMPUTERS])
    names = [gettext("a guest") if name.startswith(GUEST) else name for name in noted[PEOPLE]]
    machines = [ngettext("the computer", "%(num)d computers", computers)] if computers else []
    return listed([*names, *machines])


def whose_news(game: Game, reader: Account, log: Sequence[LogEntry] | None = None) -> str:
    """Return the name of the other person who acted last, else of the only other person; empty if there is none.

    `log` is the game's whole log, if the caller has it.
    """
    others = {seat.number: seat.account for seat in game.seats if seat.is_played_by_a_person}
    others = {number: each for number, each in others.items() if each is not None and each.id != reader.id}
    log = log_of(game) if log is None else log
    acted = next((others[entry.seat] for entry in reversed(log) if entry.seat in others), None)
    only = next(iter(others.values())) if len(others) == 1 else None
    return sender_named(acted or only)


def sender_named(account: Account | None) -> str:
    """Return the name for the From header; guests have none."""
    return "" if account is None or is_guest(account) else account.called


def picture_name(message_id: str, number: int) -> str:
    """Return the Content-ID of an email's picture, unlike any other email's (RFC 2045, 7); the first has number 0."""
    board = f"board-{number + 1}" if number else "board"
    return f"{board}.{message_id.strip('<>')}"


def by_night(name: str) -> str:
    """Return the Content-ID of a board's picture in dark colours."""
    return name.replace(".", "-by-night.", 1)
