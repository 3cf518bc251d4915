-- Whose rows reports show a member: everybody's, those of the departments that the member administers, or those of
-- named departments. A department that does not exist any more shows nobody.
create type reporting.report_scope as enum ('organization', 'administered', 'departments');

alter table reporting.member
  add column report_scope reporting.report_scope not null default 'organization',
  add column report_departments uuid[] not null default '{}',
  add constraint member_report_departments_check check (
    case report_scope
      when 'departments' then cardinality(report_departments) between 1 and 200
      else cardinality(report_departments) = 0
    end
  );

-- That of the report access which the single sign-on provider gives.
alter table reporting.account
  add column provider_report_scope reporting.report_scope not null default 'organization';
