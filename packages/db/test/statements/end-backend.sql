select pg_terminate_backend(pg_backend_pid())
