-- Splits a search term into words, folded like names. A name matches if it contains all of them:
-- `not exists (select from reporting.words_of(q) where position(word in name_folded) = 0)`.
create or replace function reporting.words_of(q text) returns table (word text)
  language sql stable parallel safe
begin atomic
  select part.word
  from regexp_split_to_table(trim(reporting.fold(q)), '\s+') as part (word);
end;
