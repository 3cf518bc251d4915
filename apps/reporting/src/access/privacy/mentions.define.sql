-- Whether a text names somebody by a word: an e-mail or an id anywhere, a name as whole words. A code, and a name
-- that is too short to tell from a part of another, is a whole field, cell of a row or string of JSON.
create or replace function reporting.mentions(named text, word text, is_cell boolean default false)
returns boolean
language sql
immutable
parallel safe
as $$
  select case
    -- the quicker test first
    when position(lower(word) in lower(named)) = 0 then false
    when position('@' in word) > 0 then true
    else
      lower(named) ~ concat(
        case when is_cell or length(word) < 4 then '(^|[",])' else '(?<![[:alnum:]])' end,
        regexp_replace(lower(word), '([][\\.^$*+?(){}|])', '\\\1', 'g'),
        case when is_cell or length(word) < 4 then '($|[",])' else '(?![[:alnum:]])' end
      )
  end
$$;
