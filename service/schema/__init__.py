"""The database schema of this version: migrations, upgrades and compatibility checks."""
