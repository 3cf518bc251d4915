-- The words of a search, folded as names are. A name matches it that has all of them: it is null, or
-- `not exists (select from reporting.words_of(q) where position(word in name_folded) = 0)`.
create or replace function reporting.words_of(q text) returns table (word text)
  language sql stable parallel safe
begin atomic
  select part.word
  from regexp_split_to_table(trim(reporting.fold(q)), '\s+') as part (word);
end;
