-- The rights of the role that runs the site. It owns nothing: it can neither drop the guards nor change the log.
-- Run it as the role that owns the tables, in the site's database, after every migration:
--   psql --set ON_ERROR_STOP=1 --file deploy/postgresql-role.sql "$OWNER_URL"
-- The role itself is made once, by whoever runs the server:
--   CREATE ROLE brikks_owner LOGIN PASSWORD '...';
--   CREATE ROLE brikks_app LOGIN PASSWORD '...' NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
--   CREATE DATABASE brikks OWNER brikks_owner;
BEGIN;

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM brikks_app;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM brikks_app;
REVOKE CREATE ON SCHEMA public FROM PUBLIC, brikks_app;
DO $$BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC, brikks_app', current_database()); END$$;

GRANT USAGE ON SCHEMA public TO brikks_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO brikks_app;
-- Reading is for backups; setting one is not granted.
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO brikks_app;

-- The logs and their checkpoints are only ever added to.
REVOKE UPDATE, DELETE ON games_event, games_checkpoint, games_checkpointleaf, tournaments_tournamentevent,
    tournaments_tournamentleaf FROM brikks_app;
-- Games, deals and tournaments are never deleted: their logs would belong to nothing.
REVOKE DELETE ON games_game, games_deal, tournaments_tournament FROM brikks_app;
-- What only a migration writes.
REVOKE INSERT, UPDATE, DELETE ON django_migrations, django_content_type, auth_permission FROM brikks_app;

COMMIT;
