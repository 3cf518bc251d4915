-- One row: the server version.
select current_setting('server_version') as "version"
