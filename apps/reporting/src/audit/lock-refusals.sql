-- Has the refusals of an actor counted one after the other, until the transaction ends.
select pg_advisory_xact_lock(hashtextextended($actor::text, 0)) is null as "isLocked"
