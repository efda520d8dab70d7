"""Conformance of every game when moves are undone: random games with undo."""

from collections.abc import Sequence
from random import Random

import rules
from rules import CHANCE
from tests.rules.tables import Playout

OFTEN = 0.2
"""How often a move is taken back after it was played."""


def with_second_thoughts(playout: Playout, rng: Random) -> tuple[list[str], list[int]]:
    """Return a log of the same game with moves undone and replayed, and the entries that count."""
    log: list[str] = []
    counted: list[int] = []
    turns: list[list[int]] = []
    for before, action, after in playout.steps():
        if before.current_player() == CHANCE:
            turns.clear()  # nothing before dice is taken back
        elif not turns or not before.mid_turn:
            turns.append([])
        number = len(log)
        log.append(str(action))
        counted.append(number)
        if before.current_player() == CHANCE:
            continue
        turns[-1].append(number)
        if not after.mid_turn and rng.random() < OFTEN:
            off = [each for turn in turns[-rng.randint(1, len(turns)) :] for each in turn]
            again = [log[each] for each in off]
            log.append(rules.takeback(off[0]))
            counted = [each for each in counted if each < off[0]]
            fresh = {old: len(log) + place for place, old in enumerate(off)}
            turns = [[fresh.get(each, each) for each in turn] for turn in turns]
            counted += [len(log) + place for place in range(len(again))]
            log += again
    return log, counted


def test_a_log_with_moves_taken_back_replays_to_the_same_position(played: Sequence[Playout]) -> None:
    rng = Random(3)
    for playout in played:
        log, counted = with_second_thoughts(playout, rng)
        assert rules.standing(log) == counted
        assert [log[number] for number in counted] == [str(action) for action in playout.actions]
        assert rules.replay(playout.setup, log) == playout.last


def test_no_notation_is_taken_for_a_takeback(played: Sequence[Playout]) -> None:
    for playout in played:
        assert all(rules.taken_back(str(action)) is None for action in playout.actions)
    assert [rules.taken_back(text) for text in ("takeback 0", "takeback 17")] == [0, 17]
    assert [rules.taken_back(text) for text in ("takeback", "takeback -1", "takeback 01", "Takeback 1")] == [None] * 4
