#!/bin/sh
# The owner of the tables, the role that the service works as, and their database. Run it once, as a
# superuser of PostgreSQL 15 or newer; `psql` takes the server from PGHOST, PGPORT and PGUSER. The
# passwords come from VADIUM_OWNER_PASSWORD and VADIUM_SERVICE_PASSWORD, never from the command line.
set -eu
: "${VADIUM_OWNER_PASSWORD:?is not set}" "${VADIUM_SERVICE_PASSWORD:?is not set}"

psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${PGUSER:-postgres}" --dbname=postgres <<'SQL'
\getenv owner_password VADIUM_OWNER_PASSWORD
\getenv service_password VADIUM_SERVICE_PASSWORD
CREATE ROLE vadium_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE vadium_service LOGIN PASSWORD :'service_password';
-- On PostgreSQL 15 a member inherits. Through this role, the owner may become the service's role and
-- inherits nothing.
CREATE ROLE vadium_service_entry NOLOGIN NOINHERIT;
GRANT vadium_service TO vadium_service_entry;
GRANT vadium_service_entry TO vadium_owner;
CREATE DATABASE vadium OWNER vadium_owner;
\connect vadium
-- Large objects, which every role may otherwise make and fill.
REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;
SQL
