"""The documentation as it is served, the description of the API, and the page that shows it."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.service.web.visitor import Visitor


@pytest.fixture
def site(tmp_path: Path, app: Flask) -> None:
    """Build a documentation of three files."""
    with ZipFile(tmp_path / "site.zip", "w") as files:
        files.writestr("index.html", "<h1>Sundial</h1>")
        files.mkdir("_downloads")
        files.writestr("_downloads/play.ts", "play()")
        files.writestr("_static/theme.js", "switch_it()")
    app.config["DOCUMENTATION"] = tmp_path / "site.zip"


@pytest.fixture
def no_site(tmp_path: Path, app: Flask) -> None:
    app.config["DOCUMENTATION"] = tmp_path / "none.zip"


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/docs/", "text/html"),
        ("/docs/index.html", "text/html"),
        ("/docs/_static/theme.js", "text/javascript"),
        ("/docs/_downloads/play.ts", "text/plain"),
    ],
)
def test_a_file_of_the_documentation_is_kept_and_asked_for_again(client: FlaskClient, path: str, kind: str) -> None:
    first, head = client.get(path), client.head(path)
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})

    assert (first.status_code, head.status_code, again.status_code) == (200, 200, 304)
    assert (first.mimetype, head.data, again.data) == (kind, b"", b"")
    assert first.headers["Cache-Control"] == "public, max-age=300"
    assert "'unsafe-inline'" not in first.headers["Content-Security-Policy"]


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    "path", ["/docs/api.html", "/docs/_downloads/", "/docs/../README.md", "/docs/%2e%2e/docs.py", "/docs//etc/passwd"]
)
def test_no_other_file_is_served(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.usefixtures("no_site")
def test_in_a_checkout_where_it_is_not_built_its_markdown_is_served(visitor: Visitor) -> None:
    linked = {link.attributes["href"] for link in visitor.open("/docs/").tree.all("a")}
    assert {"/docs/api.md", "/docs/decisions/mail.md", "/docs/try"} <= linked
    assert visitor.client.get("/docs/api.md").text.startswith("# The REST API")


@pytest.mark.usefixtures("no_site")
@pytest.mark.parametrize("path", ["/docs/conf.py", "/docs/../README.md", "/docs/%2e%2e/README.md"])
def test_nothing_else_of_a_checkout_is_served(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_documentation_is_found_without_its_slash(client: FlaskClient) -> None:
    assert client.get("/docs", headers={"Host": "elsewhere.example"}).headers["Location"] == "/docs/"


def test_without_javascript_the_page_leads_to_the_description(visitor: Visitor) -> None:
    assert "/api/v1/openapi.json" in {link.attributes["href"] for link in visitor.open("/docs/try").tree.all("a")}


@pytest.mark.parametrize("path", ["/openapi.json", "/openapi.yaml", "/api/v1/openapi.json"])
@pytest.mark.parametrize("coding", ["br", "identity"])
def test_who_has_it_is_told_so(client: FlaskClient, path: str, coding: str) -> None:
    first = client.get(path, headers={"Accept-Encoding": coding})
    again = client.get(path, headers={"Accept-Encoding": coding, "If-None-Match": first.headers["ETag"]})

    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    assert client.get(path, headers={"Accept-Encoding": coding}).data == first.data


def test_a_tag_that_is_to_match_is_nothing_to_who_reads_the_description(client: FlaskClient) -> None:
    assert client.get("/openapi.json", headers={"If-Match": '"another"'}).status_code == 200
