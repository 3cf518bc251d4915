-- Waits until no other import runs.
select pg_advisory_xact_lock(72707370)
