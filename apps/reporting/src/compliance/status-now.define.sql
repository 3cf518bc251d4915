-- Returns the status of a standing at an instant: satisfied standings can expire.
create or replace function reporting.standing_at(
  status reporting.standing_status, is_validated boolean, expires_at timestamptz, at timestamptz
) returns reporting.standing_status
  language sql immutable parallel safe
return case
  when expires_at <= at and (status = 'Validated' or status = 'Not Applicable' and is_validated)
    then 'Expired'
  else status
end;

-- Returns the status of a ticket at an instant: a Valid one is Pending until it is issued, and can expire.
create or replace function reporting.ticket_status_at(
  status reporting.ticket_status, issued_at timestamptz, expires_at timestamptz, at timestamptz
) returns reporting.ticket_status
  language sql immutable parallel safe
return case
  when status <> 'Valid' then status
  when issued_at > at then 'Pending'
  when expires_at <= at then 'Expired'
  else status
end;

-- Returns the rank of a status, best first: of several tickets for an achievement, the best counts.
create or replace function reporting.ticket_rank(status reporting.ticket_status) returns integer
  language sql immutable parallel safe
return case status when 'Valid' then 1 when 'Submitted' then 2 when 'Pending' then 3 when 'Expired' then 4 end;

create or replace function reporting.ticket_status_of_rank(rank integer) returns reporting.ticket_status
  language sql immutable parallel safe
return ('{Valid,Submitted,Pending,Expired}'::reporting.ticket_status[])[rank];
