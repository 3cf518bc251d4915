select name
from reporting.company
union all
select name
from reporting.department
union all
select name
from reporting.account
