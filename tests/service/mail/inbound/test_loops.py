"""Machines that write to each other come to an end at once."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import func, select

from service.accounts.sign_in import request_sign_in
from service.accounts.sign_in_askers import Asker
from service.db import clock
from service.db.engines import session
from service.mail.marker import OWN_HEADER
from service.models import Notice, Outcome
from service.notifications.links import turn_box
from service.play.seats import resign
from tests.service.mail.inbound.correspondent import Mailed, deliver, mail, mailed, process_all, write
from tests.service.on_sqlite import ON_BOTH
from tests.service.tables import table

ADA = "ada@example.net"


@pytest.fixture
def ours(app: Flask) -> list[Mailed]:
    """Return an email of every kind that can start a correspondence."""
    seasons = table("ada", "bob")
    first = mailed(ADA, "your-turn")
    write("eve@example.net", turn_box(seasons.game, 0), "place max-15")
    write(ADA, turn_box(seasons.game, 0), "board")
    write(ADA, "play", "help")
    request_sign_in(ADA, Asker("192.0.2.1"), clock.now())
    resign(seasons.id, seasons.players[1], clock.now())
    return [*first, *mailed(ADA, "confirm", "answer", "general-mailbox", "sign-in", "game-over")]


def written() -> int:
    session().rollback()
    return session().scalar(select(func.count()).select_from(Notice)) or 0


@pytest.mark.parametrize("marked", [True, False], ids=["as it is", "without our own header"])
def test_another_sundial_that_gets_a_mail_of_ours_never_answers_it(ours: list[Mailed], *, marked: bool) -> None:
    assert len({each.notice.kind for each in ours}) == 6
    before = written()
    for each in ours:
        if not marked:
            del each.message[OWN_HEADER]
        for box in {"play", each.box}:
            deliver(box, each.message.as_bytes(), sender="bounces+x@other.example")
    assert set(process_all()) == {Outcome.IGNORED}
    assert written() == before


VACATION = {
    "RFC 3834": {"Auto_Submitted": "auto-replied"},
    "Exchange": {"X_Auto_Response_Suppress": "All", "Auto_Submitted": "auto-generated"},
    "of old": {"Precedence": "bulk", "Subject": "Out of office"},
}


@pytest.mark.parametrize("headers", VACATION.values(), ids=VACATION.keys())
def test_a_vacation_responder_never_gets_an_answer(ours: list[Mailed], headers: dict[str, str]) -> None:
    before = written()
    for each in ours:
        deliver(each.box, mail(ADA, "I am on holiday until May.", **headers))
    assert set(process_all()) == {Outcome.IGNORED}
    assert written() == before


@ON_BOTH
def test_a_machine_that_looks_like_a_person_is_answered_so_often_an_hour_and_no_more(ours: list[Mailed]) -> None:
    for each in ours * 20:
        write(ADA, each.box, "I am on holiday until May.")
    assert written() < 80
