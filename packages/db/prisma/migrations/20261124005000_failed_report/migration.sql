-- A run is kept while a mail of it may be sent again.
create index mail_failed_report_idx on reporting.mail (id) where outcome = 'failed' and kind = 'schedule';
