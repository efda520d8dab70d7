"""Conformance of every game, with every number of seats and all options: its play."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import TypeVar

import pytest

import rules
from rules import CHANCE, AnyPosition, Game, IllegalAction
from tests.rules.tables import Playout, chosen, snapshot

Played = Sequence[Playout]
T = TypeVar("T")


def test_a_random_game_ends_with_nothing_left_to_do(played: Played) -> None:
    for playout in played:
        assert playout.last.current_player() is None
        assert list(playout.last.legal_actions()) == []
        assert list(playout.last.chance_outcomes()) == []
        assert not playout.last.mid_turn


def test_winners_are_named_at_the_end_only_and_scores_always(played: Played) -> None:
    for playout in played:
        for position in playout.positions:
            assert len(position.scores()) == playout.table.players
            assert all(type(score) is int for score in position.scores())
        for position in playout.positions[:-1]:
            assert list(position.winners()) == []
        assert list(playout.last.winners()) == sorted(set(playout.last.winners()) & set(range(playout.table.players)))


def test_a_game_that_counts_at_its_end_brings_no_points_before(played: Played) -> None:
    for playout in played:
        if playout.table.game.counts_at_end:
            assert not any(any(position.scores()) for position in playout.positions[:-1])
            assert any(playout.last.scores())


def test_whoever_is_to_act_has_a_legal_action_and_each_is_listed_once_in_a_fixed_order(played: Played) -> None:
    for playout in played:
        for position in playout.decisions():
            legal = list(position.legal_actions())
            assert legal
            assert len(set(legal)) == len(legal)
            assert list(position.legal_actions()) == legal
            assert position.current_player() in range(playout.table.players)


def test_no_legal_action_is_a_dead_end(first: Playout) -> None:
    rng = Random(1)
    for position in first.stages(12):
        for action in sampled(position.legal_actions(), 12, rng):
            after = position.apply(action)
            while after.mid_turn:
                assert after.current_player() == position.current_player()
                assert after.legal_actions()
                after = after.apply(rng.choice(after.legal_actions()))


def test_a_turn_is_only_begun_by_the_seat_that_must_finish_it(played: Played) -> None:
    for playout in played:
        assert not playout.positions[0].mid_turn
        for before, _, after in playout.steps():
            if after.mid_turn:
                assert after.current_player() == before.current_player() != CHANCE


def test_what_an_action_writes_is_read_as_that_action(played: Played) -> None:
    for playout in played:
        for position in playout.stages(12):
            for action in [*position.legal_actions(), *(outcome for outcome, _ in position.chance_outcomes())]:
                read = position.parse_action(str(action))
                assert read == action
                assert hash(read) == hash(action)
                assert str(read) == str(action) == " ".join(str(action).lower().split())


def test_reading_forgives_case_blanks_separators_and_a_final_full_stop(first: Playout) -> None:
    for position, action, _ in first.steps():
        loose = f"  {str(action).upper().replace(' ', '   ')} .\n"
        assert position.parse_action(loose) == action
        assert rules.parse_move(position, f"{action} ;{action}\r\n{action}.") == [action] * 3


def test_a_log_replays_to_the_same_position(played: Played) -> None:
    for playout in played:
        for log in (playout.actions, [str(action) for action in playout.actions]):
            again = rules.replay(playout.setup, log)
            assert again == playout.last
            assert hash(again) == hash(playout.last)
            assert again.to_json() == playout.last.to_json()


def test_applying_an_action_changes_nothing_in_place(played: Played) -> None:
    for playout in played:
        assert [snapshot(position) for position in playout.positions] == list(playout.snapshots)


def test_positions_that_differ_in_what_may_happen_next_are_not_equal(first: Playout) -> None:
    for before, _, after in first.steps():
        assert before != after
        assert before != ()  # type: ignore[comparison-overlap]  # another type is never equal, and no error


def test_outcomes_of_chance_are_listed_once_and_their_probabilities_sum_to_exactly_1(played: Played) -> None:
    for playout in played:
        for position in playout.positions:
            outcomes = position.chance_outcomes()
            if position.current_player() != CHANCE:
                assert list(outcomes) == []
                continue
            assert list(position.legal_actions()) == []
            assert sum(chance for _, chance in outcomes) == 1
            assert all(type(chance) is Fraction and chance > 0 for _, chance in outcomes)
            assert len({outcome for outcome, _ in outcomes}) == len(outcomes)


def test_refusals_agree_with_the_legal_actions_and_explain_themselves(first: Playout) -> None:
    rng = Random(2)
    seen = list(dict.fromkeys(action for position in first.positions for action in offered(position)))
    for position in sampled([*first.decisions()], 25, rng):
        legal = set(position.legal_actions())
        for action in [*legal, *sampled(seen, 60, rng)]:
            code = position.refusal(action)
            assert (code is None) == (action in legal), f"{action}: {code}"
            assert code is None or sentence(first.game, code, str(action))


def test_a_move_is_refused_where_no_seat_is_to_act(first: Playout) -> None:
    moves = [action for position, action, _ in first.steps() if position.current_player() != CHANCE]
    for position in [p for p in first.stages(40) if p.current_player() in (CHANCE, None)]:
        code = "game-over" if position.current_player() is None else "impossible-outcome"
        with pytest.raises(IllegalAction) as refusal:
            rules.check_action(position, moves[0])
        assert refusal.value.code == code


def test_an_outcome_of_chance_cannot_be_submitted_by_a_seat(first: Playout) -> None:
    outcomes = [action for position, action, _ in first.steps() if position.current_player() == CHANCE]
    for outcome in outcomes[:1]:
        for position in first.decisions():
            assert position.refusal(outcome) == "chance-only"


def test_the_same_moves_are_played_through_text_as_through_actions(first: Playout) -> None:
    for position in first.stages(12):
        rng = Random(3)
        written: list[object] = []
        after = position
        while after.current_player() is not None and (not written or after.mid_turn):
            written.append(chosen(after, rng))
            after = after.apply(written[-1])
        if written:
            assert rules.play(position, ", ".join(map(str, written))) == after


def offered(position: AnyPosition) -> list[object]:
    return [*position.legal_actions(), *(outcome for outcome, _ in position.chance_outcomes())]


def sampled(items: Sequence[T], count: int, rng: Random) -> Sequence[T]:
    return rng.sample(items, min(count, len(items)))


def sentence(game: Game, code: str, action: str) -> str:
    return str(rules.explain(game, IllegalAction(code, action)))
