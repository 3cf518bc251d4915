-- name: database-version
-- One row: the version of the server.
select current_setting('server_version') as "version"
