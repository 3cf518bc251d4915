#!/bin/sh
# A database and a role for each service. PostgreSQL's image runs this when its volume is new. Neither role is a
# superuser, creates roles, or connects to the other's database.
set -eu
secrets=${SECRETS:-/run/secrets/services}
psql --no-psqlrc --quiet --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 \
  --set versioning_password="$(cat "$secrets/versioning_password")" \
  --set reporting_password="$(cat "$secrets/reporting_password")" << 'SQL'
create role versioning login password :'versioning_password';
create role reporting login password :'reporting_password';
-- Reports run as this role, which row-level security binds to one organization.
select 'create role reporting_reader nologin'
  where not exists (select from pg_roles where rolname = 'reporting_reader') \gexec
grant reporting_reader to versioning, reporting;
create database versioning owner versioning;
create database reporting owner reporting;
revoke connect, temporary on database versioning, reporting from public;
SQL
