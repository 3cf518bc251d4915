-- Whether the sign-in named the organization: requests without X-Company are about that one alone.
alter table reporting.session add column is_company_named boolean not null default false;
