-- Locks a package until the end of the transaction: the next statement sees its history as the last change left it.
select
from versioning.package
where slug = $slug::text
for update
