#!/bin/sh
# Creates a database and a role for each service. PostgreSQL's image runs this when its volume is new. Neither role is a
# superuser, can create roles, or can connect to the other's database.
set -eu
export SECRETS="${SECRETS:-/run/secrets/services}"
psql --no-psqlrc --quiet --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 << 'SQL'
\set versioning_password `cat "$SECRETS/versioning_password"`
\set reporting_password `cat "$SECRETS/reporting_password"`
create role versioning login password :'versioning_password';
create role reporting login password :'reporting_password';
-- Reports run as these roles, which row-level security limits to one organization, or to some of its departments.
select format('create role %I nologin', name)
  from unnest(array['reporting_reader', 'reporting_scoped_reader']) as name
  where name not in (select rolname from pg_roles) \gexec
grant reporting_reader, reporting_scoped_reader to versioning, reporting;
create database versioning owner versioning;
create database reporting owner reporting;
revoke connect, temporary on database versioning, reporting from public;
SQL
