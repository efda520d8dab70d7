"""Which faults a sandbox is to have, and when each comes: drawn from a seed, so that a run can be repeated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any

from service.sandbox.files import Kept

SLOW_SECONDS = 3.0


class Fault(StrEnum):
    """A way to fail."""

    UNAVAILABLE = "unavailable"
    """A request is answered 503 and does nothing."""
    SLOW = "slow"
    """A request is done at once and answered late."""
    CUT = "cut"
    """A request is done, and the connection ends in the middle of the answer."""
    REPEATED_EVENTS = "repeated_events"
    """Events come twice: in a list, in a stream, or by webhook."""
    MAIL = "mail"
    """A mail is refused for now."""


@dataclass(frozen=True)
class FaultPlan:
    """How often a fault is wanted: at each of the `next` occasions, and after these at a share of `rate`."""

    rate: float = 0.0
    next: int = 0


@dataclass(frozen=True)
class Plan:
    """What is wanted, and the seed that decides when it comes."""

    wishes: Mapping[Fault, FaultPlan]
    seed: int = 0
    slow_seconds: float = SLOW_SECONDS


@dataclass(frozen=True)
class FaultBox:
    """The plan of a sandbox and what has come of it, shared by all processes."""

    kept: Kept

    def put(self, plan: Plan) -> None:
        """Follow this plan from now on, counting anew."""
        wishes = {fault: {"rate": wish.rate, "next": wish.next} for fault, wish in plan.wishes.items()}
        with self.kept.changing() as state:
            state.clear()
            state.update(seed=plan.seed, slow_seconds=plan.slow_seconds, wishes=wishes, drawn=0, done={})

    def plan(self) -> Plan:
        """The plan as it is now: `next` has become smaller with each fault that it brought."""
        state = self.kept.read()
        wishes = {Fault(name): FaultPlan(**wish) for name, wish in state.get("wishes", {}).items()}
        return Plan(wishes, state.get("seed", 0), state.get("slow_seconds", SLOW_SECONDS))

    def done(self) -> dict[str, int]:
        """How often each fault has come since the plan was made."""
        done = self.kept.read().get("done", {})
        return {fault: done.get(fault, 0) for fault in Fault}

    def draw(self, possible: Sequence[Fault]) -> Fault | None:
        """What is to fail on this occasion, of what is possible on it; None if nothing is."""
        wanted = self.plan().wishes
        if not any(fault in wanted for fault in possible):
            return None
        with self.kept.changing() as state:
            return drawn(state, possible)


def drawn(state: dict[str, Any], possible: Sequence[Fault]) -> Fault | None:
    """The fault of this occasion, noted in the state; the first one where several would come."""
    rng = Random(f"{state['seed']} {state['drawn']}")  # noqa: S311  # a run can be repeated
    state["drawn"] += 1
    for fault in possible:
        wish = state["wishes"].get(fault)
        if not wish:
            continue
        if wish["next"]:
            wish["next"] -= 1
        elif rng.random() >= float(wish["rate"]):
            continue
        state["done"][fault] = state["done"].get(fault, 0) + 1
        return fault
    return None
