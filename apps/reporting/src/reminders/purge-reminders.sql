-- Removes the stages of what expired too long ago to be reminded of again.
delete from reporting.reminder
where company_id = $organization::integer
  and expires_at < $at::timestamptz - interval '400 days'
