-- One row: how many members' standings were counted, at most $most.
select reporting.add_standing_counts($most::integer) as "renewed"
