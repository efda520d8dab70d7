"""The one door through which every move comes."""

import pytest
from flask import Flask
from sqlalchemy import select

from service.api.schemas.move import ACCEPTED
from service.api.views import seen_after
from service.db import clock
from service.db.engines import session, transaction
from service.language.errors import Conflict
from service.models import Event, Notice, OnTimeout, WorkState
from service.play.games import NewGame, SeatWish, create_game
from service.play.moves import RuleRefused, accept_move, in_time, legal_actions, preview
from service.play.positions import log_of, position_of
from service.play.seating import lock_game, seat_of
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.tables import person, table


def rows(model: type) -> list[object]:
    return list(session().query(model).order_by("id").all())


def test_an_accepted_move_is_in_the_log_and_the_turn_passes_on(app: Flask) -> None:
    seasons = table("ada", "bob")
    turn = seasons.play("place max-15")
    assert turn.entries[0].action == "place max-15"
    assert turn.position == position_of(seasons.game)
    assert seasons.game.to_move == 1
    assert seasons.mover.name == "bob"


def test_what_is_due_is_rolled_before_the_next_turn(app: Flask) -> None:
    seasons = table("ada", "bob")
    assert [entry.seat for entry in log_of(seasons.game)] == [-1]
    seasons.play("place max-15")
    assert [entry.seat for entry in log_of(seasons.game)] == [-1, 0, -1]


def test_the_version_rises_with_each_move(app: Flask) -> None:
    seasons = table("ada", "bob")
    before = seasons.game.version
    seasons.play("place max-15")
    assert seasons.game.version == before + 1


def test_the_same_move_sent_again_gets_the_first_answer_and_is_played_once(app: Flask) -> None:
    seasons = table("ada", "bob")
    version = seasons.game.version
    first = in_time(accept_move(seasons.id, seat=0, version=version, move="place max-15", now=clock.now()))
    again = in_time(accept_move(seasons.id, seat=0, version=version, move=" PLACE  max-15. ", now=clock.now()))
    assert ACCEPTED.dump({"game": seen_after(again), "log": again.entries}) == ACCEPTED.dump(
        {"game": seen_after(first), "log": first.entries}
    )
    assert (first.repeated, again.repeated) == (False, True)
    assert seasons.game.log_length == 3


def test_another_move_for_a_version_that_was_answered_is_stale_and_told_what_happened(app: Flask) -> None:
    seasons = table("ada", "bob")
    version = seasons.game.version
    seasons.play("place max-15")
    with pytest.raises(Conflict) as refused:
        accept_move(seasons.id, seat=0, version=version, move="place max-13", now=clock.now())
    assert refused.value.code == "stale-version"
    assert refused.value.details["happened"][0]["action"] == "place max-15"
    assert refused.value.details["version"] == version + 1


def test_a_stale_move_is_told_only_what_happened_since_its_version(app: Flask) -> None:
    seasons = table("ada", "bob")
    seasons.play("place max-15")
    known = seasons.game.version
    seasons.play("place max-13")
    with pytest.raises(Conflict) as refused:
        seasons.play("place max-11", version=known)
    assert [entry["version"] for entry in refused.value.details["happened"]] == [known + 1] * 2


def test_where_more_is_legal_a_refused_move_is_told_the_five_nearest(app: Flask) -> None:
    with pytest.raises(RuleRefused) as refused:
        table("ada", "bob").play("castle")
    assert len(refused.value.details["legal"]) == 5


def test_a_version_that_is_yet_to_come_is_refused_too(app: Flask) -> None:
    seasons = table("ada", "bob")
    with pytest.raises(Conflict, match="stale-version"):
        seasons.play("place max-15", version=seasons.game.version + 1)


def test_only_the_seat_to_move_moves(app: Flask) -> None:
    seasons = table("ada", "bob")
    with pytest.raises(Conflict, match="not-your-turn"):
        accept_move(seasons.id, seat=1, version=seasons.game.version, move="place max-15", now=clock.now())
    seasons.play("place max-15")
    with pytest.raises(Conflict, match="not-your-turn"):
        accept_move(seasons.id, seat=0, version=seasons.game.version, move=seasons.whole_moves(1)[0], now=clock.now())


def test_a_refused_move_names_the_rule_and_up_to_five_legal_actions_and_changes_nothing(app: Flask) -> None:
    seasons = table("ada", "bob")
    before, events = seasons.game.version, len(rows(Event))
    seasons.play("place max-15")
    seasons.play("place max-13")
    with pytest.raises(RuleRefused) as refused:
        seasons.play("place max-15")
    assert refused.value.code == "disc-filled"
    assert refused.value.details["action"] == "place max-15"
    assert 1 <= len(refused.value.details["legal"]) <= 5
    assert set(refused.value.details["legal"]) <= set(legal_actions(seasons.game).actions)
    assert seasons.game.version == before + 2
    assert len(rows(Event)) == events + 4


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("castle", "bad-notation"),
        ("", "bad-notation"),
        ("place max-15, place max-13", "past-a-roll"),
        ("reroll 7", "bad-notation"),
        ("roll 1 2 3", "chance-only"),
    ],
)
def test_what_is_no_move_is_refused_by_name(app: Flask, move: str, code: str) -> None:
    seasons = table("ada", "bob")
    with pytest.raises(RuleRefused) as refused:
        seasons.play(move)
    assert refused.value.code == code
    assert str(refused.value.sentence)


def test_what_is_written_past_a_roll_is_refused_as_a_whole(app: Flask) -> None:
    seasons = table("ada", "bob")
    reroll = next(action for action in legal_actions(seasons.game).actions if action.startswith("reroll"))
    with pytest.raises(RuleRefused, match="past-a-roll"):
        seasons.play(f"{reroll}, place max-15")
    assert seasons.game.log_length == 1


def test_after_a_reroll_the_same_seat_goes_on_with_new_dice(app: Flask) -> None:
    seasons = table("ada", "bob")
    reroll = next(action for action in legal_actions(seasons.game).actions if action.startswith("reroll"))
    seasons.play(reroll)
    assert seasons.mover.name == "ada"
    assert [entry.action.split()[0] for entry in log_of(seasons.game)] == ["roll", "reroll", "roll"]


def test_a_preview_shows_the_position_and_writes_nothing(app: Flask) -> None:
    seasons = table("ada", "bob")
    position = preview(seasons.game, seat=0, version=seasons.game.version, move="place max-15")
    assert position.current_player() == -1
    assert seasons.game.log_length == 1


def test_every_turn_of_a_person_is_announced_once(app: Flask) -> None:
    seasons = table("ada", "bob")
    seasons.play("place max-15")
    turns = [notice for notice in rows(Notice) if notice.kind == "your-turn"]  # type: ignore[attr-defined]
    assert [notice.email for notice in turns] == ["ada@example.net", "bob@example.net"]  # type: ignore[attr-defined]
    assert [notice.state for notice in turns] == [WorkState.SUPERSEDED, WorkState.QUEUED]  # type: ignore[attr-defined]


def test_a_game_is_played_to_its_end(app: Flask) -> None:
    game = table("ada", "bob", "cy").play_to_the_end()
    assert game.ended_by == "play"
    assert sum(game.scores or []) == 120
    assert game.winners == [seat for seat, score in enumerate(game.scores or []) if score == max(game.scores or [])]


def test_a_move_after_the_end_is_refused(app: Flask) -> None:
    seasons = table("ada", "bob")
    game = seasons.play_to_the_end()
    with pytest.raises(Conflict, match="game-over"):
        accept_move(game.id, seat=0, version=game.version, move="place max-15", now=clock.now())


def test_there_is_nothing_to_choose_from_before_the_beginning(app: Flask) -> None:
    wish = NewGame("siesta", [SeatWish(me=True), SeatWish(email="bob@example.net")])
    game = create_game(person("ada"), wish, clock.now())
    with pytest.raises(Conflict, match="not-started"):
        legal_actions(game)


def test_there_is_nothing_to_choose_from_once_somebody_has_resigned(app: Flask) -> None:
    seasons = table("ada", "bob")
    resign(seasons.id, seasons.players[1], clock.now())
    with pytest.raises(Conflict, match="game-over"):
        legal_actions(seasons.game)


def test_a_move_in_time_counts_and_one_after_the_deadline_gives_up_the_seat(app: Flask, clock: FakeClock) -> None:
    in_time, late = table("ada", "bob"), table("cy", "dee")
    late.look()
    clock.advance(days=3)
    in_time.play("place max-15")
    clock.advance(seconds=1)
    with pytest.raises(Conflict, match="deadline-passed"):
        late.play("place max-15")
    assert late.game.ended_by == "time"
    assert late.game.winners == [1]


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_whoever_moves_while_the_computer_plays_for_them_is_back_and_has_the_turn_no_second_time(app: Flask) -> None:
    seasons = table("ada", "bob", "cyd", on_timeout=OnTimeout.COMPUTER)
    with transaction():
        seat = seat_of(lock_game(seasons.id), 0)
        seat.stood_in_at, seat.ai_level = clock.now(), 1
    version, before = seasons.game.version, len(rows(Event))

    seasons.play_anything()

    told = session().scalars(select(Event.type).order_by(Event.id)).all()[before:]
    assert (seasons.game.version, told) == (version + 1, ["seat.returned", "move.played", "turn.started"])
