"""Deleting an account: nothing of the person is left anywhere, and the games of the others go on and verify."""

from __future__ import annotations

import logging
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from service.accounts.accounts import account_named, change
from service.accounts.favourites import favourites_of
from service.api.views import as_listed
from service.bots.accounts import create_bot
from service.competitions.batches import create_batch, games_of
from service.competitions.consents import agree
from service.db.clock import now
from service.db.engines import db, session
from service.erasure import departures as deletions
from service.erasure.departures import agree_with_file, leave, leave_again, see_to
from service.language.errors import Conflict, Forbidden, Invalid, NotFound
from service.models import Account, Departure, EndedBy, Event, Game, GameSeat, GameStatus, Message, RatedGame
from service.play.adjudication import adjudicate
from service.play.audits import fault_of
from service.play.chat import said
from service.play.declining import Declined
from service.play.games import NewGame, SeatWish, create_game
from service.play.positions import log_of
from service.play.records import record_json
from service.play.seating import game_seen_by
from service.play.seats import decline, join, resign
from service.ratings.settling import annul
from service.security.keys import digest
from service.verification.verify import Verdict, check
from tests.gauntlet.state import state
from tests.lived import migrated_postgres, migrated_sqlite
from tests.lives import ADDRESS, BOT, FINDABLE, NAME, Life, advance, anybody, drain, finish, found, hits
from tests.service.stages.trouble import failing_at
from tests.service.tables import person, table
from tests.workers.post import Post
from workers.jobs import departures
from workers.transports import Letter, TransportError

__all__ = ["migrated_postgres", "migrated_sqlite"]

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def life(app: Flask) -> Life:
    """Zygmunta's."""
    return found()


def gone(life: Life) -> Post:
    """Return the emails sent after she left and all work was done."""
    leave(life.account, now())
    sent = drain()
    finish()
    return sent


def test_a_life_leaves_traces(life: Life) -> None:
    assert len({place for place, _ in hits()}) > 10


def test_of_who_has_left_nothing_is_found_in_any_column(life: Life) -> None:
    sent = gone(life)
    assert hits() == []
    assert ADDRESS in sent.recipients
    assert "Sundial: your account is deleted" in sent.subjects


def test_an_organisers_reason_that_names_her_is_left_out_and_the_game_verifies(life: Life) -> None:
    club = person("club")
    agree(life.account, club, now())
    wish = NewGame("siesta", [SeatWish(account=NAME), SeatWish(account="club")])
    batch = create_batch(club, [wish, wish], now())
    for each, reason in zip(games_of(batch), ("Zygmunta is away.", "Both agreed."), strict=True):
        adjudicate(each.id, club, [2, 0], reason, timedelta(0), now())
    gone(life)
    assert hits() == []
    decided = games_of(batch)
    assert [each.adjudicated for each in decided] == ["…", "Both agreed."]
    for each in decided:
        verdicts = {finding.verdict for finding in check(record_json(each, log_of(each)))}
        assert verdicts == {Verdict.RIGHT, Verdict.TRUST}


def test_an_operators_reason_that_names_her_is_left_out(life: Life) -> None:
    game = table("cyd", NAME, rated=True)
    resign(game.id, person("cyd"), now())
    annul([game.id], "Zygmunta played both sides.", now())
    gone(life)
    assert hits() == []
    assert session().get_one(RatedGame, game.id).reason == "…"


def test_no_log_names_her(life: Life, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("service").debug("whatever is logged is heard")
        table("cyd", NAME).play_to_the_end()
        drain()
        gone(life)
    assert "whatever is logged is heard" in caplog.messages
    assert [record for record in caplog.messages if any(each in record.lower() for each in FINDABLE)] == []


def test_at_once_nothing_is_left_but_the_address_of_the_last_mail(life: Life) -> None:
    leave(life.account, now())
    assert {place for place, _ in hits()} == {"notice.email"}


def test_the_others_see_a_made_up_name_and_go_on(life: Life) -> None:
    game = life.finished.game
    result = (game.scores, game.winners, game.ended_by)
    gone(life)
    over = game_seen_by(life.running.id, life.bob)
    assert (over.status, over.ended_by) == (GameStatus.FINISHED, EndedBy.RESIGNATION)
    assert [seat["account"] for seat in as_listed(over, 1)["seats"]][1] == "bob"
    assert as_listed(over, 1)["seats"][0]["account"].startswith("gone-")
    game = game_seen_by(life.finished.id, life.bob)
    assert (game.scores, game.winners, game.ended_by) == result
    waited = session().scalars(select(Game.status).where(Game.id.in_([each.id for each in life.waiting])))
    assert list(waited) == [GameStatus.CANCELLED] * 4


def test_the_games_of_the_others_replay_and_verify(life: Life) -> None:
    gone(life)
    for played in (life.running.id, life.finished.id):
        game = game_seen_by(played, life.bob)
        assert fault_of(game) is None
        findings = list(check(record_json(game, log_of(game))))
        assert findings
        assert {finding.verdict for finding in findings} == {Verdict.RIGHT}


def test_where_others_play_on_the_computer_takes_the_seat() -> None:
    three = table("ann", "zygmunta", "cyd")
    leave(three.players[1], now())
    game = three.game
    assert game.status == GameStatus.ACTIVE
    assert (game.seats[1].ai_level, game.seats[1].left_by) == (3, EndedBy.RESIGNATION)


def test_what_they_said_is_gone_and_what_others_said_stays(life: Life) -> None:
    gone(life)
    assert [message.text for message in said(life.running.game)] == ["Hi!"]
    posted = session().scalars(select(Event).where(Event.type == "message.posted").order_by(Event.id)).all()
    assert [event.data["text"] for event in posted] == ["", "Hi!"]


def test_with_them_go_their_favourites_and_the_words_with_which_they_declined(life: Life) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(account=NAME)], shuffle_seats=False)
    game = create_game(person("cyd"), wish, now())
    decline(game.id, life.account, now(), why=Declined("busy", "My sister is here."))
    assert len(favourites_of(life.bob)) == 1

    gone(life)

    assert favourites_of(life.bob) == []
    seats = session().scalars(select(GameSeat).where(GameSeat.game_id == game.id)).all()
    assert [(seat.decline_reason, seat.decline_text) for seat in seats] == [(None, None)] * 2


def test_the_name_is_nobodys_and_the_address_begins_anew(life: Life) -> None:
    gone(life)
    other = person("eve")
    for taken in (NAME, BOT):
        with pytest.raises(Conflict, match="name-taken"):
            change(other.id, name=taken)
        with pytest.raises(Conflict, match="name-taken"):
            create_bot(other, taken, {}, now())
    with pytest.raises(Invalid, match="bad-name"):
        change(other.id, name="gone-with-the-wind")
    anew = anybody(ADDRESS)
    assert anew.id != life.account.id
    assert anew.verified_at is None
    assert anew.name.startswith("guest-")
    with pytest.raises(NotFound):
        game_seen_by(life.running.id, anew)


def test_a_pseudonym_cannot_be_invited(life: Life) -> None:
    gone(life)
    for account in session().scalars(select(Account).where(Account.name.startswith("gone-"))).all():
        with pytest.raises(NotFound):
            account_named(account.name)


def test_a_bot_does_not_delete_its_owner(life: Life) -> None:
    bot = account_named(BOT)
    with pytest.raises(Forbidden, match="not-a-person"):
        leave(bot, now())


def test_a_name_typed_wrong_deletes_nothing(life: Life) -> None:
    before = state()
    with pytest.raises(Invalid, match="not-your-name"):
        leave(life.account, now(), typed="bob")
    assert state() == before


def test_leaving_twice_is_leaving_once(life: Life) -> None:
    leave(life.account, now())
    leave(life.account, now())
    assert drain().recipients.count(ADDRESS) == 1


def test_a_mail_to_others_that_cannot_be_sent_is_emptied_when_it_is_given_up(life: Life) -> None:
    def away(letter: Letter) -> None:
        raise TransportError("421 later", permanent=False)

    table("cyd", NAME)
    drain(Post(away))
    leave(life.account, now())
    assert {place for place, _ in hits()} == {"notice.email", "envelope.encrypted"}
    drain()
    finish()
    assert hits() == []


def test_whatever_statement_fails_a_departure_has_not_begun_or_is_finished_by_the_workers(
    app: Flask, life: Life
) -> None:
    """Fail each statement, as if the process was killed there: only committed changes remain."""
    failed = 0
    for number in range(0, 400, 11):
        before = hits()
        with failing_at(db.engine, number) as failure:
            try:
                leave(life.account, now())
            except DBAPIError:
                session().rollback()
        if not failure.was_met:
            break
        failed += 1
        if session().get(Departure, life.account.id, populate_existing=True) is None:
            assert hits() == before
    assert failed > 5
    drain()
    finish()
    assert hits() == []
    assert life.running.game.status == GameStatus.FINISHED


def test_a_departure_is_noted_in_a_file_that_names_nobody(app: Flask, life: Life) -> None:
    gone(life)
    path: Path = app.config["SETTINGS"].deletions
    departure = session().scalars(select(Departure)).one()
    assert path.read_text() == f"2026-05-04 {departure.mark}\n"
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_written_is_tried_again(app: Flask, life: Life, caplog: pytest.LogCaptureFixture) -> None:
    path: Path = app.config["SETTINGS"].deletions
    path.mkdir()
    leave(life.account, now())
    assert "the file of deletions cannot be written" in caplog.text
    assert NAME not in caplog.text
    path.rmdir()
    drain()
    finish()
    assert len(deletions.deletions_in(path)) == 1


def test_a_line_that_was_cut_short_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "deletions"
    deletions.write_deletion(path, "a" * 64, "2026-05-04")
    with path.open("a") as file:
        file.write("2026-05-04 bbbb")
    deletions.write_deletion(path, "c" * 64, "2026-05-05")
    assert deletions.deletions_in(path) == {"a" * 64: "2026-05-04", "c" * 64: "2026-05-05"}


def test_departures_that_the_file_does_not_name_are_written_into_it(app: Flask, life: Life) -> None:
    gone(life)
    path: Path = app.config["SETTINGS"].deletions
    written = deletions.deletions_in(path)
    path.unlink()
    assert agree_with_file(now()) == 0
    assert deletions.deletions_in(path) == written


def test_nobody_else_is_deleted_again(life: Life) -> None:
    gone(life)
    before = state()
    assert leave_again({"0" * 64}, now()) == 0
    assert state() == before


def test_what_was_under_way_is_forgotten_too(life: Life) -> None:
    leave(life.account, now())
    seat = life.finished
    session().add(Message(game_id=seat.id, account_id=life.account.id, seat=1, text="zygmunta", at=now()))
    session().commit()
    drain()
    finish()
    assert hits() == []


def test_a_departure_that_is_done_is_left_alone(life: Life) -> None:
    gone(life)
    before = state()
    advance(days=30)
    departures.run()
    assert state() == before
    see_to(life.account.id, now())
    assert hits() == []


def test_words_for_the_dice_that_name_their_player_count_by_their_digest() -> None:
    ann, bob = person("ann"), person("bob")
    for words, kept in (("I am ANN!", True), ("my ann@example.net", True), ("lucky", False)):
        wish = NewGame("seasons", [SeatWish(me=True), SeatWish(account="bob")], contribution=words)
        game = create_game(ann, wish, now())
        join(game.id, bob, now(), "Bob says so")
        told = [place["contribution"] for place in record_json(game, log_of(game))["places"]]
        assert told == [digest(words) if kept else words, digest("Bob says so")]
        assert {finding.verdict for finding in check(record_json(game, log_of(game)))} <= {Verdict.RIGHT, Verdict.LATER}
