"""`sundial doctor` finds faults, and none in a healthy installation."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from service.config.environment import Config, from_environment
from service.schema.revisions import known
from service.schema.upgrading import upgrade
from tests.secret_keys import KEY
from tests.servers import Redis
from tests.sink import Sink
from workers.doctor.finding import Finding
from workers.doctor.installation import examine
from workers.doctor.names import LookUp

NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)
RECORDS = {
    ("play.example.net", "A"): ["192.0.2.1"],
    ("mail.example.net", "MX"): ["10 mx.example.net."],
    ("mx.example.net", "A"): ["192.0.2.1"],
    ("mail.example.net", "TXT"): ["v=spf1 mx -all"],
}


def look_up(name: str, kind: str) -> list[str]:
    """Return fake DNS answers."""
    return RECORDS.get((name, kind), [])


def findings(config: Config, look_up: LookUp = look_up) -> dict[str, Finding]:
    """Return the doctor's findings by subject."""
    return {finding.about: finding for finding in examine(config, NOW, look_up)}


@pytest.fixture
def production(postgres_url: str, redis_server: Redis, sink: Sink, tmp_path: Path) -> Config:
    """Return a healthy installation."""
    config = from_environment(
        {
            "SUNDIAL_HOME": str(tmp_path),
            "DATABASE_URL": postgres_url,
            "REDIS_URL": redis_server.url,
            "SMTP_URL": sink.url,
            "SECRET_KEY": KEY,
            "PUBLIC_URL": "https://play.example.net",
            "MAIL_DOMAIN": "mail.example.net",
        }
    )
    engine = create_engine(config.database_url)
    upgrade(engine)
    engine.dispose()
    return config


def test_a_good_installation_is_well(production: Config) -> None:
    found = findings(production)

    assert {
        "database",
        "redis",
        "SMTP",
        "deadlines",
        "MX of mail.example.net",
    } <= found.keys()
    assert [finding for finding in found.values() if not finding.is_well] == []


def test_an_empty_database_is_told_from_one_with_old_tables(tmp_path: Path) -> None:
    embedded = from_environment({"SUNDIAL_HOME": str(tmp_path), "SECRET_KEY": KEY})

    assert findings(embedded)["database"].text == "no tables yet; run `sundial upgrade`"


@pytest.mark.parametrize(
    ("number", "sentence"), [(f"{known()[0]}_9999", "newer version"), ("0048", "begin with an empty database")]
)
def test_tables_of_newer_and_of_foreign_versions_are_found(production: Config, number: str, sentence: str) -> None:
    engine = create_engine(production.database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :number"), {"number": number})
    engine.dispose()

    assert sentence in findings(production)["database"].text


def test_servers_that_do_not_answer_are_found(production: Config, redis_server: Redis, sink: Sink) -> None:
    redis_server.stop()
    sink.stop()

    found = findings(production)

    assert not found["redis"].is_well
    assert not found["SMTP"].is_well


def test_missing_names_are_found(production: Config) -> None:
    found = findings(production, lambda _name, _kind: [])

    wrong = {about for about, finding in found.items() if not finding.is_well}
    assert wrong == {"addresses of play.example.net", "MX of mail.example.net", "SPF of mail.example.net"}
