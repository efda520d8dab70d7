"""Whatever the mail server does and whoever is killed, no mail is lost. The same at length: `tests.workers.faults`."""

from __future__ import annotations

from dataclasses import replace

from service.core.config import Config
from tests.figures import Figures
from tests.workers.faults.ordeal import undergo
from tests.workers.faults.plan import Fault
from tests.workers.faults.server import FaultyServer

NOTICES = 150


def test_no_mail_is_lost_and_each_repeat_is_the_same_mail(
    settings: Config, faulty_server: FaultyServer, figures: Figures
) -> None:
    found = undergo(replace(settings, smtp_url=faulty_server.url), faulty_server, NOTICES)
    assert found.are_good, str(found)
    assert found.notices.total() == NOTICES + found.round_ups
    assert found.round_ups
    assert all(found.faults[fault] for fault in Fault)
    assert found.repeats
    assert found.killed
    figures(
        "mails through a server that fails",
        notices=found.notices.total(),
        workers_killed=found.killed,
        lost=len(found.lost),
        repeated=found.repeats.total(),
    )
