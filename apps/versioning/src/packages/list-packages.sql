-- A row: one package, in the byte order of slugs. Left out: slugs outside [$from, $before), which is
-- what the key reaches, or outside each of several such ranges ($lows, $highs), those up to $after, and those that do
-- not contain $q in slug or name. The bounds are ranges of the slug's index, so the last page costs what the first
-- one does.
select slug, name, major, minor, patch, created_at as "createdAt", updated_at as "updatedAt"
from versioning.package
where slug >= $from::text
  and slug < $before::text
  and (
    $lows::text[] is null
    or exists (
      select
      from unnest($lows::text[], $highs::text[]) as range (low, high)
      where slug >= range.low collate "C" and slug < range.high collate "C"
    )
  )
  and slug > coalesce($after::text, '')
  and (
    $q::text is null
    or position(lower($q::text) in lower(slug)) > 0
    -- not every database folds letters outside ASCII
    or position(lower($q::text collate "und-x-icu") in lower(name collate "und-x-icu")) > 0
  )
order by slug
limit $limit::integer
