-- When each job that happens by the clock is due next. pg-boss keeps the runs in a schema of its own.
create table reporting.job_schedule (
  name text primary key,
  expression text not null,
  next_at timestamptz not null
);
