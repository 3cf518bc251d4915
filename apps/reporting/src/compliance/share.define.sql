-- A score: the ratio of part to whole, from 0 to 1, rounded half up to four decimals; null if whole is 0. Only a
-- complete part yields 1, and only an empty one 0: otherwise the result is clamped to 0.0001 to 0.9999. Decimal
-- division avoids errors before rounding. compliance-summary.ts implements the same rule.
create or replace function reporting.share(part bigint, whole bigint) returns float8
  language sql immutable parallel safe
return case
  when whole > 0 and part > 0 and part < whole
    then least(greatest(round(part::numeric / whole, 4), 0.0001), 0.9999)::float8
  when whole > 0 then round(part::numeric / whole, 4)::float8
end;
