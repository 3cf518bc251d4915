select hash
from reporting.personal_secret
