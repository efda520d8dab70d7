"""The description of the API, and the page that shows it."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.service.web.visitor import Visitor


def test_without_javascript_the_page_leads_to_the_description(visitor: Visitor) -> None:
    assert "/api/v1/openapi.json" in {link.attributes["href"] for link in visitor.open("/docs").tree.all("a")}


@pytest.mark.parametrize("path", ["/openapi.json", "/openapi.yaml", "/api/v1/openapi.json"])
@pytest.mark.parametrize("coding", ["br", "identity"])
def test_who_has_it_is_told_so(client: FlaskClient, path: str, coding: str) -> None:
    first = client.get(path, headers={"Accept-Encoding": coding})
    again = client.get(path, headers={"Accept-Encoding": coding, "If-None-Match": first.headers["ETag"]})

    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    assert client.get(path, headers={"Accept-Encoding": coding}).data == first.data


def test_a_tag_that_is_to_match_is_nothing_to_who_reads_the_description(client: FlaskClient) -> None:
    assert client.get("/openapi.json", headers={"If-Match": '"another"'}).status_code == 200
