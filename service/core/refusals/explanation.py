"""What is said of a refusal."""

from __future__ import annotations

from typing import NamedTuple


class Explanation(NamedTuple):
    """What is wrong, and what to do about it; both are translated by whoever shows them."""

    title: str
    advice: str
