"""The tables of the first release."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=True),
        sa.Column("muted", JSON, nullable=False),
        sa.Column("session_epoch", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["account.id"], name=op.f("fk_account_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("email", name=op.f("uq_account_email")),
        sa.UniqueConstraint("name", name=op.f("uq_account_name")),
    )
    op.create_table(
        "answer",
        sa.Column("scope", sa.String(length=80), nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("scope", "key", name=op.f("pk_answer")),
    )
    with op.batch_alter_table("answer", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_answer_created_at"), ["created_at"], unique=False)

    op.create_table(
        "counter",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_counter")),
    )
    op.create_table(
        "sign_in",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("link_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("wrong_codes", sa.Integer(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        sa.UniqueConstraint("link_hash", name=op.f("uq_sign_in_link_hash")),
    )
    with op.batch_alter_table("sign_in", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sign_in_email"), ["email"], unique=False)

    op.create_table(
        "api_token",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("scopes", JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_api_token_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_token")),
        sa.UniqueConstraint("hash", name=op.f("uq_api_token_hash")),
    )
    with op.batch_alter_table("api_token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_api_token_account_id"), ["account_id"], unique=False)

    op.create_table(
        "envelope",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("sender", sa.String(length=254), nullable=False),
        sa.Column("recipient", sa.String(length=254), nullable=False),
        sa.Column("message_id", sa.String(length=254), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_reply", sa.String(length=500), nullable=True),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_envelope_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_envelope")),
        sa.UniqueConstraint("message_id", name=op.f("uq_envelope_message_id")),
    )
    with op.batch_alter_table("envelope", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_envelope_account_id"), ["account_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_envelope_state_due_at"), ["state", "due_at"], unique=False)

    op.create_table(
        "game_match",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("ruleset", sa.String(length=40), nullable=False),
        sa.Column("simultaneous", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("creator_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_by", sa.String(length=20), nullable=True),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["creator_id"], ["account.id"], name=op.f("fk_game_match_creator_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_match")),
    )
    with op.batch_alter_table("game_match", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_match_creator_id"), ["creator_id"], unique=False)

    op.create_table(
        "game",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("ruleset", sa.String(length=40), nullable=False),
        sa.Column("rules_version", sa.String(length=20), nullable=False),
        sa.Column("options", JSON, nullable=False),
        sa.Column("given_layout", JSON, nullable=True),
        sa.Column("setup", JSON, nullable=True),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("log_length", sa.Integer(), nullable=False),
        sa.Column("to_move", sa.Integer(), nullable=True),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("days_per_move", sa.Integer(), nullable=False),
        sa.Column("shuffle_seats", sa.Boolean(), nullable=False),
        sa.Column("visibility", sa.String(length=20), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("creator_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_by", sa.String(length=20), nullable=True),
        sa.Column("scores", JSON, nullable=True),
        sa.Column("winners", JSON, nullable=True),
        sa.Column("match_id", sa.String(length=16), nullable=True),
        sa.Column("match_round", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["creator_id"], ["account.id"], name=op.f("fk_game_creator_id")),
        sa.ForeignKeyConstraint(["match_id"], ["game_match.id"], name=op.f("fk_game_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("match_id", "match_round", name=op.f("uq_game_match_id_match_round")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_creator_id"), ["creator_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_game_status_deadline"), ["status", "deadline"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_game_visibility_status_created_at"), ["visibility", "status", "created_at"], unique=False
        )

    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("type", sa.String(length=40), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=True),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("data", JSON, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_event_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
        sa.UniqueConstraint("number", name=op.f("uq_event_number")),
    )
    with op.batch_alter_table("event", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_event_game_id"), ["game_id"], unique=False)

    op.create_table(
        "game_seat",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("for_anybody", sa.Boolean(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("ai_level", sa.Integer(), nullable=True),
        sa.Column("contribution", sa.String(length=64), nullable=True),
        sa.Column("left_by", sa.String(length=20), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_game_seat_account_id")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_game_seat_game_id")),
        sa.PrimaryKeyConstraint("game_id", "place", name=op.f("pk_game_seat")),
    )
    with op.batch_alter_table("game_seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_seat_account_id_game_id"), ["account_id", "game_id"], unique=False)

    op.create_table(
        "log_entry",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_log_entry_game_id")),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_log_entry")),
    )
    op.create_table(
        "notice",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=True),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("data", JSON, nullable=False),
        sa.Column("message_id", sa.String(length=254), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("envelope_id", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_notice_account_id")),
        sa.ForeignKeyConstraint(["envelope_id"], ["envelope.id"], name=op.f("fk_notice_envelope_id")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_notice_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
        sa.UniqueConstraint(
            "game_id", "version", "account_id", "kind", name=op.f("uq_notice_game_id_version_account_id_kind")
        ),
    )
    with op.batch_alter_table("notice", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_notice_account_id"), ["account_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_notice_state_due_at"), ["state", "due_at"], unique=False)

    op.create_table(
        "opponent_turn",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_opponent_turn_game_id")),
        sa.PrimaryKeyConstraint("game_id", "version", name=op.f("pk_opponent_turn")),
    )
    with op.batch_alter_table("opponent_turn", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_opponent_turn_state_due_at"), ["state", "due_at"], unique=False)

    op.bulk_insert(sa.table("counter", sa.column("name"), sa.column("value")), [{"name": "event", "value": 0}])


def downgrade() -> None:
    with op.batch_alter_table("opponent_turn", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_opponent_turn_state_due_at"))

    op.drop_table("opponent_turn")
    with op.batch_alter_table("notice", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_notice_state_due_at"))
        batch_op.drop_index(batch_op.f("ix_notice_account_id"))

    op.drop_table("notice")
    op.drop_table("log_entry")
    with op.batch_alter_table("game_seat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_game_seat_account_id_game_id"))

    op.drop_table("game_seat")
    with op.batch_alter_table("event", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_event_game_id"))

    op.drop_table("event")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_game_visibility_status_created_at"))
        batch_op.drop_index(batch_op.f("ix_game_status_deadline"))
        batch_op.drop_index(batch_op.f("ix_game_creator_id"))

    op.drop_table("game")
    with op.batch_alter_table("game_match", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_game_match_creator_id"))

    op.drop_table("game_match")
    with op.batch_alter_table("envelope", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_envelope_state_due_at"))
        batch_op.drop_index(batch_op.f("ix_envelope_account_id"))

    op.drop_table("envelope")
    with op.batch_alter_table("api_token", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_api_token_account_id"))

    op.drop_table("api_token")
    with op.batch_alter_table("sign_in", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sign_in_email"))

    op.drop_table("sign_in")
    op.drop_table("counter")
    with op.batch_alter_table("answer", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_answer_created_at"))

    op.drop_table("answer")
    op.drop_table("account")
