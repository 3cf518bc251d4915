-- What people who lack an achievement or a competency do to get it, and the page where they do it.
alter table reporting.achievement
  add column how_to_get varchar(500),
  add column link varchar(500);

alter table reporting.competency
  add column how_to_get varchar(500),
  add column link varchar(500);
