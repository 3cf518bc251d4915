select name from reporting.company where id = $organization
