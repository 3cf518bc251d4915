alter table reporting.list_source_member add column run_uuid uuid;
