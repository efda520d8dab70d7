"""Leave a multiple of three."""

from collections.abc import Sequence

from .position import Action, Countdown


def candidates(position: Countdown) -> Sequence[tuple[Action, float]]:
    weighed = [
        (action, 1.0 + 9.0 * ((position.stones - action.number) % 3 == 0)) for action in position.legal_actions()
    ]
    return sorted(weighed, key=lambda candidate: -candidate[1])


def estimate(position: Countdown) -> Sequence[float]:
    even = 1 / position.players
    return [even if position.stones else float(seat in position.winners()) for seat in range(position.players)]
