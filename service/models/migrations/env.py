"""The Alembic environment: runs migrations on the given connection."""

from alembic import context

from service.models import Model

connection = context.config.attributes["connection"]
applied = context.config.attributes.get("applied")
context.configure(
    connection=connection,
    target_metadata=Model.metadata,
    render_as_batch=connection.dialect.name == "sqlite",
    compare_type=True,
    transactional_ddl=True,  # for SQLite, too, as `service.db.engines` begins its transactions
    transaction_per_migration=True,
    on_version_apply=applied,
)
with context.begin_transaction():
    context.run_migrations()
connection.commit()
