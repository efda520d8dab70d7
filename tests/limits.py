"""The table of rate limits in docs/security.md: `python -m tests.limits` writes it."""

from __future__ import annotations

import re
from pathlib import Path

from service.config.limits import AT_A_TIME, DAY, HOUR, MINUTE, TABLE, Limit

DOCUMENT = Path(__file__).parents[1] / "docs" / "security.md"
HEAD = "| limit | counts for each | at most | where |\n|---|---|---|---|\n"
SPANS = {AT_A_TIME: "at a time", MINUTE: "a minute", HOUR: "an hour", DAY: "a day"}


def written() -> str:
    """Render the table in Markdown."""
    return HEAD + "".join(f"{_line(row)}\n" for row in TABLE.values())


def _line(row: Limit) -> str:
    most = f"{row.amount:,} {row.of} {SPANS[row.seconds]}" if row.amount else "as MAILS_PER_DOMAIN says"
    return f"| `{row.name}` | {row.per} | {most} | {'; '.join(row.doors)} |"


def main() -> None:
    """Write the table into the document, in place of the one that is there."""
    text = DOCUMENT.read_text()
    DOCUMENT.write_text(re.sub(re.escape(HEAD) + r"(\|.*\n)*", lambda _: written(), text))


if __name__ == "__main__":
    main()
