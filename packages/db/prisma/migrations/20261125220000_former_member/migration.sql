-- The account of each membership that was deleted. History refers to members by id alone; without the account, an
-- erasure would have to guess by the name whose it is.
create table reporting.former_member (
  member_uuid uuid not null,
  company_id integer not null,
  account_id integer not null,

  constraint former_member_pkey primary key (member_uuid),
  constraint former_member_company_id_fkey
    foreign key (company_id) references reporting.company (id) on delete cascade on update no action,
  constraint former_member_account_id_fkey
    foreign key (account_id) references reporting.account (id) on delete cascade on update no action
);

create index former_member_company_id_idx on reporting.former_member (company_id);
create index former_member_account_id_idx on reporting.former_member (account_id);

-- Memberships that were deleted before: by the name, where it is that of one account.
insert into reporting.former_member (member_uuid, company_id, account_id)
select distinct on (statistic.member_uuid) statistic.member_uuid, statistic.company_id, account.id
from reporting.monthly_statistic as statistic
join reporting.account on lower(account.name) = lower(statistic.member_name)
where not exists (select from reporting.member where member.uuid = statistic.member_uuid)
  and not exists (
    select
    from reporting.account as other
    where lower(other.name) = lower(statistic.member_name)
      and other.id <> account.id
  )
order by statistic.member_uuid, statistic.month desc;
