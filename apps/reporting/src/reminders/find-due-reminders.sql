-- The organizations whose reminders are due, the longest first.
select company_id as organization
from reporting.reminder_settings
where next_at <= coalesce($now::timestamptz, now())
order by next_at, company_id
