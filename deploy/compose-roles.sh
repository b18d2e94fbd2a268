#!/bin/sh
# Run once by the database's container, when its volume is empty: makes the role that owns nothing.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$APP_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE brikks_app LOGIN PASSWORD :'password' NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
SQL
