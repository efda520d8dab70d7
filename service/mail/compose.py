"""Composition of emails: turns a notice into a message with the templates of its kind."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Protocol

from jinja2 import FileSystemLoader, StrictUndefined, select_autoescape

from service.db.engines import session
from service.language.catalogue import gettext, in_language, language, translate_in
from service.language.templates import FlatEnvironment
from service.language.time_zones import UTC_ZONE
from service.mail import kinds
from service.mail.facts import Facts, recipient
from service.mail.headers import by_night, picture_name, stopped_at, subject_for
from service.mail.marker import marker_line
from service.mail.mime import Content, Draft, Picture, build, finished, held
from service.models import Account, Game, Notice
from service.notifications import links
from service.notifications.links import general_address
from service.notifications.notices import LANGUAGE
from service.pictures import boards as pictures
from service.play.seating import game_if_any
from service.presentation.legal import linked
from service.presentation.no_break import unbroken

LARGEST = 40 * 1024
"""Bytes of an email about one game, its pictures included."""
ROOMY = LARGEST - 2 * 1024
"""Boards get smaller above this size, which leaves room for long names and addresses."""
SMALL = 25_600
"""Replaces `ROOMY` in an email whose one picture is its board both by day and by night.

It holds the smallest board beside the most moves to choose from, the first turn of Seasons, and links to the operator's
pages.
"""
BESIDE_OTHERS = 9_200
"""The least bytes of such a board in an email with several; the email's size grows with their number."""
_BLANK_LINES = re.compile(r"\n{3,}")
"""Templates leave blank lines where a part is empty."""

log = logging.getLogger(__name__)


class Composing(Protocol):
    """The interface of a kind's `facts.py`."""

    def facts(self, notice: Notice) -> Facts:
        """Return the values for the templates."""


def compose(notice: Notice) -> bytes:
    """Compose the email for a notice in its reader's language; boards that cannot be drawn now are given as text.

    The same notice at the same point of its game gives the same bytes. The current transaction may end after it.
    """
    with _reading(notice), in_language(language_for(notice)):
        facts = facts_of(notice)
        mail = _written(notice, facts)
        try:
            return _roomy(mail, facts.boards)
        except pictures.NoPicture:
            log.warning("a board could not be drawn for notice %s", notice.id)
            return finished(_written(notice, replace(facts, boards=())), ())


@contextmanager
def _reading(notice: Notice) -> Iterator[None]:
    """Keep the game and its players loaded during composition: most emails are for one of them."""
    game = game_if_any(notice.game_id) if notice.game_id is not None else None
    yield
    del game


def language_for(notice: Notice) -> str | None:
    """Return the reader's language, or else the language of the email that the notice answers, if known."""
    account = session().get(Account, notice.account_id) if notice.account_id is not None else None
    if account is not None and account.language is not None:
        return account.language
    told: str | None = notice.data.get(LANGUAGE)
    return told


def _roomy(mail: Draft, boards: Sequence[str]) -> bytes:
    """Finish the email with its boards as large as its size limit allows."""
    most = SMALL if [pictures.negative(board) is None for board in boards] == [False] else ROOMY
    names = [name for number, board in enumerate(boards) for name in _names(mail.message_id, number, board)]
    free = most - len(finished(mail, [Picture(name, b"") for name in names]))
    raw = finished(mail, list(_drawn(mail, boards, held(free) // max(len(boards), 1))))
    return raw if len(raw) <= most else finished(mail, list(_drawn(mail, boards, 0)))


def _names(message_id: str, number: int, board: str) -> list[str]:
    """Return the names of a board's pictures."""
    name = picture_name(message_id, number)
    return [name, by_night(name)] if pictures.has_picture_by_night(board) else [name]


def _drawn(mail: Draft, boards: Sequence[str], room: int) -> Iterator[Picture]:
    """Yield each board by day and, if it differs, by night; the night picture gets the room that is left."""
    for number, board in enumerate(boards):
        name, *others = _names(mail.message_id, number, board)
        if not others:
            yield Picture(name, pictures.for_mail_by_day(board, max(room, BESIDE_OTHERS if len(boards) > 1 else 0)))
            continue
        by_day = pictures.for_mail_by_day(board, room - pictures.BY_NIGHT[0])
        yield Picture(name, by_day)
        yield Picture(others[0], pictures.for_mail_by_night(board, room - len(by_day)))


def texts_of(notice: Notice) -> tuple[str, str]:
    """Return the text and the HTML of a notice's email, as composed now."""
    with _reading(notice), in_language(language_for(notice)):
        content = _content(notice, facts_of(notice))
    return content.text, content.html


def _written(notice: Notice, facts: Facts) -> Draft:
    return build(notice, _content(notice, facts))


def _content(notice: Notice, facts: Facts) -> Content:
    names = [_names(notice.message_id, number, board) for number, board in enumerate(facts.boards)]
    values = {
        "legal_pages": [(title, links.legal_link(name)) for name, title in linked()],
        **facts.values,
        "board_cid": names[0][0] if names else None,
        "by_night": {name: other for name, *others in names for other in others},
        "negatives": {
            name: radius
            for (name, *_), board in zip(names, facts.boards, strict=True)
            if (radius := pictures.negative(board)) is not None
        },
        "subject": subject_of(notice),
        "marker": marker_line(gettext(facts.marker)) if facts.reply_to and facts.marker else None,
        "desk": general_address(),
        "language": language(),
        "fewer_mails": stopped_at(notice),
        "is_in_utc": notice.account_id is not None and recipient(notice).time_zone == UTC_ZONE.key,
    }
    subject, text, html = (
        _templates().get_template(f"kinds/{_folder_of(notice)}/{name}").render(values)
        for name in ("subject.txt", "body.txt", "body.html")
    )
    plain = _BLANK_LINES.sub("\n\n", text).strip() + "\n"
    return Content(subject.strip(), plain, html, facts.reply_to, facts.thread, facts.sender)


def subject_of(notice: Notice) -> str:
    """Return the subject of all emails about the notice's game; empty without a game."""
    if notice.game_id is None:
        return ""
    reader = session().get(Account, notice.account_id) if notice.account_id is not None else None
    return subject_for(session().get_one(Game, notice.game_id), reader)


def facts_of(notice: Notice) -> Facts:
    """Collect the template values from the `facts` of the notice's kind."""
    composing: Composing = import_module(f"{kinds.__name__}.{_folder_of(notice)}.facts")
    return composing.facts(notice)


def _folder_of(notice: Notice) -> str:
    return notice.kind.replace("-", "_")


@cache
def _templates() -> FlatEnvironment:
    environment = FlatEnvironment(
        loader=FileSystemLoader([Path(folders).parent for folders in kinds.__path__]),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    environment.filters["unbroken"] = unbroken
    translate_in(environment)
    return environment
