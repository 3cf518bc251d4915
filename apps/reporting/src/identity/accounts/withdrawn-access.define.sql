-- Records whether a member's access was withdrawn by a record keeper, indicated by the transaction's setting
-- reporting.by_keeper, or by an operator. Once access is restored, no list may return what somebody else withdraws
-- later.
create or replace function reporting.keep_withdrawn_access() returns trigger
  language plpgsql
as $$
begin
  new.left_by_keeper := not new.has_access and current_setting('reporting.by_keeper', true) is not distinct from 'true';
  if new.has_access then
    update reporting.list_source_member
    set has_left = false
    where member_id = new.id
      and has_left;
  end if;
  return new;
end
$$;

create or replace trigger keep_withdrawn_access
  before update of has_access on reporting.member
  for each row
  when (old.has_access <> new.has_access)
  execute function reporting.keep_withdrawn_access();

create or replace trigger keep_withheld_access
  before insert on reporting.member
  for each row
  when (not new.has_access)
  execute function reporting.keep_withdrawn_access();
