-- Records the account of a membership when it is deleted.
create or replace function reporting.keep_former_members() returns trigger
  language plpgsql
as $$
begin
  insert into reporting.former_member (member_uuid, company_id, account_id)
  select uuid, company_id, account_id
  from deleted_member
  on conflict (member_uuid) do update set
    company_id = excluded.company_id,
    account_id = excluded.account_id;
  return null;
end
$$;

create or replace trigger keep_former_members
  after delete on reporting.member
  referencing old table as deleted_member
  for each statement
  execute function reporting.keep_former_members();
