"""Quick messages, reports, and the operator's commands."""

from __future__ import annotations

from datetime import timedelta

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import func, select

from service.accounts.measures import mute, rename, restore, suspend
from service.accounts.sessions import begin_session, session_of
from service.accounts.sign_in import keys_of, request_sign_in, sign_in_by_link
from service.accounts.sign_in_askers import Asker
from service.accounts.tokens import caller_of, create_token
from service.bots.accounts import bot_of
from service.cli.people import people
from service.cli.reports import reports
from service.config.environment import Config
from service.db.clock import now
from service.db.engines import session
from service.erasure.departures import leave
from service.http.browsers import Device
from service.language.errors import Forbidden, Invalid, NotFound, TooMany, Unauthenticated
from service.models import Account, GameStatus, Measure, Message, Report, SignIn, Visibility
from service.play.chat import post
from service.play.games import NewGame, SeatWish, create_game
from service.play.reports import close_report, count_waiting, report, waiting_reports
from service.play.retention import reports as old_reports
from service.play.seats import join, resign
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Return the installation of the commands' environment."""
    return sqlite_settings


@pytest.fixture
def seasons(app: object) -> Table:
    return table("ada", "bob")


def run(settings: Config, command: object, *arguments: str) -> Result:
    environment = {"SUNDIAL_HOME": str(settings.home), "SECRET_KEY": settings.secret_key, "DATABASE_URL": ""}
    return CliRunner().invoke(command, list(arguments), env=environment)  # type: ignore[arg-type]  # a command or group


def insult(seasons: Table) -> Message:
    return post(seasons.id, seasons.players[1], "You are a fool.", now())


def test_what_somebody_else_has_said_is_reported_once_with_its_words(seasons: Table) -> None:
    ada, bob = seasons.players
    insulted = insult(seasons)
    first = report(seasons.id, ada, insulted.id, "abuse", "Since Monday.", now())
    assert report(seasons.id, ada, insulted.id, "spam", "", now()).id == first.id
    [waiting] = waiting_reports()
    assert (waiting.said, waiting.why, waiting.reported, waiting.words) == (
        "You are a fool.", "abuse", bob, "Since Monday.",
    )  # fmt: skip


def test_only_who_plays_there_reports_and_nobody_themselves(seasons: Table) -> None:
    ada, bob = seasons.players
    insulted, elsewhere = insult(seasons), table("ada", "cyd")
    with pytest.raises(Invalid, match="own-message"):
        report(seasons.id, bob, insulted.id, "abuse", "", now())
    with pytest.raises(NotFound):
        report(seasons.id, person("eve"), insulted.id, "abuse", "", now())
    with pytest.raises(NotFound):
        report(elsewhere.id, ada, insulted.id, "abuse", "", now())
    with pytest.raises(Invalid, match="bad-grievance"):
        report(seasons.id, ada, insulted.id, "because", "", now())
    assert waiting_reports() == []


def test_nothing_else_is_reported_in_place_of_what_nobody_has_said(seasons: Table) -> None:
    insulted = insult(seasons)
    for number in (insulted.id - 1, insulted.id + 1):
        with pytest.raises(NotFound):
            report(seasons.id, seasons.players[0], number, "abuse", "", now())


def test_what_was_said_to_somebody_alone_only_they_report() -> None:
    ada, bob, cyd = (seasons := table("ada", "bob", "cyd")).players
    aside = post(seasons.id, ada, "You fool.", now(), 1)
    with pytest.raises(NotFound):
        report(seasons.id, cyd, aside.id, "abuse", "", now())
    assert report(seasons.id, bob, aside.id, "abuse", "", now()).said == "You fool."


def test_reports_of_a_day_are_limited(seasons: Table, clock: FakeClock) -> None:
    ada, last = reported_as_often_as_can_be(seasons)
    with pytest.raises(TooMany, match="too-many-reports"):
        report(seasons.id, ada, last, "abuse", "", now())
    clock.advance(days=1, seconds=1)
    assert report(seasons.id, ada, last, "abuse", "", now()).closed_at is None


def reported_as_often_as_can_be(at: Table) -> tuple[Account, int]:
    """Report as often as possible in one day; return the reporter and another message."""
    ada = at.players[0]
    *said, last = (insult(at).id for _ in range(10 + 1))
    for number in said:
        report(at.id, ada, number, "abuse", "", now())
    return ada, last


def test_who_has_reported_too_much_is_told_when_they_can_report_again(seasons: Table, clock: FakeClock) -> None:
    ada, last = reported_as_often_as_can_be(seasons)
    clock.advance(milliseconds=250)
    with pytest.raises(TooMany) as refused:
        report(seasons.id, ada, last, "abuse", "", now())
    assert refused.value.details["retry_after"] == 24 * 3600
    clock.advance(seconds=refused.value.details["retry_after"])
    assert report(seasons.id, ada, last, "abuse", "", now()).closed_at is None


def test_the_operator_sees_what_waits_and_closes_it(seasons: Table, settings: Config) -> None:
    made = report(seasons.id, seasons.players[0], insult(seasons).id, "abuse", "", now())
    listed = run(settings, reports).output
    assert f"abuse: bob in game {seasons.id}, reported by ada\n    said: You are a fool." in listed
    assert run(settings, reports, "--close", str(made.id)).output == "It is closed.\n"
    assert run(settings, reports).output == "There are no open reports.\n"
    assert run(settings, reports, "--close", "999").exit_code == 1


def test_as_many_wait_as_are_not_closed(seasons: Table) -> None:
    assert count_waiting() == 0
    first, _ = (report(seasons.id, seasons.players[0], insult(seasons).id, "spam", "", now()) for _ in range(2))
    assert count_waiting() == 2
    close_report(first.id, now())
    assert count_waiting() == 1


def test_closed_reports_are_forgotten_in_time_and_others_are_not(seasons: Table, clock: FakeClock) -> None:
    ada = seasons.players[0]
    done, open_ = (report(seasons.id, ada, insult(seasons).id, "spam", "", now()) for _ in range(2))
    close_report(done.id, now())
    clock.advance(days=400)
    old_reports.apply(now())
    assert [each.id for each in waiting_reports()] == [open_.id]
    assert session().scalar(select(func.count()).select_from(Report)) == 1


def test_who_is_silenced_says_nothing_until_it_is_over_and_nor_do_their_bots(seasons: Table, clock: FakeClock) -> None:
    bob = seasons.players[1]
    bot = bot_of(bob, "bobs-bot", now())
    game = create_game(bot, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)]), now())
    mute(bob, now() + timedelta(days=2), "insults", now())
    for table_id, speaker in ((seasons.id, bob), (game.id, bot)):
        with pytest.raises(Forbidden, match="silenced") as refused:
            post(table_id, speaker, "Hello", now())
        assert refused.value.details["until"]
    clock.advance(days=2, seconds=1)
    assert post(seasons.id, bob, "I am sorry.", now()).text == "I am sorry."


@pytest.mark.usefixtures("seasons")
def test_the_log_of_the_operator_says_what_was_done_and_why(settings: Config) -> None:
    muted = run(settings, people, "mute", "bob", "--days", "2", "--because", "insults")
    assert (muted.exit_code, muted.output.split("  ")[-1]) == (0, "bob: insults\n")
    assert run(settings, people, "suspend", "bob", "--because", "goes on").exit_code == 0
    logged = run(settings, people, "log").output.splitlines()
    assert ["suspend  bob: goes on" in logged[0], "mute until" in logged[1], len(logged)] == [True, True, 2]


def test_a_silence_can_be_ended_early(seasons: Table) -> None:
    bob = seasons.players[1]
    mute(bob, now() + timedelta(days=2), "insults", now())
    mute(bob, now(), "was sorry", now())
    assert post(seasons.id, bob, "Thank you", now()).text == "Thank you"


def test_whoever_is_renamed_is_called_so_everywhere(seasons: Table, settings: Config) -> None:
    taken = run(settings, people, "rename", "bob", "ada", "--because", "a bad name")
    assert (taken.exit_code, "name is already taken" in taken.output) == (1, True), taken.output
    rename(seasons.players[1], "robert", "a bad name", now())
    assert insult(seasons).account.name == "robert"
    assert run(settings, people, "mute", "bob", "--because", "x").exit_code == 1


def test_who_is_suspended_is_nobody_any_more_and_can_only_play_on(seasons: Table) -> None:
    bob = seasons.players[1]
    secret, token = begin_session(bob, Device(), now()), create_token(bob, "laptop", ["games:play"], now())
    bot = bot_of(bob, "bobs-bot", now())
    of_bot = create_token(bot, "bot", ["games:play"], now())
    suspend(bob, "spam", now())
    assert session_of(secret, now()) is None
    for made in (token, of_bot):
        with pytest.raises(Unauthenticated, match="revoked-token"):
            caller_of(made.secret, now())
    for act in (
        lambda: post(seasons.id, bob, "Hello", now()),
        lambda: create_game(bob, NewGame("siesta", [SeatWish(me=True), SeatWish(ai=1)]), now()),
        lambda: join(_open_table(), bob, now()),
        lambda: _signed_in(bob),
    ):
        with pytest.raises(Forbidden, match="suspended"):
            act()
    assert seasons.game.status == GameStatus.ACTIVE
    restore(bob, "was a mistake", now())
    assert _signed_in(bob) == bob
    assert resign(seasons.id, bob, now()).status == GameStatus.FINISHED


def test_nothing_of_it_is_left_of_who_leaves(seasons: Table) -> None:
    ada, bob = seasons.players
    report(seasons.id, ada, insult(seasons).id, "abuse", "", now())
    mute(bob, now() + timedelta(days=2), "insults", now())
    leave(bob, now())
    assert session().scalars(select(Report)).all() == []
    assert session().scalars(select(Measure)).all() == []


def _open_table() -> str:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)], visibility=Visibility.PUBLIC)
    return create_game(person("cyd"), wish, now()).id


def _signed_in(account: Account) -> Account:
    assert account.email is not None
    request_sign_in(account.email, Asker("192.0.2.1"), now())
    salt = session().scalars(select(SignIn.salt).order_by(SignIn.id.desc())).first()
    assert salt is not None
    return sign_in_by_link(keys_of(salt).secret, Asker("192.0.2.7"), now(), lambda found: found)
