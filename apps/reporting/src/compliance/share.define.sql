-- A share of 0 to 1, as a score is: to four decimals, half up; null of nothing. A part that is neither nothing nor the
-- whole is at least 0.0001 and at most 0.9999: only what is complete is 1. The division is decimal, so that nothing is
-- lost before it is rounded. share.ts has the same rule.
create or replace function reporting.share(part bigint, whole bigint) returns float8
  language sql immutable parallel safe
return case
  when whole > 0 and part > 0 and part < whole
    then least(greatest(round(part::numeric / whole, 4), 0.0001), 0.9999)::float8
  when whole > 0 then round(part::numeric / whole, 4)::float8
end;
