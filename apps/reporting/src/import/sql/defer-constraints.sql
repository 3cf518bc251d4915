-- An account's place may pass from one member to another: judged when all is in.
set constraints reporting.member_account_id_company_id_key deferred
