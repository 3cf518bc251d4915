-- Returns a pattern for each word of a search term, folded like names. A name matches if it contains all of them:
-- `name_folded like all ((select reporting.word_patterns(q))::text[])`. The subquery is evaluated once per statement.
create or replace function reporting.word_patterns(q text) returns text[]
  language sql stable parallel safe
begin atomic
  select array_agg('%' || regexp_replace(part.word, '([\\%_])', '\\\1', 'g') || '%')
  from regexp_split_to_table(trim(reporting.fold(q)), '\s+') as part (word);
end;

-- Whether a text, such as a code or an e-mail, contains a search term in any case. Both are lowered by the same locale:
-- that of a database or column may change only ASCII letters.
create or replace function reporting.is_part(q text, of_text text) returns boolean
  language sql immutable parallel safe
return position(lower(q collate "und-x-icu") in lower(of_text collate "und-x-icu")) > 0;

-- Returns the folded words of a text in alphabetical order, so that equal keys mean searches for the same words.
create or replace function reporting.search_key(q text) returns text
  language sql stable parallel safe
begin atomic
  select string_agg(distinct part.word, ' ' order by part.word)
  from regexp_split_to_table(trim(reporting.fold(q)), '\s+') as part (word);
end;

-- Only for the previous release.
create or replace function reporting.words_of(q text) returns table (word text)
  language sql stable parallel safe
begin atomic
  select part.word
  from regexp_split_to_table(trim(reporting.fold(q)), '\s+') as part (word);
end;
