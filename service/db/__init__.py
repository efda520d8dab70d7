"""The database: engine, session, models' base, time, and Redis."""
