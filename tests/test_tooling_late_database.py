"""`sundial upgrade --wait` waits for a database that starts later than it, as after a power cut."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from service.config.environment import read_database_url
from service.schema.revisions import known, revision_of
from tests.playing import KNOBS, SUNDIAL
from tests.secret_keys import KEY
from tests.test_tooling_commands import ELSEWHERE, run


def test_upgrade_waits_for_a_database_that_is_late(tmp_path: Path, postgres_url: str) -> None:
    [folder], late = re.findall("host=([^&]+)", postgres_url), tmp_path / "late"
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    knobs = {"DATABASE_URL": postgres_url.replace(folder, str(late)), "SECRET_KEY": KEY, "SUNDIAL_HOME": str(tmp_path)}
    command = [str(SUNDIAL), "upgrade", "--wait", "300"]
    with subprocess.Popen(command, env=inherited | knobs, stderr=subprocess.PIPE, text=True) as upgrade:
        assert upgrade.stderr is not None
        assert upgrade.stderr.readline().startswith("The database does not answer: ")
        assert upgrade.stderr.readline() == "Trying again for 300 seconds.\n"

        late.symlink_to(folder)

        assert (upgrade.wait(300), upgrade.stderr.read()) == (0, "")
    engine = create_engine(read_database_url(postgres_url))
    with engine.connect() as connection:
        assert revision_of(connection) == known()[-1]
    engine.dispose()


@pytest.mark.parametrize("seconds", ["0", "1"])
def test_upgrade_says_that_the_database_does_not_answer_once_it_has_waited(tmp_path: Path, seconds: str) -> None:
    code, said = run(["upgrade", "--wait", seconds], DATABASE_URL=ELSEWHERE, SECRET_KEY=KEY, SUNDIAL_HOME=str(tmp_path))

    assert code == 1
    assert said.splitlines()[-1].startswith("Error: The database does not answer: ")
    assert (f"Trying again for {seconds} seconds." in said) == (seconds != "0")
