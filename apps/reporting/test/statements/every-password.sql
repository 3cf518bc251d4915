select password_hash
from reporting.account
