select id from reporting.member
