-- Tells statistics of an import from those of a snapshot that was taken here: an import does not overwrite the latter
-- unless it is asked to.
alter table reporting.monthly_statistic add column is_imported boolean not null default false;

-- An export has the rights of accounts, which an import reads.
grant select (is_operator, api_access, report_access) on reporting.account to reporting_reader;
