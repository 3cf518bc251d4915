-- Finished mails are removed by their age.
create index mail_finished_at_idx on reporting.mail (finished_at) where finished_at is not null;
