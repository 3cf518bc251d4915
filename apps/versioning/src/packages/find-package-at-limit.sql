-- A row: the package, if the part to be incremented is at its largest.
select concat_ws('.', major, minor, patch) as version
from versioning.package
where slug = $slug::text
  and $limit::integer = case $component::versioning.component
    when 'Major' then major
    when 'Minor' then minor
    else patch
  end
