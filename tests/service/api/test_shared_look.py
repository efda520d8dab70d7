"""Concurrent callers share a check that began after they asked."""

from __future__ import annotations

import pytest

from service.api.resources.health import SharedLook


class Looks:
    """Fake check that returns scripted results and counts its calls."""

    def __init__(self, *found: str) -> None:
        self._found = list(found)
        self.taken = 0

    def __call__(self) -> str:
        """Return the next result."""
        found = self._found[self.taken]
        self.taken += 1
        if found == "fails":
            raise OSError
        return found


def shared(*times: float) -> SharedLook:
    """Return a shared check with these times: when each caller asked, and when checks began."""
    return SharedLook(iter(times).__next__)


def test_who_has_asked_before_a_look_began_shares_it_and_who_asks_later_does_not() -> None:
    looks, sharing = Looks("yes", "no"), shared(1, 3, 2, 4, 5)
    assert [sharing.ask(looks) for _ in range(3)] == ["yes", "yes", "no"]
    assert looks.taken == 2


def test_who_would_have_shared_a_look_that_failed_looks_anew() -> None:
    looks, sharing = Looks("yes", "fails", "no"), shared(1, 2, 3, 5, 4, 6)
    assert sharing.ask(looks) == "yes"
    with pytest.raises(OSError):  # noqa: PT011  # as it is
        sharing.ask(looks)
    assert sharing.ask(looks) == "no"
