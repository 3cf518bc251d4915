-- One row: how many affiliations of the file have the function that reports leave out unless they are asked for it.
select count(*) filter (where function = 'Employee') as employees, count(*) as total
from staged_affiliation
