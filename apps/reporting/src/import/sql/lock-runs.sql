-- Lets one run at a time be added or begin: ids grow in the order of commits, and one run finds that it is next.
select pg_advisory_xact_lock(72707371)
