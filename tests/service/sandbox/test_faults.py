"""Faults follow the plan, deterministically for a seed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service.sandbox.faults import Fault, FaultBox, FaultPlan, Plan
from service.sandbox.files import Kept

ANY = tuple(Fault)


@pytest.fixture
def box(tmp_path: Path) -> FaultBox:
    return FaultBox(Kept(tmp_path / "faults.json"))


def test_nothing_fails_that_nobody_asked_for(box: FaultBox) -> None:
    assert box.draw(ANY) is None
    box.put(Plan({Fault.MAIL: FaultPlan(rate=1)}))
    assert box.draw([Fault.CUT]) is None


def test_the_next_few_fail_and_then_no_more(box: FaultBox) -> None:
    box.put(Plan({Fault.CUT: FaultPlan(next=2), Fault.SLOW: FaultPlan(next=1)}))
    assert [box.draw([Fault.SLOW, Fault.CUT]) for _ in range(4)] == [Fault.SLOW, Fault.CUT, Fault.CUT, None]
    assert box.plan().wishes == {Fault.CUT: FaultPlan(), Fault.SLOW: FaultPlan()}


def test_a_share_fails_and_the_same_ones_for_the_same_seed(box: FaultBox) -> None:
    runs = []
    for seed in (1, 1, 2):
        box.put(Plan({Fault.CUT: FaultPlan(rate=0.2), Fault.UNAVAILABLE: FaultPlan(rate=0.2)}, seed))
        runs.append([box.draw(ANY) for _ in range(200)])
    assert runs[0] == runs[1] != runs[2]
    assert 20 < runs[0].count(Fault.CUT) < 60
    assert 20 < runs[0].count(Fault.UNAVAILABLE) < 60


def test_what_has_come_is_counted_until_there_is_another_plan(box: FaultBox) -> None:
    box.put(Plan({Fault.CUT: FaultPlan(next=2)}))
    for _ in range(3):
        box.draw(ANY)
    assert {fault: count for fault, count in box.done().items() if count} == {Fault.CUT: 2}
    box.put(Plan({}))
    assert set(box.done().values()) == {0}


def test_faults_are_counted_once_each_however_many_draw_at_once(box: FaultBox) -> None:
    box.put(Plan({Fault.CUT: FaultPlan(next=50)}))
    with ThreadPoolExecutor(8) as threads:
        came = list(threads.map(lambda _: box.draw(ANY), range(100)))
    assert came.count(Fault.CUT) == 50


def test_what_is_kept_stays_as_it_was_if_a_change_fails(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "kept.json")
    with kept.changing() as state:
        state["number"] = 1
    with pytest.raises(ZeroDivisionError), kept.changing() as state:
        state["number"] = 1 // 0
    assert kept.read() == {"number": 1}
