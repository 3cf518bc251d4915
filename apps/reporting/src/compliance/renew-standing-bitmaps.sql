-- One row: how many members' bitmaps were renewed, at most $most.
select reporting.renew_standing_bitmaps($most::integer) as "renewed"
