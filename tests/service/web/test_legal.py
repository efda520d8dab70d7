"""Privacy, terms and imprint: by the operator, or by Sundial itself; footers lead there."""

from __future__ import annotations

from flask import Flask

from service.config.settings import settings
from service.jobs.forgetting import rules
from service.mail.compose import texts_of
from tests.service.mail.occasions import newest
from tests.service.tables import table
from tests.service.web.visitor import Visitor

LINKS = ("/privacy", "/terms", "/imprint")


def publish(name: str, text: str) -> None:
    """Write one of the operator's pages."""
    folder = settings().home / "legal"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def linked(visitor: Visitor) -> list[str]:
    """List the links to such pages in the footer."""
    [footer] = visitor.open("/help").tree.all("footer")
    return [link.attributes["href"] for link in footer.all("a") if link.attributes["href"] in LINKS]


def test_without_a_text_of_the_operator_privacy_says_what_is_deleted_and_when(visitor: Visitor) -> None:
    page = visitor.open("/privacy")

    assert page.heading == "Privacy"
    assert all(rule.what in page.text for rule in rules())
    assert "After 3 months" in page.text
    assert "has not published this page" in visitor.open("/terms").text
    assert linked(visitor) == ["/privacy"]


def test_the_operators_markdown_is_shown_in_the_readers_language_without_its_html(visitor: Visitor) -> None:
    publish("terms.md", "# House rules\n\nBe *kind*. <script>alert(1)</script>")
    publish("terms.de.md", "# Hausordnung")

    page = visitor.open("/terms")

    assert page.heading == "House rules"
    assert "<em>kind</em>. &lt;script&gt;alert(1)" in page.response.text
    assert visitor.open("/terms?language=de").heading == "Hausordnung"
    assert linked(visitor) == ["/privacy", "/terms"]


def test_a_text_without_a_title_gets_one_an_odd_byte_is_shown_and_an_empty_file_is_none(visitor: Visitor) -> None:
    publish("terms.md", "")
    publish("imprint.md", "")
    (settings().home / "legal" / "imprint.md").write_bytes("Jos\xe9".encode("latin-1"))

    page = visitor.open("/imprint")

    assert (page.status, page.heading) == (200, "Imprint")
    assert "Jos\N{REPLACEMENT CHARACTER}" in page.text
    assert linked(visitor) == ["/privacy", "/imprint"]


def test_emails_lead_to_the_same_pages(app: Flask) -> None:
    publish("imprint.md", "# Imprint")
    table("ann", "bob")

    text, html = texts_of(newest("your-turn"))

    for link in (f"{settings().public_url}/privacy", f"{settings().public_url}/imprint"):
        assert link in text
        assert f'href="{link}"' in html
    assert "/terms" not in text
