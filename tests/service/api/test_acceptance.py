"""What Schemathesis lets pass is told in one table, each with its reason."""

from __future__ import annotations

import re
import tomllib

from tests.journeys.live_schemathesis import ENDING, SETTINGS
from tests.service.api.acceptance import LATER, OF_OPERATIONS, UNTOLD
from tests.service.api.document import WRITTEN

REFERENCE = WRITTEN.parent / "docs" / "api.md"
HEAD = "| exempt | of | why |\n|---|---|---|\n"
EVERYWHERE = "everywhere"


def told() -> list[list[str]]:
    """The cells of the table's rows."""
    [table] = re.findall(re.escape(HEAD) + r"((?:\|.*\n)+)", REFERENCE.read_text())
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in table.splitlines()]


def test_every_refusal_that_is_let_pass_is_a_row_of_the_table() -> None:
    rows = [(f"`{code}`", EVERYWHERE, why) for code, why in UNTOLD.items()]
    for label, codes in OF_OPERATIONS.items():
        rows += [(f"`{code}`", f"`{label.replace('/api/v1', '')}`", why) for code, why in codes.items()]
    [statuses] = [what for what, of, _ in told() if of == EVERYWHERE and what.startswith("all of ")]

    assert {int(number) for number in re.findall(r"\d+", statuses)} == LATER
    assert {tuple(row) for row in told() if re.fullmatch(r"`[a-z-]+`", row[0])} == set(rows)


def test_every_setting_of_an_operation_is_a_row_of_the_table() -> None:
    settings = tomllib.loads(SETTINGS.read_text())
    off = {name for name, check in settings["checks"].items() if not check["enabled"]}
    named = set(ENDING)
    for each in settings["operations"]:
        ids = each["include-operation-id"]
        named.update([ids] if isinstance(ids, str) else ids)

    assert set(re.findall(r"`([A-Za-z]+)`", " ".join(of for _, of, _ in told()))) == named
    assert all(f"`{name}`" in REFERENCE.read_text() for name in off)
