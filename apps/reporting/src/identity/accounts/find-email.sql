-- One row: the e-mail of the account that has $email letter by letter, else of the one that signs in with it
-- ($folded, by `foldEmail`). No row: there is neither. Both are looked up by the index of lower(email).
select email
from reporting.account
where lower(email) = $folded::text
  or (lower(email) = lower($email::text) and email = $email::text)
order by email = $email::text desc
limit 1
