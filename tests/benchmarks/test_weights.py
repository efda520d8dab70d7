"""Weights of networks come back from a file as they were written, to the 1024th part."""

from random import Random

import pytest

from benchmarks.weights import written_weights
from rules.weights import UNIT, read_weights


def test_weights_come_back_to_half_a_unit() -> None:
    rng = Random(1)
    weights = [rng.uniform(-30, 30) for _ in range(1000)]
    text = written_weights(weights)
    assert read_weights(text) == pytest.approx(weights, abs=0.5 / UNIT)
    assert max(map(len, text.splitlines())) <= 120


def test_what_is_too_large_is_kept_as_large_as_can_be() -> None:
    assert read_weights(written_weights([1e6, -1e6, 0.0])) == [32767 / UNIT, -32.0, 0.0]
