-- A function that takes the row of a table keeps others from adding columns with a default to it. This one was of no
-- release; the definitions have it with the id.
drop function if exists reporting.holds_rights(reporting.account);
