"""The room on the disk of a folder is known where the folder is."""

from __future__ import annotations

from pathlib import Path

from service.db.disks import room_at


def test_a_folder_that_is_not_here_has_no_disk() -> None:
    assert room_at(Path("/nowhere")) is None
    assert room_at(Path("/")) is not None
