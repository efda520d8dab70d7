"""A future version: this one's migrations and four more, which change existing data in several ways."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from service.schema import revisions, upgrading
from service.schema.revisions import MIGRATIONS, known
from workers.cli.upgrade import upgrade

KNOB = "LATER_MIGRATIONS"
"""Where a process finds them."""
BASELINE = known()[0]
LATER = tuple(f"{BASELINE}_{number:04}" for number in (1, 2, 3, 4))
TEXT = """\
import sqlalchemy as sa
from alembic import op

revision = "{}"
down_revision = "{}"


def upgrade() -> None:
    {}
"""
CHANGES = (
    'op.create_table("remark", sa.Column("id", sa.Integer(), primary_key=True), sa.Column("app", sa.String(200)))',
    'op.add_column("account", sa.Column("patience", sa.Integer(), nullable=False, server_default="30"))',
    'with op.batch_alter_table("account") as accounts:\n        accounts.alter_column("name", type_=sa.String(80))',
    (
        'op.execute("INSERT INTO remark (id, app) SELECT id, substr(app, 1, 4) FROM api_token")\n'
        '    op.drop_column("api_token", "app")'
    ),
)


def write(directory: Path) -> None:
    """Lay them all out there."""
    shutil.copytree(MIGRATIONS, directory)
    for before, revision, change in zip((BASELINE, *LATER), LATER, CHANGES, strict=False):
        path = directory / "versions" / f"{revision}_later.py"
        path.write_text(TEXT.format(revision, before, change), encoding="utf-8")


def main() -> None:
    """Run `sundial upgrade` of that version."""
    for module in (revisions, upgrading):
        vars(module)["MIGRATIONS"] = Path(os.environ[KNOB])
    known.cache_clear()
    upgrade(prog_name="sundial upgrade")


if __name__ == "__main__":
    main()
