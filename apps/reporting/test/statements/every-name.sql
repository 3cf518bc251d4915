select name
from reporting.company
union all
select name
from reporting.department
union all
select name
from reporting.account
union all
select name
from reporting.validator
union all
select distinct snapshot_date::text
from reporting.snapshot_day
