"""The language of the reader."""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from service.core.refusals import EXPLANATIONS
from service.edge.app import create_app
from tests.service.conftest import FakeClock, migrate, settings_for


def test_a_reader_is_answered_in_a_language_there_is_a_catalogue_of(tmp_path: Path, clock: FakeClock) -> None:
    catalogue = Catalog(locale="de")
    catalogue.add(EXPLANATIONS["no-such-ruleset"].title, "Dieses Spiel gibt es hier nicht.")
    folder = tmp_path / "translations" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "messages.mo").open("wb") as file:
        write_mo(file, catalogue)
    settings = settings_for(tmp_path)
    migrate(settings)
    app = create_app(settings, clock)
    app.extensions["babel"].translation_directories = [str(tmp_path / "translations")]

    def title(languages: str) -> str:
        answer = app.test_client().get("/api/v1/rulesets/chess", headers={"Accept-Language": languages})
        return str(answer.get_json()["title"])

    assert title("de-AT, de;q=0.9, en;q=0.5") == "Dieses Spiel gibt es hier nicht."
    assert title("fr, en;q=0.5") == EXPLANATIONS["no-such-ruleset"].title
