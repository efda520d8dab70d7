"""What actions brought wherever they came, for a tree to begin with (rapid action value estimation, RAVE)."""

from __future__ import annotations

from collections.abc import Sequence


class Traces:
    """Of the actions of one node, by number, what samples brought in which they came there or later.

    An action counts as (1 - b) * its own mean + b * the mean of these samples, where b = k / (k + its visits): for
    half itself with k visits, the `equivalence` (Gelly & Silver, "Combining online and offline knowledge", 2007).
    """

    __slots__ = ("_counts", "_equivalence", "_fixed", "_numbers", "_sums", "_weights", "marks")

    def __init__(self, marks: Sequence[int], equivalence: float) -> None:
        self.marks = marks
        """By number, what stands for the action."""
        self._equivalence = equivalence
        self._numbers = dict(zip(marks, range(len(marks)), strict=True))
        self._counts = [0] * len(marks)
        self._sums = [0.0] * len(marks)
        self._weights = [1.0] * len(marks)
        self._fixed = [0.0] * len(marks)
        """What the action's own mean adds to its value."""

    def note(self, marks: Sequence[int], value: float, means: list[float]) -> None:
        """Take in a sample with all these marks, and bring the means of its actions up to date."""
        numbers, counts, sums, weights, fixed = self._numbers, self._counts, self._sums, self._weights, self._fixed
        for mark in marks:
            if mark in numbers:
                number = numbers[mark]
                counts[number] = count = counts[number] + 1
                sums[number] = total = sums[number] + value
                means[number] = fixed[number] + weights[number] * total / count

    def blended(self, number: int, mean: float, visits: int) -> float:
        """What an action counts as whose own mean comes from so many visits; it has left a trace itself by then."""
        weight = self._equivalence / (self._equivalence + visits)
        self._weights[number], self._fixed[number] = weight, (1 - weight) * mean
        return self._fixed[number] + weight * self._sums[number] / self._counts[number]
