-- $commented parameters are none, and neither are those in '$quotes', "$identifiers" or $$bodies$$
select
  n as number,
  $greeting::text || '$literal' || $tag$ $inside$tag$ as "said",
  $greeting::text as again
from generate_series(1, $count::integer) as n
order by n
