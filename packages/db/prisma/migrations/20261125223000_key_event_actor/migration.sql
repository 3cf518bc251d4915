-- The key that acted, since a name may be given again. Null for the command line, bootstrap keys and tokens, and in
-- events of the previous release.
alter table versioning.key_event
  add column actor_id integer,
  add constraint key_event_actor_id_fkey foreign key (actor_id)
    references versioning.api_key (id) on delete no action on update no action;
