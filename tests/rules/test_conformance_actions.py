"""Conformance of every game: its numbered actions are exactly those that can occur."""

from __future__ import annotations

from collections.abc import Sequence

from rules import CHANCE, Game
from tests.rules.tables import Playout


def test_every_action_is_listed_once_and_written_otherwise_than_all_others(game: Game) -> None:
    for listed in (game.actions, game.outcomes):
        assert len({str(action) for action in listed}) == len(set(listed)) == len(listed)
        assert [game.parse_action(str(action)) for action in listed] == list(listed)


def test_all_that_happens_in_a_game_is_listed(played: Sequence[Playout]) -> None:
    game = played[0].game
    actions, outcomes = set(game.actions), set(game.outcomes)
    for playout in played:
        for position in playout.positions:
            assert actions.issuperset(position.legal_actions())
            if position.current_player() == CHANCE:
                assert outcomes.issuperset(action for action, _ in position.chance_outcomes())
