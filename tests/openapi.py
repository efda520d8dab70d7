"""`make openapi`: generate openapi.yaml and the JSON Schema of records in docs/."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import rules
from service.api.in_yaml import in_yaml
from service.api.spec import SundialApi
from service.config import environment
from service.presentation.record_schema import schema_of_records
from service.server.app import create_app
from service.verification.record_chain import FORMAT

ROOT = Path(__file__).parents[1]
NOWHERE = {"SUNDIAL_HOME": "/nonexistent", "SECRET_KEY": secrets.token_hex(), "DATABASE_URL": "sqlite://"}
"""What the document says depends on no installation; nothing is opened or written."""


def document() -> str:
    """Return the OpenAPI document as YAML, reproducibly."""
    app = create_app(environment.from_environment(NOWHERE))
    api: SundialApi = app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    return in_yaml({"openapi": app.config["OPENAPI_VERSION"], **api.document()})


def record_schema() -> str:
    """Return the JSON Schema of records, reproducibly."""
    return f"{json.dumps(schema_of_records(rules.games().values()), indent=1, ensure_ascii=False)}\n"


if __name__ == "__main__":
    ROOT.joinpath("openapi.yaml").write_text(document(), encoding="utf-8")
    ROOT.joinpath("docs", f"{FORMAT}.schema.json").write_text(record_schema(), encoding="utf-8")
