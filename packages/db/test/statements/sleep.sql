select pg_sleep($seconds::float8)
