"""Alembic's entry: runs on the connection that it is handed."""

from alembic import context

from service.models import Model

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=Model.metadata,
    render_as_batch=connection.dialect.name == "sqlite",
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
connection.commit()
