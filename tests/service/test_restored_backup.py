"""After a restore ids repeat, and nothing issued in the lost history is valid for the new rows."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from sqlalchemy import select

from service.config.environment import Config
from service.db.clock import now
from service.db.engines import session, transaction
from service.jobs.leases import settle
from service.language.errors import Conflict
from service.mail.compose import compose
from service.models import Game, InboundMail, LogEntry, Notice, Outcome, WorkState
from service.notifications import links
from service.notifications.links import read_link
from service.notifications.notices import add_notice, claim_envelopes, seal
from service.play.games import NewGame, SeatWish, create_game
from service.play.moves import in_time
from service.security.keys import RowPurpose
from tests.servers import Postgres, name_of
from tests.service.conftest import FakeClock
from tests.service.installations import running
from tests.service.mail.inbound.correspondent import deliver, process_all, write
from tests.service.tables import Table, move_by_link, person, table
from tests.service.web.visitor import Visitor

REPORT = """\
From: MAILER-DAEMON@example.net
Content-Type: multipart/report; report-type=delivery-status; boundary="x"

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.net

Final-Recipient: rfc822; {recipient}
Action: failed
Status: 5.1.1

--x--
"""


@pytest.fixture
def begun(settings: Config, clock: FakeClock) -> Table:
    """Ada is to move."""
    with running(settings, clock):
        return table("ada", "bob")


@pytest.fixture
def restored(settings: Config, begun: Table, tmp_path: Path, postgres: Postgres) -> Iterator[Config]:
    """Restore the installation from a backup made when the game had started."""
    if settings.embedded:
        home = tmp_path / "restored"
        shutil.copytree(settings.home, home)
        yield replace(settings, home=home, database_url=f"sqlite:///{home / 'sundial.sqlite'}")
        return
    url = postgres.create_database(name_of(settings.database_url))
    yield replace(settings, database_url=url.replace("postgresql", "postgresql+psycopg", 1))
    postgres.drop_database(url)


def until_it_is_adas_turn(of: Table) -> None:
    """Let her play, and then him."""
    of.play_anything()
    while of.game.to_move != 0:
        of.play_anything()


def actions(of: Table) -> list[str]:
    session().rollback()
    return list(session().scalars(select(LogEntry.action).where(LogEntry.game_id == of.id)))


@dataclass(frozen=True)
class Lost:
    """Emails of the lost history."""

    turn: int
    link: str
    box: str


@pytest.fixture
def lost(settings: Config, clock: FakeClock, begun: Table, restored: Config) -> Lost:
    with running(settings, clock):
        until_it_is_adas_turn(begun)
        return Lost(begun.game.turn, links.turn_link(begun.game, 0), links.turn_box(begun.game, 0))


def test_a_link_fits_no_turn_of_the_same_number(clock: FakeClock, begun: Table, restored: Config, lost: Lost) -> None:
    with running(restored, clock) as app:
        until_it_is_adas_turn(begun)
        assert begun.game.turn == lost.turn
        before, version = actions(begun), str(begun.game.version)

        seen = Visitor(app).open(lost.link)
        tried = Visitor(app).post(lost.link, move="place max-15", version=version)

        assert "This link no longer works." in seen.text
        assert "Play this move" not in seen.buttons
        assert not list(seen.tree.all("pre"))
        assert tried.status == 409
        assert actions(begun) == before
        assert Visitor(app).open(links.turn_link(begun.game, 0)).heading == "Your turn"


def test_a_link_shows_nothing_of_a_turn_of_the_same_number_that_is_over(
    clock: FakeClock, begun: Table, restored: Config, lost: Lost
) -> None:
    with running(restored, clock) as app:
        until_it_is_adas_turn(begun)
        until_it_is_adas_turn(begun)

        seen = Visitor(app).open(lost.link)

        assert "This link no longer works." in seen.text
        assert not list(seen.tree.all("pre"))


def test_an_answer_to_the_mail_of_a_lost_turn_is_told_how_it_stands(
    clock: FakeClock, begun: Table, restored: Config, lost: Lost
) -> None:
    with running(restored, clock):
        until_it_is_adas_turn(begun)
        before = actions(begun)

        assert write("ada@example.net", lost.box, "place max-15") == Outcome.ANSWERED

        assert actions(begun) == before
        told = session().scalars(select(Notice).where(Notice.kind == "answer")).one()
        assert told.data["topic"] == "turn-over"


def test_the_link_to_the_turn_that_the_backup_was_made_in_is_good(
    settings: Config, clock: FakeClock, begun: Table, restored: Config
) -> None:
    with running(settings, clock):
        link = read_link(links.turn_link(begun.game, 0).rsplit("/", 1)[1])
        assert link is not None
        begun.play("place max-15")
    with running(restored, clock):
        assert not in_time(move_by_link(link, version=begun.game.version, move="place max-13", now=now())).repeated
        with pytest.raises(Conflict):
            move_by_link(link, version=begun.game.version, move="place max-15", now=now())


def invite(name: str) -> str:
    """Create an account by an invitation to its address; return the unsubscribe link."""
    game = create_game(person("ada"), NewGame("seasons", [SeatWish(me=True), SeatWish(email=name)]), now())
    seat = next(seat for seat in game.seats if seat.place == 1)
    assert seat.account is not None
    return links.unsubscribe_link(seat.account, "invitation")


def test_a_link_stops_no_mails_to_an_account_of_the_same_number(
    settings: Config, clock: FakeClock, restored: Config
) -> None:
    with running(settings, clock):
        old = invite("dee@example.net")
    with running(restored, clock) as app:
        new = invite("eve@example.net")
        number = [link.split("/")[-1].split(".")[1] for link in (old, new)]
        assert number[0] == number[1]
        assert Visitor(app).post(old, **{"List-Unsubscribe": "One-Click"}).status == 404
        assert Visitor(app).open(new).status == 200


def held(of: Table, text: str) -> InboundMail:
    """Create an email that Ada is asked about."""
    assert write("eve@example.net", links.turn_box(of.game, 0), text) == Outcome.HELD
    return session().scalars(select(InboundMail)).one()


def test_a_link_lets_no_mail_of_the_same_number_be_read(
    settings: Config, clock: FakeClock, begun: Table, restored: Config
) -> None:
    with running(settings, clock):
        first = held(begun, "place max-15")
        link, box, number = links.approval_link(first), links.row_box(RowPurpose.APPROVAL, first), first.id
    with running(restored, clock) as app:
        assert held(begun, "resign yes").id == number
        assert Visitor(app).post(link).status == 404
        assert write("ada@example.net", box, "yes") == Outcome.IGNORED
        assert session().get_one(InboundMail, number, populate_existing=True).outcome == Outcome.HELD


def digest(name: str) -> Notice:
    with transaction() as current:
        notice = add_notice("digest", person(name), now(), now(), data={})
        current.flush()
    return notice


def test_the_address_of_a_digest_is_nobody_elses(settings: Config, clock: FakeClock, restored: Config) -> None:
    with running(settings, clock):
        first = digest("ada")
        box, number = links.row_box(RowPurpose.ROUND_UP, first), first.id
    with running(restored, clock):
        second = digest("bob")
        assert second.id == number
        assert write("bob@example.net", box, "pause") == Outcome.HELD  # as at the general address, until bob says yes
        assert person("bob").paused_until is None
        assert write("bob@example.net", links.row_box(RowPurpose.ROUND_UP, second), "pause") == Outcome.ANSWERED


def sent() -> Notice:
    """Return the newest notice of a turn, in an email that was sent."""
    notice = session().scalars(select(Notice).where(Notice.kind == "your-turn").order_by(Notice.id.desc())).first()
    assert notice is not None
    session().expunge(notice)
    seal(notice, raw=compose(notice), now=now())
    for envelope in claim_envelopes(now()):
        settle(envelope, state=WorkState.DONE, sent_at=now())
    return notice


def test_a_report_on_a_lost_mail_is_not_taken_for_one_on_another(
    settings: Config, clock: FakeClock, begun: Table, restored: Config
) -> None:
    with running(settings, clock):
        begun.play("place max-15")
        first = sent()
        box, number = links.row_box(RowPurpose.BOUNCE, first), first.id
    with running(restored, clock):
        begun.play("place max-13")
        second = sent()
        assert second.id == number
        report = REPORT.format(recipient="bob@example.net").replace("\n", "\r\n").encode()
        for sender_box, outcome in ((box, Outcome.IGNORED), (links.row_box(RowPurpose.BOUNCE, second), Outcome.BOUNCE)):
            deliver(sender_box, report, sender="")
            assert process_all() == [outcome]


def test_an_invitation_that_is_lost_is_over(settings: Config, clock: FakeClock, restored: Config) -> None:
    with running(settings, clock):
        game = create_game(
            person("ada"), NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")]), now()
        )
        box = links.invitation_box(game, 1)
    with running(restored, clock):
        assert session().get(Game, game.id) is None
        assert write("bob@example.net", box, "yes") == Outcome.ANSWERED
        told = session().scalars(select(Notice).where(Notice.kind == "general-mailbox")).one()
        assert told.data["topic"] == "invitation-over"
