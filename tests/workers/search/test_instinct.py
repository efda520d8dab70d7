"""Playing by the weights alone."""

from collections import Counter
from random import Random

import pytest

from tests.workers.search.toys import Told, TreeTactics, end, turn
from workers.search.levels import Instinct
from workers.search.limit import Budget

FORK = turn(0, (0.5,), good=(3.0, end(1.0)), bad=(1.0, end(0.0)))


def drawn(position: Told, temperature: float, times: int = 4000) -> Counter[str]:
    """How often each action was taken."""
    rng, limit = Random(7), Budget(0.0, 0).start(lambda: 0.0)
    search = Instinct(temperature)
    return Counter(action for _ in range(times) for action in search.find(position, TreeTactics(), rng, limit))


def test_at_temperature_one_actions_are_taken_in_proportion_to_their_weights() -> None:
    assert drawn(FORK, 1.0)["good"] / 4000 == pytest.approx(3 / 4, abs=0.03)


def test_a_higher_temperature_is_more_careless() -> None:
    assert drawn(FORK, 2.0)["good"] / 4000 == pytest.approx(3**0.5 / (1 + 3**0.5), abs=0.03)


def test_close_to_zero_the_best_is_always_taken() -> None:
    assert drawn(FORK, 0.05) == {"good": 4000}


def test_weights_far_apart_are_no_trouble() -> None:
    steep = turn(0, (0.5,), good=(1e300, end(1.0)), bad=(1e-300, end(0.0)))
    assert drawn(steep, 0.3, 10) == {"good": 10}
