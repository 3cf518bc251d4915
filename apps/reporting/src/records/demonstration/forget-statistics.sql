-- Removes the monthly statistics of an organization.
delete from reporting.monthly_statistic
where company_id = $organization::integer
