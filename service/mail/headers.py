"""What stands in the headers of our mails: the subject, in whose name they come; and that nothing forged can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from email.utils import format_datetime, formataddr

import rules
from service.core.addresses import Named
from service.core.db import session
from service.core.language import gettext, listed, ngettext
from service.core.settings import settings
from service.mail.lines import clean
from service.mail.marker import OWN_HEADER
from service.models import Account, Game, GameSeat, LogEntry, Notice
from service.people.names import GUEST
from service.play.positions import log_of
from service.post.kinds import kinds_meant, stoppable
from service.post.links import unsubscribe_box, unsubscribe_link
from service.post.subjects import COMPUTERS, PEOPLE, company

ANSWERED = "answered"
"""In what an answer knows: the Message-ID of the mail that it answers."""

SENDER_ID = "sundial"
"""Gmail asks for five to fifteen characters that stay the same in all mails of a sender."""


def address(box: str, name: str = "") -> str:
    """An address of ours."""
    return formataddr((clean(name), f"{box}@{settings().mail_domain}"))


def stopped_at(notice: Notice) -> str | None:
    """The link that stops mails like this one; None if its reader cannot do without."""
    if notice.account_id is None or not set(kinds_meant(notice.kind)) <= set(stoppable()):
        return None
    return unsubscribe_link(session().get_one(Account, notice.account_id), notice.kind, notice.game_id)


def headers(
    notice: Notice, subject: str, reply_to: str | None = None, thread: str | None = None, sender: str = ""
) -> Iterator[tuple[str, str]]:
    """The headers of a mail: fixed by the notice alone, so that the same notice always makes the same mail.

    Subject and References are the same for all mails of a game, so that a mail program shows one thread (Gmail asks
    for both); `thread` is the name of another thread. The Date is when the notice was due, which may be long after what
    it tells. Auto-Submitted (RFC 3834) keeps vacation responders quiet; List-Unsubscribe with its Post (RFC 8058) stops
    this kind of mail with one click, or by a mail to the box that it names (RFC 2369). List-Id (RFC 2919) is one for
    each kind that can be stopped, Feedback-ID what Gmail counts complaints by. `reply_to` is the box that reads an
    answer, `sender` whose news it is.
    """
    yield "From", address(Named.DESK, gettext("%(name)s via Sundial", name=sender) if sender else "Sundial")
    yield "To", clean(notice.email)
    yield "Subject", clean(subject)
    yield "Date", format_datetime(notice.due_at)
    yield "Message-ID", notice.message_id
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
        yield "List-Unsubscribe", f"<{link}>, <mailto:{unsubscribe_box(notice)}@{settings().mail_domain}>"
        yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"
    yield "Feedback-ID", f"{notice.kind}:{SENDER_ID}"
    yield "Auto-Submitted", "auto-generated"
    yield "X-Auto-Response-Suppress", "All"
    yield OWN_HEADER, notice.kind


def subject_for(game: Game, account: Account | None) -> str:
    """What all mails to the account about the game have as their subject: the game, the others, its number."""
    name = gettext(rules.game(game.ruleset).name)
    seat = next((seat for seat in game.seats if account is not None and seat.account_id == account.id), None)
    others = others_of(game, seat) if seat else ""
    if not others:
        return gettext("%(game_name)s (%(number)s)", game_name=name, number=str(game.number))
    return gettext("%(game_name)s with %(others)s (%(number)s)", game_name=name, others=others, number=str(game.number))


def others_of(game: Game, seat: GameSeat) -> str:
    """The others at the table, as the subject names them to whoever has the seat; empty for one who is alone."""
    noted = seat.with_whom or company(game, seat)
    computers = len(noted[COMPUTERS])
    names = [gettext("a guest") if name.startswith(GUEST) else name for name in noted[PEOPLE]]
    machines = [ngettext("the computer", "%(num)d computers", computers)] if computers else []
    return listed([*names, *machines])


def whose_news(game: Game, reader: Account, log: Sequence[LogEntry] | None = None) -> str:
    """The name of whoever acted last, or else of the only other person there; empty if neither is known by one.

    `log` is the whole log of the game, if it is at hand.
    """
    others = {seat.number: seat.account for seat in game.seats if seat.is_played_by_a_person}
    others = {number: each for number, each in others.items() if each is not None and each.id != reader.id}
    log = log_of(game) if log is None else log
    acted = next((others[entry.seat] for entry in reversed(log) if entry.seat in others), None)
    only = next(iter(others.values())) if len(others) == 1 else None
    return sender_named(acted or only)


def sender_named(account: Account | None) -> str:
    """The name in which a mail can come; guests have none."""
    return "" if account is None or account.name.startswith(GUEST) else account.name


def picture_name(number: int) -> str:
    """The Content-ID of a picture, by which the HTML part shows it; the first has the number 0."""
    return f"board-{number + 1}@sundial" if number else "board@sundial"


def by_night(name: str) -> str:
    """That of the same board in the colours of the night."""
    return name.replace("@", "-by-night@")
