#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume: Sundial's role owns its database, and nothing else.
set -eu
psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" \
	--username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
CREATE ROLE sundial LOGIN PASSWORD :'password';
CREATE DATABASE sundial OWNER sundial;
REVOKE CONNECT, TEMPORARY ON DATABASE sundial, postgres FROM PUBLIC;
SQL
