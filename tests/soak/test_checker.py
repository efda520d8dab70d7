"""The checker is checked: it finds nothing in evidence that is sound, and every lie about it."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from tests.soak.checker import CHECKS, findings
from tests.soak.mutants import MUTANTS
from tests.soak.promises.news import UNSURE
from tests.soak.sample import sound


def test_nothing_is_found_where_nothing_is_broken() -> None:
    assert findings(sound()) == []


@pytest.mark.parametrize("name", MUTANTS)
def test_each_lie_is_noticed_by_the_check_that_is_meant_for_it(name: str) -> None:
    check, lie = MUTANTS[name]
    for seed in range(5):
        falsified = deepcopy(sound())
        lie(falsified, Random(seed))
        assert list(CHECKS[check](falsified))


def test_there_is_a_lie_for_each_check() -> None:
    assert {check for check, _ in MUTANTS.values()} == set(CHECKS)


def test_what_cannot_be_known_is_no_finding() -> None:
    """An acknowledgement got lost, and the turn was over by the next attempt; a wish was never answered."""
    evidence = sound()
    evidence.envelopes[0]["state"] = UNSURE
    evidence.history.append({"kind": "wished", "at": 1.0, "player": "bot-0", "key": "bot-0-9"})
    evidence.games.append(evidence.games[1] | {"id": "dddddddddddd", "log_length": 0})
    assert findings(evidence) == []


def test_evidence_that_was_kept_is_the_same() -> None:
    evidence = sound()
    assert type(evidence).from_json(evidence.as_json()) == evidence
