"""Fault injection plans of a sandbox, drawn from a seed, so that runs are reproducible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any

from service.sandbox.files import Kept

SLOW_SECONDS = 3.0


class Fault(StrEnum):
    """A kind of fault."""

    UNAVAILABLE = "unavailable"
    """A request is answered with 503 and does nothing."""
    SLOW = "slow"
    """A request is executed at once and answered late."""
    CUT = "cut"
    """A request is executed, and the connection ends in the middle of the response."""
    REPEATED_EVENTS = "repeated_events"
    """Events are duplicated: in a list, in a stream, or by webhook."""
    MAIL = "mail"
    """An email is refused temporarily."""


@dataclass(frozen=True)
class FaultPlan:
    """The frequency of a fault: at each of the `next` occasions, and then with probability `rate`."""

    rate: float = 0.0
    next: int = 0


@dataclass(frozen=True)
class Plan:
    """The wanted faults, and the seed that decides when they come."""

    wishes: Mapping[Fault, FaultPlan]
    seed: int = 0
    slow_seconds: float = SLOW_SECONDS


@dataclass(frozen=True)
class FaultBox:
    """A sandbox's plan and its statistics, shared by all processes."""

    kept: Kept

    def put(self, plan: Plan) -> None:
        """Replace the plan and reset its counts."""
        wishes = {fault: {"rate": wish.rate, "next": wish.next} for fault, wish in plan.wishes.items()}
        with self.kept.changing() as state:
            state.clear()
            state.update(seed=plan.seed, slow_seconds=plan.slow_seconds, wishes=wishes, drawn=0, done={})

    def plan(self) -> Plan:
        """Return the current plan: each fault that came has reduced `next`."""
        state = self.kept.read()
        wishes = {Fault(name): FaultPlan(**wish) for name, wish in state.get("wishes", {}).items()}
        return Plan(wishes, state.get("seed", 0), state.get("slow_seconds", SLOW_SECONDS))

    def done(self) -> dict[str, int]:
        """Count the faults of each kind since the plan was set."""
        done = self.kept.read().get("done", {})
        return {fault: done.get(fault, 0) for fault in Fault}

    def draw(self, possible: Sequence[Fault]) -> Fault | None:
        """Draw the fault of this occasion among possible ones; None for no fault."""
        wanted = self.plan().wishes
        if not any(fault in wanted for fault in possible):
            return None
        with self.kept.changing() as state:
            return drawn(state, possible)


def drawn(state: dict[str, Any], possible: Sequence[Fault]) -> Fault | None:
    """Draw the fault of an occasion, the first of several, and record it in the state."""
    rng = Random(f"{state['seed']} {state['drawn']}")  # noqa: S311  # reproducible runs
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
