"""A disk is low with little room, or with a small share of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.db.disks import Disk, disk_of


@pytest.mark.parametrize(
    ("free", "share", "is_low"),
    [(200_000_000, 0.05, False), (199_999_999, 0.5, True), (10**12, 0.049, True)],
)
def test_a_disk_is_low_by_its_room_or_its_share(free: int, share: float, is_low: bool) -> None:  # noqa: FBT001
    assert Disk(free, share).is_low == is_low


def test_a_folder_that_is_not_here_has_no_disk() -> None:
    assert disk_of(Path("/nowhere")) is None
    assert disk_of(Path("/")) is not None
