"""A database whose disk is full: the server says that it is not ready, and why, until there is room again."""

from __future__ import annotations

import shutil
from pathlib import Path

from service.config.environment import Config
from service.db.clock import now
from service.metrics.exposition import exposition
from tests.servers import Postgres
from tests.service.api.program import code
from tests.service.conftest import FakeClock, migrate, settings_for
from tests.service.installations import running
from tests.small_disks import fill, small_disk
from workers.cli.status import examine


def assert_full_disk_is_told(settings: Config, disk: Path) -> None:
    """Check what a server says before, while and after its database has no room."""
    with running(settings, FakeClock()) as app:
        client = app.test_client()
        assert client.get("/readyz").status_code == 200
        filling = fill(disk)
        assert code(client.get("/readyz")) == (503, "disk-full")
        assert client.get("/healthz").status_code == 200
        assert 'sundial_room_bytes{place="database"} 0.0' in exposition(now()).decode()
        assert "The disk of database fills up (0 MB free): make room." in examine(now()).complaints
        filling.unlink()
        assert client.get("/readyz").status_code == 200


def test_sqlite_without_room_is_told(migrated_sqlite: Path, tmp_path: Path) -> None:
    with small_disk(tmp_path, "4m") as disk:
        shutil.copy(migrated_sqlite, disk / "sundial.sqlite")
        assert_full_disk_is_told(settings_for(disk), disk)


def test_postgresql_without_room_is_told(tmp_path: Path) -> None:
    folder, home = tmp_path / "disk", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    with small_disk(folder, "160m") as disk:
        server = Postgres(disk / "postgres")
        try:
            settings = settings_for(home, DATABASE_URL=server.create_database())
            migrate(settings)
            assert_full_disk_is_told(settings, disk)
        finally:
            server.stop()
