-- Mails that somebody waits for: they are sent before all others (take-mail.sql).
create index mail_awaited_idx on reporting.mail (next_attempt_at, id)
where finished_at is null and kind in ('invitation', 'password-reset', 'test');
